import { OperatorError } from '../lib/operator-error.ts'
import { findAccount } from '../operators/find-account.ts'
import type { Services } from '../services/services.ts'
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
      const accountId = user === undefined ? undefined : await idOf(services, String(user))
      return await services.events.latest({ accountId, ...span }, count)
    })
    print(json === true ? JSON.stringify(list, null, 2) : toEventTable(list))
  },
}

// Of who was erased the events are left, by the bare id.
async function idOf(services: Services, input: string): Promise<string> {
  try {
    return (await findAccount(services, input)).id
  } catch (error) {
    const isGone = error instanceof OperatorError && error.reason === 'unknown'
    if (isGone && /^\d+$/.test(input)) return input
    throw error
  }
}
