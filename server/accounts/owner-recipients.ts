import type { Account } from '../store/account-repository.ts'
import type { Recipient } from '../store/recipient.ts'

/** Returns whether the person can still sign in after one of the addresses is removed. */
export function canRemoveAddress(
  account: Account,
  channel: Recipient['channel'],
  linkedAccountCount: number,
): boolean {
  const other = channel === 'email' ? account.mobile : account.email
  return (
    other !== null ||
    linkedAccountCount > 0 ||
    (account.username !== null && account.passwordHash !== null)
  )
}

/** Returns every proved address of an account, the e-mail address first. */
export function recipientsOf({ email, mobile }: Account): Recipient[] {
  const recipients: Recipient[] = []
  if (email !== null) recipients.push({ channel: 'email', address: email })
  if (mobile !== null) recipients.push({ channel: 'mobile', address: mobile })
  return recipients
}
