import { OperatorError } from '../lib/operator-error.ts'
import { findAccount } from '../accounts/find-account.ts'
import type { Services } from '../services/services.ts'
import { eventColumns } from './event-table.ts'
import { listCommand } from './list-command.ts'
import { LISTED, readLimit, readMoment } from './read-flags.ts'

export const listEvents = listCommand({
  name: 'events',
  usage: `[--user who] [--since time] [--until time] [--limit ${LISTED}] [--json]`,
  description:
    'Lists what happened to accounts, newest first; a time is a day, or as in 2027-03-31T08:00Z.',
  rows: ({ flags }) => {
    const { user } = flags
    const limit = readLimit(flags)
    const span = {
      since: readMoment('since', flags.since),
      until: readMoment('until', flags.until),
    }
    return async (services) => {
      const accountId = user === undefined ? undefined : await idOf(services, String(user))
      return await services.events.latest({ accountId, ...span }, limit)
    }
  },
  columns: eventColumns,
})

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
