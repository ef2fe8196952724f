import type { Services } from '../services/services.ts'
import type { Account } from '../store/schema/accounts.ts'

/** Sessions and events that are listed of an account. */
const LISTED = 10

/** What an operator sees of an account besides its row. */
export type ReadAccount = Awaited<ReturnType<typeof readAccount>>

/** Reads it: the latest sessions and events, and how many there are. */
export async function readAccount(services: Services, account: Account) {
  const { id } = account
  const page = { offset: 0, limit: LISTED }
  return {
    sessions: await services.sessions.list({ accountId: id, hash: '' }, page),
    events: await services.events.list(id, page),
    former: await services.formerAddresses.listFormer(id, services.clock()),
    externalIds: await services.imports.externalIdsOf([id]),
    methods: await methodNamesOf(services, account),
  }
}

async function methodNamesOf(services: Services, account: Account): Promise<string[]> {
  const { signInMethods } = services
  const names = Object.keys(signInMethods) as (keyof typeof signInMethods)[]
  const lists = names.map(async (name) => {
    const enrolled = await signInMethods[name].list(services, account)
    return enrolled.map(({ label }) => (label === undefined ? name : `${name} (${label})`))
  })
  return (await Promise.all(lists)).flat()
}
