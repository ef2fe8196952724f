import { levelOfMethod, methodsFor, type Level } from '#protocol/sign-in-methods.ts'
import { signedIn, type Call } from '../calls/call.ts'
import { MINUTE_MS, wasWithin } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { accountLevel } from './account-level.ts'
import { levelOf } from './levels.ts'
import { checkRisk, type RiskCheckServices } from './risk-check.ts'
import type { Ticket } from '../store/schema/proofs.ts'

/** Time after a proof during which no step-up is required. */
export const RECENT_AUTHENTICATION_MS = 10 * MINUTE_MS

/** Purpose of the ticket of a step-up. */
export const STEP_UP = 'verified'

/** Returns whether the proof behind the session is recent. */
export function isRecentlyAuthenticated(
  { now }: { now: number },
  { provedAt }: Pick<LiveSession, 'provedAt'>,
): boolean {
  return wasWithin(provedAt, now, RECENT_AUTHENTICATION_MS)
}

/** Returns whether a second proof that the call was repeated with reaches a level. */
function isReachedNow({ progress }: Call<RiskCheckServices>, level: Level): boolean {
  return levelOfMethod(progress.secondMethod ?? '') >= level
}

/**
 * Requires a second proof for the call where neither its session nor its step-up ticket reaches the level
 * of the account. Does nothing at level 1.
 * @throws second_verify
 */
export async function challengeLevel(
  context: Call<RiskCheckServices>,
  reference: string | undefined,
  subject: string,
): Promise<void> {
  const session = signedIn(context)
  const { services } = context
  const level = await accountLevel(services, session.account)
  if (level === 1 || isReachedNow(context, level)) return
  const ticket =
    reference === undefined
      ? undefined
      : await services.tickets.peek(STEP_UP, context.app.aid, reference)
  const isReached =
    reference === undefined
      ? isRecentlyAuthenticated(context, session) && levelOf(session) >= level
      : levelOfMethod(String(ticket?.data.by)) >= level
  if (isReached) return
  await checkRisk(context, session.account, {
    firstFactor: 'session',
    subject,
    isRequired: true,
    isStepUp: true,
    demand: level,
  })
}

/**
 * Uses up a step-up ticket, in the transaction of what it allows; below the level of the account, the
 * call needs a second proof besides.
 * @throws ticket_expired
 */
export async function redeemStepUpTicket(
  context: Call<RiskCheckServices>,
  tx: RiskCheckServices,
  reference: string | undefined,
): Promise<Ticket> {
  const { account, accountId, id } = signedIn(context)
  const ticket =
    reference === undefined
      ? undefined
      : await tx.tickets.use(STEP_UP, context.app.aid, reference, accountId)
  const { session = '', scene = '' } = ticket?.data ?? {}
  const isOther = (session !== '' && session !== id) || !isScene(context, scene)
  const isProof = methodsFor('stepUp').some((name) => name === ticket?.data.by)
  if (ticket === undefined || isOther || !isProof) throw new PassportError('ticket_expired')
  const level = await accountLevel(tx, account)
  if (levelOfMethod(String(ticket.data.by)) < level && !isReachedNow(context, level)) {
    throw new PassportError('ticket_expired')
  }
  return ticket
}

/** Requires a recent authentication or a step-up ticket. @throws ticket_expired */
export async function requireStepUp(
  context: Call<RiskCheckServices>,
  tx: RiskCheckServices,
  reference: string | undefined,
): Promise<void> {
  const session = signedIn(context)
  if (reference === undefined && isRecentlyAuthenticated(context, session)) {
    const level = await accountLevel(tx, session.account)
    if (levelOf(session) >= level || isReachedNow(context, level)) return
  }
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
  await challengeLevel(context, reference, subject)
  const session = signedIn(context)
  if (reference !== undefined) {
    return async (tx) => {
      await redeemStepUpTicket(context, tx, reference)
    }
  }
  if (context.progress.secondMethod === undefined && !isRecentlyAuthenticated(context, session)) {
    // Without a second method it throws ticket_expired: a linked account can prove the person.
    await checkRisk(context, session.account, {
      firstFactor: 'session',
      subject,
      isRequired: true,
      isStepUp: true,
      demand: 1,
    })
  }
  return () => Promise.resolve()
}

/**
 * Uses up a step-up ticket that was issued for a code, since an address can reset the password, or for a
 * method of level 2, which is more.
 * @throws ticket_expired
 */
export async function redeemCodeStepUpTicket(
  context: Call<RiskCheckServices>,
  tx: RiskCheckServices,
  reference: string | undefined,
): Promise<void> {
  const ticket = await redeemStepUpTicket(context, tx, reference)
  const { by } = ticket.data
  if (by !== 'smsCode' && by !== 'emailCode' && levelOfMethod(String(by)) < 2) {
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
