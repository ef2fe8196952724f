import { UsageError, type Command } from './command.ts'
import { toEventTable } from './event-table.ts'
import { findUser } from './find-user.ts'

const USUAL = 50
const MOST = 10_000

export const listEvents: Command = {
  name: 'events',
  usage: `[--user who] [--limit ${USUAL}] [--json]`,
  about: 'Lists what happened to accounts lately, newest first.',
  flags: { user: 'string', limit: 'string', json: 'boolean' },
  run: async ({ flags: { user, limit, json } }, { print, withServices }) => {
    const count = readCount('limit', limit, USUAL, MOST)
    const { list } = await withServices(async (services) => {
      const id = user === undefined ? undefined : (await findUser(services, String(user))).id
      return await services.events.list(id, { offset: 0, limit: count })
    })
    print(json === true ? JSON.stringify(list, null, 2) : toEventTable(list))
  },
}

/** A whole number given to a flag; @throws UsageError. */
export function readCount(
  flag: string,
  text: string | boolean | undefined,
  usual: number,
  most: number,
): number {
  if (text === undefined) return usual
  const count = /^\d{1,9}$/.test(String(text)) ? Number(text) : Number.NaN
  if (count >= 1 && count <= most) return count
  throw new UsageError(`--${flag} is "${text}", but must be a whole number from 1 to ${most}.`)
}
