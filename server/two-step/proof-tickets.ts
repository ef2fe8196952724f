import type { SignInMethodName } from '#protocol/sign-in-methods.ts'
import type { Call } from '../calls/call.ts'
import type { Tickets } from '../tickets/tickets.ts'
import type { TrustedDevices } from './trusted-devices.ts'

/** Purpose of the ticket that sets a new password; its holder is the account. */
export const RESET = 'reset'

/** Ends the tickets that would set a password: what its owner changes since shuts others out. */
export function revokeResetTickets(
  { tickets }: { tickets: Tickets },
  accountId: string,
): Promise<void> {
  return tickets.drop(RESET, accountId)
}

/** Purpose of the ticket of a passed second verification, which counts for nothing else. */
export const SECOND_VERIFIED = 'second_verified'

/** What is known of a proof when the ticket for it is used. */
interface ProofData {
  /** Code type, or 0 where it was no code. */
  type: number
  by: SignInMethodName
}

/** Hands out the ticket of a proof, for whoever holds this session or this browser. */
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
      ...data,
      session: context.session?.id ?? '',
      scene: context.params.scene ?? '',
      web_id: trustedDevices.hashOf(context.caller.webId),
    },
  })
}
