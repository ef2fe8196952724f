import { listConnections } from '#protocol/web/providers.ts'
import { toLinkedAccount } from './account.ts'
import type { Send } from './send.ts'

/** Returns the accounts at providers that are linked. */
export async function listLinkedAccounts(send: Send) {
  return (await send(listConnections, {})).list.map(toLinkedAccount)
}
