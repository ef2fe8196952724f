import type { Account } from '../store/account-repository.ts'
import type { Recipient } from '../store/recipient.ts'

/**
 * Whether a person can still get in without one of the addresses: by the other one, by a third
 * party, or by user name and password.
 */
export function canRemoveAddress(
  account: Account,
  channel: Recipient['channel'],
  linkedAccounts: number,
): boolean {
  const other = channel === 'email' ? account.mobile : account.email
  return (
    other !== null ||
    linkedAccounts > 0 ||
    (account.username !== null && account.passwordHash !== null)
  )
}

/** Where a person is told about their account: every address that is proved. */
export function recipientsOf(account: Account): Recipient[] {
  const targets: Recipient[] = []
  if (account.email !== null) targets.push({ channel: 'email', address: account.email })
  if (account.mobile !== null) targets.push({ channel: 'mobile', address: account.mobile })
  return targets
}
