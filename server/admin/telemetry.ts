import { DAY_MS, dayOf } from '../lib/clock.ts'
import { summarise } from '../telemetry/read.ts'
import { listCommand } from './list-command.ts'
import { readCount } from './read-flags.ts'

const DEFAULT_DAYS = 7
const MAX_DAYS = 3650

export const showTelemetry = listCommand({
  name: 'telemetry',
  usage: `[--days ${DEFAULT_DAYS}] [--json]`,
  description:
    'Shows what pages reported, added up; of most kinds only every hundredth page reports.',
  rows: ({ flags: { days = String(DEFAULT_DAYS) } }, { clock }) => {
    const since = dayOf(clock() - (readCount('days', days, MAX_DAYS) - 1) * DAY_MS)
    return async ({ telemetry }) => summarise(await telemetry.since(since))
  },
  columns: {
    aid: ({ aid }) => String(aid),
    kind: ({ kind }) => kind,
    name: ({ name }) => name,
    count: ({ count }) => String(count),
    'mean ms': ({ meanMs }) => (meanMs === undefined ? '' : meanMs.toFixed(0)),
    'p50 ms': ({ p50Ms }) => toBound(p50Ms),
    'p95 ms': ({ p95Ms }) => toBound(p95Ms),
  },
})

function toBound(ms: number | undefined): string {
  if (ms === undefined) return ''
  return ms === Number.POSITIVE_INFINITY ? 'more' : `up to ${ms}`
}
