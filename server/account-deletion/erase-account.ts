import type { Accounts } from '../accounts/accounts.ts'
import type { FormerAddresses } from '../accounts/former-addresses.ts'
import { notifyOwner, type NotifyServices } from '../accounts/notify.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import type { RequestSource } from '../calls/call.ts'
import type { CodeAttempts } from '../codes/code-attempts.ts'
import type { MailRefusals } from '../delivery/mail-refusals.ts'
import type { Events } from '../events/events.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { LinkedAccounts } from '../linked-accounts/linked-accounts.ts'
import type { Memberships } from '../organizations/memberships.ts'
import { failureKeysOf } from '../passwords/failure-keys.ts'
import type { PasswordAttempts } from '../passwords/password-attempts.ts'
import { forgetUpdates } from '../profiles/update-limits.ts'
import type { ErasureRepository } from '../store/erasure-repository.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Transaction } from '../store/transaction.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'

const MAX_ERASED_AT_ONCE = 20

/** Services that erasing accounts needs. */
export interface EraseServices extends NotifyServices {
  accounts: Accounts
  erasures: ErasureRepository
  events: Events
  formerAddresses: FormerAddresses
  codeAttempts: CodeAttempts
  linkedAccounts: LinkedAccounts
  mailRefusals: MailRefusals
  memberships: Memberships
  passwordAttempts: PasswordAttempts
  rateLimits: RateLimits
  transaction: Transaction<EraseServices>
  trustedDevices: TrustedDevices
}

/** Erases accounts whose delay is over, each on one instance only; returns how many. */
export async function eraseDueAccounts(services: EraseServices): Promise<number> {
  const { accounts, clock, transaction } = services
  let erased = 0
  for (const id of await accounts.due(clock(), MAX_ERASED_AT_ONCE)) {
    const isErased = await transaction(async (tx) => {
      const account = await tx.accounts.lock(id)
      const { cancelAt, state } = account ?? {}
      const isDue = state === 'cancelling' && cancelAt != null && cancelAt <= clock()
      if (account === undefined || !isDue) return false
      await eraseAccount(tx, account)
      await tx.events.note(sourceOf(account), 'account_deleted', id)
      return true
    })
    if (isErased) erased++
  }
  return erased
}

/**
 * Erases a locked account and whatever would still name its owner, who is told. What then stays is the
 * event that the caller notes, with the bare id.
 */
export async function eraseAccount(tx: EraseServices, account: Account): Promise<void> {
  const { id } = account
  const memberships = await tx.memberships.ofPerson(id)
  const former = await tx.formerAddresses.listFormer(id, 0)
  const addresses = [
    ...[account.email, account.mobile, account.unverifiedEmail].filter((one) => one !== null),
    ...former.map(({ address }) => address),
  ]
  await tx.erasures.keepKeys(id)
  await tx.accounts.erase(id)
  await tx.erasures.removeTraces({ accountId: id, addresses, memberships })
  await tx.linkedAccounts.removeAll(id)
  await tx.trustedDevices.forget(id)
  await forgetUpdates(tx, id)
  await tx.passwordAttempts.clear(failureKeysOf(tx, account, ''))
  const mailboxes = [account.email, account.unverifiedEmail].filter((email) => email !== null)
  await tx.rateLimits.forget(mailboxes.map((email) => tx.mailRefusals.keyFor(email)))
  for (const recipient of recipientsOf(account)) await tx.formerAddresses.block(recipient)
  await notifyOwner(tx, sourceOf(account), account, { event: 'account_deleted' })
}

function sourceOf({ createdAid }: Account): RequestSource {
  return {
    app: { aid: createdAid },
    caller: { address: '', userAgent: '' },
    operation: 'erase',
  }
}
