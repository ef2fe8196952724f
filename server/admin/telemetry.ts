import type { Command } from './command.ts'
import { readCount } from './events.ts'
import { toTable } from './print.ts'
import { DAY_MS, dayOf } from '../lib/clock.ts'
import { summarise } from '../telemetry/read.ts'

const USUAL_DAYS = 7
const MOST_DAYS = 3650

export const showTelemetry: Command = {
  name: 'telemetry',
  usage: `[--days ${USUAL_DAYS}] [--json]`,
  about: 'Shows what pages reported, added up; of most kinds only every hundredth page reports.',
  flags: { days: 'string', json: 'boolean' },
  run: async ({ flags: { days, json } }, { clock, print, withServices }) => {
    const since = dayOf(clock() - (readCount('days', days, USUAL_DAYS, MOST_DAYS) - 1) * DAY_MS)
    const statistics = summarise(await withServices((services) => services.telemetry.since(since)))
    if (json === true) {
      print(JSON.stringify(statistics, null, 2))
      return
    }
    print(
      toTable(
        ['aid', 'kind', 'name', 'count', 'mean ms', 'p50 ms', 'p95 ms'],
        statistics.map((one) => [
          String(one.aid),
          one.kind,
          one.name,
          String(one.count),
          one.meanMs === undefined ? '' : one.meanMs.toFixed(0),
          toBound(one.p50Ms),
          toBound(one.p95Ms),
        ]),
      ),
    )
  },
}

function toBound(ms: number | undefined): string {
  if (ms === undefined) return ''
  return ms === Number.POSITIVE_INFINITY ? 'more' : `up to ${ms}`
}
