import { DAY_MS, dayOf } from '../lib/clock.ts'
import { summarise } from '../telemetry/read.ts'
import type { Command } from './command.ts'
import { toJsonOrTable } from './format.ts'
import { readCount } from './read-flags.ts'

const DEFAULT_DAYS = 7
const MAX_DAYS = 3650

export const showTelemetry: Command = {
  name: 'telemetry',
  usage: `[--days ${DEFAULT_DAYS}] [--json]`,
  description:
    'Shows what pages reported, added up; of most kinds only every hundredth page reports.',
  run: async ({ flags: { days, json } }, { clock, print, withServices }) => {
    const count = readCount('days', days ?? String(DEFAULT_DAYS), MAX_DAYS)
    const since = dayOf(clock() - (count - 1) * DAY_MS)
    const statistics = summarise(await withServices((services) => services.telemetry.since(since)))
    print(
      toJsonOrTable(json === true, statistics, {
        aid: ({ aid }) => String(aid),
        kind: ({ kind }) => kind,
        name: ({ name }) => name,
        count: (statistic) => String(statistic.count),
        'mean ms': ({ meanMs }) => (meanMs === undefined ? '' : meanMs.toFixed(0)),
        'p50 ms': ({ p50Ms }) => toBound(p50Ms),
        'p95 ms': ({ p95Ms }) => toBound(p95Ms),
      }),
    )
  },
}

function toBound(ms: number | undefined): string {
  if (ms === undefined) return ''
  return ms === Number.POSITIVE_INFINITY ? 'more' : `up to ${ms}`
}
