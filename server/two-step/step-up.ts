import { methodsFor } from '#protocol/sign-in-methods.ts'
import { signedIn, type Call } from '../calls/call.ts'
import { MINUTE_MS, wasWithin } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { checkRisk, type RiskCheckServices } from './risk-check.ts'
import type { Ticket } from '../store/schema/proofs.ts'

/** Time after a proof during which no step-up is required. */
export const RECENT_AUTHENTICATION_MS = 10 * MINUTE_MS

/** Purpose of the ticket of a step-up. */
export const STEP_UP = 'verified'

/** Returns whether the proof behind the session is recent. */
export function isRecentlyAuthenticated(
  { now }: Call<RiskCheckServices>,
  { provedAt }: LiveSession,
): boolean {
  return wasWithin(provedAt, now, RECENT_AUTHENTICATION_MS)
}

/** Uses up a step-up ticket, in the transaction of what it allows. @throws ticket_expired */
export async function redeemStepUpTicket(
  context: Call<RiskCheckServices>,
  tx: RiskCheckServices,
  reference: string | undefined,
): Promise<Ticket> {
  const { accountId, id } = signedIn(context)
  const ticket =
    reference === undefined
      ? undefined
      : await tx.tickets.use(STEP_UP, context.app.aid, reference, accountId)
  const { session = '', scene = '' } = ticket?.data ?? {}
  const isOther = (session !== '' && session !== id) || !isScene(context, scene)
  const isProof = methodsFor('stepUp').some((name) => name === ticket?.data.by)
  if (ticket === undefined || isOther || !isProof) throw new PassportError('ticket_expired')
  return ticket
}

/** Requires a recent authentication or a step-up ticket. @throws ticket_expired */
export async function requireStepUp(
  context: Call<RiskCheckServices>,
  tx: RiskCheckServices,
  reference: string | undefined,
): Promise<void> {
  if (reference === undefined && isRecentlyAuthenticated(context, signedIn(context))) return
  await redeemStepUpTicket(context, tx, reference)
}

/**
 * Like `requireStepUp`, but asks for a two-step verification first where needed.
 * Returns what to run in the transaction of the change.
 * @throws second_verify; ticket_expired, also in the transaction
 */
export async function challengeStepUp(
  context: Call<RiskCheckServices>,
  reference: string | undefined,
  subject: string,
): Promise<(tx: RiskCheckServices) => Promise<void>> {
  const session = signedIn(context)
  if (reference !== undefined) {
    return async (tx) => {
      await redeemStepUpTicket(context, tx, reference)
    }
  }
  if (!isRecentlyAuthenticated(context, session)) {
    // Without a second method it throws ticket_expired: a linked account can prove the person.
    await checkRisk(context, session.account, {
      firstFactor: 'session',
      subject,
      isRequired: true,
      isStepUp: true,
    })
  }
  return () => Promise.resolve()
}

/**
 * Uses up a step-up ticket that was issued for a code, since an address can reset the password.
 * @throws ticket_expired
 */
export async function redeemCodeStepUpTicket(
  context: Call<RiskCheckServices>,
  tx: RiskCheckServices,
  reference: string | undefined,
): Promise<void> {
  const ticket = await redeemStepUpTicket(context, tx, reference)
  if (ticket.data.by !== 'smsCode' && ticket.data.by !== 'emailCode') {
    throw new PassportError('ticket_expired')
  }
}

/** Returns whether a ticket issued for an operation, or for none in particular, allows this one. */
export function isScene(
  { operation }: Pick<Call<RiskCheckServices>, 'operation'>,
  scene: unknown,
): boolean {
  return scene === undefined || scene === '' || scene === operation
}
