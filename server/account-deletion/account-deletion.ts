import type { Language } from '#protocol/common-params.ts'
import { notifyOwner } from '../accounts/notify.ts'
import type { Caller, RequestSource } from '../calls/call.ts'
import { DAY_MS } from '../lib/clock.ts'
import { errorText } from '../lib/error-text.ts'
import { PassportError } from '../lib/passport-error.ts'
import { endAccess } from '../sessions/end-access.ts'
import { issuedAt } from '../tickets/tickets.ts'
import { proofsIn, type FirstProof } from '../two-step/levels.ts'
import { CANCEL_DELETION_TICKET } from './revoke-ticket.ts'
import { serverMessages } from '../messages/all-messages.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Services } from '../services/services.ts'

/** Time between the request for deletion and the erasure, in milliseconds. */
export const DELETION_DELAY_MS = 15 * DAY_MS

/** Something a person loses with their account. */
export interface Loss {
  name: 'sessions' | 'connections' | 'pictures' | 'user_name'
  count: number
}

/** A reason why an account cannot be deleted, with a text for its owner. */
export interface DeletionBlocker {
  code: 'frozen' | 'still_manager'
  text: string
}

/** Returns why an account cannot be deleted; empty if it can. */
export async function deletionBlockers(
  { memberships }: Pick<Services, 'memberships'>,
  account: Account,
  language: Language,
): Promise<DeletionBlocker[]> {
  const blockers: DeletionBlocker[] = []
  if (account.state !== 'active') {
    blockers.push({ code: 'frozen', text: errorText('frozen', language) })
  }
  // An organization must not be left without a manager.
  const managed = await memberships.managed(account.id)
  if (managed.length > 0) {
    const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(managed)
    blockers.push({ code: 'still_manager', text: serverMessages[language].stillManager(names) })
  }
  return blockers
}

/** Returns what a person would lose with the account. */
export async function lossesOf(
  services: Pick<Services, 'linkedAccounts' | 'pictures' | 'sessions'>,
  account: Account,
): Promise<Loss[]> {
  const losses: Loss[] = [
    { name: 'sessions', count: await services.sessions.count(account.id) },
    { name: 'connections', count: (await services.linkedAccounts.of(account.id)).length },
    { name: 'pictures', count: await services.pictures.count(account.id) },
    { name: 'user_name', count: account.username === null ? 0 : 1 },
  ]
  return losses.filter(({ count }) => count > 0)
}

/** Schedules the deletion and returns when the account is erased. @throws cannot_cancel */
export async function scheduleDeletion(
  tx: Services,
  source: RequestSource,
  account: Account,
): Promise<number> {
  const cancelAt = tx.clock() + DELETION_DELAY_MS
  if (!(await tx.accounts.scheduleDeletion(account.id, cancelAt))) {
    throw new PassportError('cannot_cancel', { reasons: [] })
  }
  await endAccess(tx, account)
  // A hand-over to a member who is about to leave cannot be completed.
  await tx.managerTransfers.cancelTo(account.id)
  await tx.events.note(source, 'closing_started', account.id)
  await notifyOwner(tx, source, account, {
    event: 'closing_started',
    details: { erasedAt: cancelAt },
  })
  return cancelAt
}

/** Cancels a scheduled deletion. @throws not_cancelling when none is scheduled or it is due */
export async function cancelDeletion(
  tx: Services,
  source: RequestSource,
  accountId: string,
): Promise<Account> {
  const account = await tx.accounts.cancelDeletion(accountId, tx.clock())
  if (account === undefined) throw new PassportError('not_cancelling')
  await tx.events.note(source, 'closing_revoked', accountId)
  await notifyOwner(tx, source, account, { event: 'closing_revoked' })
  return account
}

/** Cancels it with the ticket of a sign-in rejected in this browser, whose proofs it returns. @throws ticket_expired */
export async function cancelDeletionByTicket(
  tx: Services,
  source: RequestSource & { readonly caller: Caller },
  reference: string,
): Promise<FirstProof & { account: Account; isNew: false }> {
  const ticket = await tx.tickets.claim(CANCEL_DELETION_TICKET, source.app.aid, reference)
  const { holder, data } = ticket
  if (data.web_id !== tx.trustedDevices.hashOf(source.caller.webId)) {
    throw new PassportError('ticket_expired')
  }
  return {
    account: await cancelDeletion(tx, source, holder),
    isNew: false,
    provedAt: issuedAt(ticket),
    ...proofsIn(data),
  }
}
