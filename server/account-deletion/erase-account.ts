import { notifyOwner } from '../accounts/notify.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import { serverSource } from '../calls/operator-source.ts'
import { failureKeysOf } from '../passwords/failure-keys.ts'
import { forgetUpdates } from '../profiles/update-limits.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Services } from '../services/services.ts'

const MAX_ERASED_AT_ONCE = 20
const OPERATION = 'erase'

/** Erases accounts whose delay is over, each on one instance only; returns how many. */
export async function eraseDueAccounts(services: Services): Promise<number> {
  const { accounts, clock, transaction } = services
  let erased = 0
  for (const id of await accounts.due(clock(), MAX_ERASED_AT_ONCE)) {
    const isErased = await transaction(async (tx) => {
      const account = await tx.accounts.lock(id)
      const { cancelAt, state } = account ?? {}
      const isDue = state === 'cancelling' && cancelAt != null && cancelAt <= clock()
      if (account === undefined || !isDue) return false
      await eraseAccount(tx, account)
      await tx.events.note(serverSource(account.createdAid, OPERATION), 'account_deleted', id)
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
export async function eraseAccount(tx: Services, account: Account): Promise<void> {
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
  const source = serverSource(account.createdAid, OPERATION)
  await notifyOwner(tx, source, account, { event: 'account_deleted' })
}
