import { noSession } from '../calls/call.ts'
import type { Account } from '../store/schema/accounts.ts'
import { requireUsable, type Accounts } from './accounts.ts'

/** Locks the account of a session, for a change, maybe together with another one. @throws session_expired, and what `requireUsable` throws */
export async function lockUsable(
  tx: { accounts: Pick<Accounts, 'lock'> },
  accountId: string,
  other?: string,
): Promise<Account> {
  const account = await tx.accounts.lock(accountId, other)
  if (account === undefined) throw noSession()
  requireUsable(account)
  return account
}
