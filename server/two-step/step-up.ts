import { signedIn, type Call } from '../calls/call.ts'
import { MINUTE_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { LiveSession } from '../store/session-repository.ts'
import type { Ticket } from '../store/ticket-repository.ts'
import type { Tickets } from '../tickets/tickets.ts'
import { secondMethodsOf } from './method-listing.ts'
import { checkRisk, type RiskCheckServices } from './risk-check.ts'

/** Services that this module needs. */
export interface StepUpServices extends RiskCheckServices {
  tickets: Tickets
}

/** How long after signing in nothing has to be proved again. */
const RECENT_AUTHENTICATION_MS = 10 * MINUTE_MS

/** Purpose of the ticket that a code or password gives which was checked again. */
export const STEP_UP = 'verified'

/**
 * Whether a person has proved a moment ago who they are. A session that another one let in is as old
 * as that proof: or a stolen one would make itself new.
 */
export function isRecentlyAuthenticated(
  { now }: Call<StepUpServices>,
  { provedAt }: LiveSession,
): boolean {
  return now - provedAt < RECENT_AUTHENTICATION_MS
}

/**
 * Uses up the ticket of a fresh proof of the person signed in; @throws ticket_expired. It belongs
 * into the transaction of what it allows.
 */
export async function redeemStepUpTicket(
  context: Call<StepUpServices>,
  tx: StepUpServices,
  reference: string | undefined,
): Promise<Ticket> {
  const { accountId, id } = signedIn(context)
  const ticket =
    reference === undefined
      ? undefined
      : await tx.tickets.use(STEP_UP, context.app.aid, reference, accountId)
  // One that names a session or an operation counts for that one only.
  const { session = '', scene = '' } = ticket?.data ?? {}
  const isOther = (session !== '' && session !== id) || !isScene(context, scene)
  if (ticket === undefined || isOther) {
    throw new PassportError('ticket_expired')
  }
  return ticket
}

/**
 * Lets a sensitive change go on only for who has just proved to be the owner: by signing in less
 * than ten minutes ago, or by the ticket of a check made for it. @throws ticket_expired.
 */
export async function requireStepUp(
  context: Call<StepUpServices>,
  tx: StepUpServices,
  reference: string | undefined,
): Promise<void> {
  if (reference === undefined && isRecentlyAuthenticated(context, signedIn(context))) return
  await redeemStepUpTicket(context, tx, reference)
}

/**
 * What `requireStepUp` asks for, begun before the transaction: where the sign-in is too old and no
 * ticket came, the call is refused with a second verification and let through when it comes again.
 * Answers what belongs into the transaction. @throws second_verify; ticket_expired later.
 */
export async function challengeStepUp(
  context: Call<StepUpServices>,
  reference: string | undefined,
  about: string,
): Promise<(tx: StepUpServices) => Promise<void>> {
  const session = signedIn(context)
  if (reference !== undefined) {
    return async (tx) => {
      await redeemStepUpTicket(context, tx, reference)
    }
  }
  if (
    !isRecentlyAuthenticated(context, session) &&
    (await secondMethodsOf(context.services, session.account)).length > 0
  ) {
    const proof = { firstFactor: 'session', about, isDemanded: true } as const
    await checkRisk(context, session.account, proof)
  }
  return () => Promise.resolve()
}

/**
 * As `redeemStepUpTicket`, but only for the ticket of a code to an address of the account: a password is
 * not enough to replace the address that would reset it. @throws ticket_expired.
 */
export async function redeemCodeStepUpTicket(
  context: Call<StepUpServices>,
  tx: StepUpServices,
  reference: string | undefined,
): Promise<void> {
  const ticket = await redeemStepUpTicket(context, tx, reference)
  if (ticket.data.by !== 'smsCode' && ticket.data.by !== 'emailCode') {
    throw new PassportError('ticket_expired')
  }
}

/** Whether a ticket that names an operation, or none, may be used by this one. */
export function isScene(
  { operation }: Pick<Call<StepUpServices>, 'operation'>,
  scene: unknown,
): boolean {
  return scene === undefined || scene === '' || scene === operation
}
