import { toSeconds } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Account } from '../store/account-repository.ts'
import type { Tickets } from '../tickets/tickets.ts'

/** Services that this module needs. */
export interface RevokeTicketServices {
  tickets: Tickets
}

/** Purpose of the ticket that keeps an account which is being closed. */
export const CANCEL_DELETION_TICKET = 'revoke_closing'

/**
 * The refusal of a sign-in to an account that is being closed: it hands out what keeps the account,
 * so it is only for who has proved to be its owner.
 */
export async function rejectDuringDeletion(
  context: { readonly services: RevokeTicketServices; readonly aid: number },
  tx: RevokeTicketServices,
  account: Account,
): Promise<PassportError> {
  const ticket = await tx.tickets.issue({
    purpose: CANCEL_DELETION_TICKET,
    aid: context.aid,
    holder: account.id,
  })
  return new PassportError('account_cancelling', {
    revoke_ticket: ticket,
    cancel_at: toSeconds(account.cancelAt ?? 0),
  })
}
