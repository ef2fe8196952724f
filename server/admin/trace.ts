import { traceOf, type Trace } from '../trace/trace.ts'
import type { Command } from './command.ts'
import { toTable, toTime } from './format.ts'
import { readCount, readTime } from './read-flags.ts'

const MAX_HOURS = 24 * 90

export const traceUser: Command = {
  name: 'user trace',
  usage: '<id | e-mail | +mobile | username | log id> [--at time] [--hours n] [--json]',
  description:
    'Tells what somebody tried around a time, what was refused and why, and whether mails were taken; a time is 10:02 in UTC, or as in 2027-03-31T10:02+09:00.',
  run: async (
    { words: [who = ''], flags: { at, hours, json } },
    { clock, print, openServices },
  ) => {
    const question = {
      who,
      at: at === undefined ? undefined : readTime('at', String(at), clock()),
      hours: hours === undefined ? undefined : readCount('hours', hours, MAX_HOURS),
      language: 'en',
    } as const
    const trace = await traceOf(await openServices(), question)
    if (json === true) print(JSON.stringify(trace, null, 2))
    else printTrace(trace, print)
  },
}

function printTrace(trace: Trace, print: (line: string) => void): void {
  const { account, from, hasLogin, lines, likely, tell, until } = trace
  const noAccount = hasLogin ? 'No account has this login.' : 'The screen names no login.'
  print(account === undefined ? noAccount : `Account ${account.id}, ${account.state}.`)
  print(`From ${toTime(from)} to ${toTime(until)} UTC.\n`)
  if (lines.length > 0) {
    print(
      toTable(lines, {
        'time (UTC)': ({ at }) => toTime(at),
        '': ({ isAsked }) => (isAsked ? '>' : ''),
        what: ({ text }) => text,
        browser: ({ browser }) => browser,
        device: ({ device }) => device,
        network: ({ network }) => network,
        'log id': ({ logId }) => logId,
      }),
    )
    print('')
  }
  print(`Likely: ${likely}`)
  print(`Tell her: ${tell}`)
}
