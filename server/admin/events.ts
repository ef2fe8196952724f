import type { Command } from './command.ts'
import { toEventTable } from './event-table.ts'
import { findUser } from './find-user.ts'
import { readCount } from './read-flags.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 10_000

export const listEvents: Command = {
  name: 'events',
  usage: `[--user who] [--limit ${DEFAULT_LIMIT}] [--json]`,
  description: 'Lists what happened to accounts lately, newest first.',
  flags: { user: 'string', limit: 'string', json: 'boolean' },
  run: async ({ flags: { user, limit, json } }, { print, withServices }) => {
    const count = readCount('limit', limit ?? String(DEFAULT_LIMIT), MAX_LIMIT)
    const { list } = await withServices(async (services) => {
      const id = user === undefined ? undefined : (await findUser(services, String(user))).id
      return await services.events.list(id, { offset: 0, limit: count })
    })
    print(json === true ? JSON.stringify(list, null, 2) : toEventTable(list))
  },
}
