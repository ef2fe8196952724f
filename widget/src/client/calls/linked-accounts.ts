import { listConnections } from '#protocol/web/providers.ts'
import { toLinkedAccount, type LinkedAccount } from './account.ts'
import type { Send } from './send.ts'

/** Returns the accounts at providers that are linked. */
export async function listLinkedAccounts(send: Send): Promise<LinkedAccount[]> {
  return (await send(listConnections, {})).list.map(toLinkedAccount)
}
