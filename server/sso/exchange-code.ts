import { hash } from 'node:crypto'
import { is, literal, number, object } from 'superstruct'
import { requireUsable } from '../accounts/accounts.ts'
import type { Call } from '../calls/call.ts'
import { SECOND_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { SessionOwner } from '../sessions/sessions.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { requireLevelOfUse } from '../two-step/demands.ts'
import type { Services } from '../services/services.ts'

/** Purpose of the ticket behind an exchange code; its holder is the account. */
const EXCHANGE_CODE = 'host_code'

/** Lifetime of an exchange code, in milliseconds. */
export const EXCHANGE_CODE_MS = 60 * SECOND_MS

/** The request for an exchange code. */
export interface ExchangeRequest {
  redirect_uri: string
  state?: string | undefined
  code_challenge: string
}

/** An exchange code in the form of the protocol. */
export interface ExchangeCode {
  code: string
  state: string
  iss: string
  redirect_url: string
}

/** @throws redirect_mismatch unless exactly this address is registered (RFC 9700, 4.1.3) */
export function requireRegistered({ app }: Call<Services>, redirectUri: string): void {
  if (!app.redirects.includes(redirectUri)) throw new PassportError('redirect_mismatch')
}

/** Issues an exchange code, which ends with the session. @throws redirect_mismatch, level_unreachable */
export async function issueExchangeCode(
  context: Call<Services>,
  session: Pick<LiveSession, 'accountId' | 'id' | 'method' | 'secondMethod'>,
  request: ExchangeRequest,
): Promise<ExchangeCode> {
  requireRegistered(context, request.redirect_uri)
  requireLevelOfUse(context, session)
  return await issueExchangeCodeFor(context, session.accountId, session.id, request)
}

/** A proof that was given for an exchange code alone, without a session. */
export type LoneProof = Pick<SessionOwner, 'method' | 'provedAt'>

/** Issues an exchange code for a session, by its id, or for a proof without one. @throws redirect_mismatch */
export async function issueExchangeCodeFor(
  context: Call<Services>,
  accountId: string,
  proved: string | LoneProof,
  request: ExchangeRequest,
): Promise<ExchangeCode> {
  const { redirect_uri: redirectUri, code_challenge: challenge, state = '' } = request
  requireRegistered(context, redirectUri)
  const { config, tickets } = context.services
  const by = typeof proved === 'string' ? { session: proved } : { proof: proved }
  const code = await tickets.issue({
    purpose: EXCHANGE_CODE,
    aid: context.app.aid,
    holder: accountId,
    data: { ...by, redirectUri, challenge },
    lifeMs: EXCHANGE_CODE_MS,
  })
  const iss = config.PUBLIC_ORIGIN
  const url = new URL(redirectUri)
  url.searchParams.set('code', code)
  if (state !== '') url.searchParams.set('state', state)
  // Prevents mix-up attacks on clients of several servers (RFC 9207).
  url.searchParams.set('iss', iss)
  return { code, state, iss, redirect_url: url.href }
}

/** Whom an exchange code proves, and the id of their session; undefined for a proof without one. */
export type Redeemed = SessionOwner & { sessionId: string | undefined }

/**
 * Returns the session of an exchange code, which is used up even if the verifier or address is wrong.
 * @throws host_code_invalid, account_cancelling, account_banned, account_limited, frozen
 */
export async function redeemExchangeCode(
  context: Pick<Call<Services>, 'app' | 'services'>,
  input: { auth_code: string; code_verifier: string; redirect_uri: string },
): Promise<Redeemed> {
  const { transaction } = context.services
  const owner = await transaction(async (tx) => {
    const ticket = await tx.tickets.use(EXCHANGE_CODE, context.app.aid, input.auth_code)
    const isValid =
      ticket?.data.redirectUri === input.redirect_uri &&
      ticket.data.challenge === challengeOf(input.code_verifier)
    if (!isValid) return undefined
    const { proof, session } = ticket.data
    const isLone = is(proof, loneProof)
    const found = isLone
      ? await ownerWithout(tx, ticket.holder, proof)
      : await tx.sessions.accountOfSession(ticket.holder, String(session))
    return found && { ...found, sessionId: isLone ? undefined : String(session) }
  })
  if (owner === undefined) throw new PassportError('host_code_invalid')
  if (owner.account.state === 'cancelling') throw new PassportError('account_cancelling')
  requireUsable(owner.account)
  return owner
}

const loneProof = object({ method: literal('passkey'), provedAt: number() })

async function ownerWithout(
  { accounts }: Services,
  accountId: string,
  proof: LoneProof,
): Promise<SessionOwner | undefined> {
  const account = await accounts.byId(accountId)
  if (account === undefined) return undefined
  return { account, membership: undefined, secondMethod: '', secondProvedAt: 0, ...proof }
}

// The method S256 (RFC 7636, 4.2).
function challengeOf(verifier: string): string {
  return hash('sha256', verifier, 'base64url')
}
