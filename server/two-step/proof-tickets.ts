import type { SignInMethodName } from '#protocol/sign-in-methods.ts'
import type { Call } from '../calls/call.ts'
import type { Tickets } from '../tickets/tickets.ts'
import type { TrustedDevices } from './trusted-devices.ts'

/** Purpose of the ticket that sets a new password; its holder is the account. */
export const RESET = 'reset'

/** Purpose of the ticket of a first proof given in a plain form, until its second one. */
export const FORM_SECOND_STEP = 'form_second_step'

/** Revokes tickets issued before a change of the password or an address. */
export async function revokeResetTickets(
  { tickets }: { tickets: Tickets },
  accountId: string,
): Promise<void> {
  await tickets.drop(RESET, accountId)
  await tickets.drop(FORM_SECOND_STEP, accountId)
}

/** Purpose of the ticket of a passed two-step verification; no operation accepts it. */
export const SECOND_VERIFIED = 'second_verified'

/** Facts that a ticket records about its proof. */
interface ProofData {
  /** Code type, or 0 for other methods. */
  type: number
  by: SignInMethodName
  /** Operation that the proof is for; by default that of the request. */
  scene?: string
}

/** Issues the ticket of a proof, bound to this session and this browser. */
export function issueProofTicket(
  context: Call<{ trustedDevices: TrustedDevices }>,
  tx: { tickets: Tickets },
  purpose: string,
  holder: string,
  data: ProofData,
): Promise<string> {
  const { trustedDevices } = context.services
  return tx.tickets.issue({
    purpose,
    aid: context.app.aid,
    holder,
    data: {
      scene: context.params.scene ?? '',
      ...data,
      session: context.session?.id ?? '',
      web_id: trustedDevices.hashOf(context.caller.webId),
    },
  })
}
