import { findAccount } from '../operators/find-account.ts'
import type { Command } from './command.ts'
import { toEventTable } from './event-table.ts'
import { readCount, readMoment } from './read-flags.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 10_000

export const listEvents: Command = {
  name: 'events',
  usage: `[--user who] [--since time] [--until time] [--limit ${DEFAULT_LIMIT}] [--json]`,
  description:
    'Lists what happened to accounts, newest first; a time is a day, or as in 2027-03-31T08:00Z.',
  run: async ({ flags: { user, since, until, limit, json } }, { print, withServices }) => {
    const count = readCount('limit', limit ?? String(DEFAULT_LIMIT), MAX_LIMIT)
    const span = { since: readMoment('since', since), until: readMoment('until', until) }
    const list = await withServices(async (services) => {
      const accountId =
        user === undefined ? undefined : (await findAccount(services, String(user))).id
      return await services.events.latest({ accountId, ...span }, count)
    })
    print(json === true ? JSON.stringify(list, null, 2) : toEventTable(list))
  },
}
