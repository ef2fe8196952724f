import type { Recipient } from '../store/recipient.ts'
import type { Account } from '../store/schema/accounts.ts'

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
export function recipientsOf({ email, mobile }: Pick<Account, 'email' | 'mobile'>): Recipient[] {
  const recipients: Recipient[] = []
  if (email !== null) recipients.push({ channel: 'email', address: email })
  if (mobile !== null) recipients.push({ channel: 'mobile', address: mobile })
  return recipients
}

/** Returns the first proved address of an account that messages can be sent to. */
export function reachedAt(
  { outbox }: { outbox: { canSend(channel: Recipient['channel']): boolean } },
  account: Account,
): Recipient | undefined {
  return recipientsOf(account).find(({ channel }) => outbox.canSend(channel))
}
