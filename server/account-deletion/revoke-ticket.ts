import type { Caller } from '../calls/call.ts'
import { toSeconds } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Proofs } from '../two-step/levels.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Services } from '../services/services.ts'

/** Purpose of the ticket that cancels a scheduled deletion. */
export const CANCEL_DELETION_TICKET = 'revoke_closing'

/**
 * Returns the rejection of a proved sign-in during a scheduled deletion, with a ticket that
 * cancels it in the same browser.
 */
export async function rejectDuringDeletion(
  { aid, caller }: { readonly aid: number; readonly caller: Caller },
  tx: Services,
  account: Account,
  proofs: Proofs,
): Promise<PassportError> {
  const ticket = await tx.tickets.issue({
    purpose: CANCEL_DELETION_TICKET,
    aid,
    holder: account.id,
    data: { web_id: tx.trustedDevices.hashOf(caller.webId), ...proofs },
  })
  return new PassportError('account_cancelling', {
    revoke_ticket: ticket,
    cancel_at: toSeconds(account.cancelAt ?? 0),
  })
}
