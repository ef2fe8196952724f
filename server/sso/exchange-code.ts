import { hash } from 'node:crypto'
import { requireUsable } from '../accounts/accounts.ts'
import type { Call } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { SECOND_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Account } from '../store/account-repository.ts'
import type { LiveSession } from '../store/session-repository.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Tickets } from '../tickets/tickets.ts'

/** Services that this module needs. */
export interface ExchangeCodeServices {
  config: Config
  sessions: Sessions
  tickets: Tickets
  transaction: Transaction<ExchangeCodeServices>
}

/** Purpose of the codes with which servers of other pages learn who signed in. */
const HOST_CODE = 'host_code'

/** How long such a code stays good, in milliseconds. */
export const EXCHANGE_CODE_MS = 60 * SECOND_MS

/** What a page wants a code for. */
export interface ExchangeRequest {
  redirect_uri: string
  state?: string | undefined
  code_challenge: string
}

/** A code and the registered address that it is for. */
export interface ExchangeCode {
  code: string
  state: string
  iss: string
  redirect_url: string
}

/** @throws redirect_mismatch unless the address is registered exactly as it is (RFC 9700, 4.1.3). */
export function ensureRegistered({ app }: Call<ExchangeCodeServices>, redirectUri: string): void {
  if (!app.redirects.includes(redirectUri)) throw new PassportError('redirect_mismatch')
}

/**
 * Gives a code for the server of a page. It counts once and ends with the session it comes from.
 * @throws redirect_mismatch
 */
export async function issueExchangeCode(
  context: Call<ExchangeCodeServices>,
  { accountId, id: session }: Pick<LiveSession, 'accountId' | 'id'>,
  wish: ExchangeRequest,
): Promise<ExchangeCode> {
  ensureRegistered(context, wish.redirect_uri)
  const { config, tickets } = context.services
  const code = await tickets.issue({
    purpose: HOST_CODE,
    aid: context.app.aid,
    holder: accountId,
    data: { session, redirectUri: wish.redirect_uri, challenge: wish.code_challenge },
    lifeMs: EXCHANGE_CODE_MS,
  })
  const { state = '' } = wish
  const iss = config.PUBLIC_ORIGIN
  const url = new URL(wish.redirect_uri)
  url.searchParams.set('code', code)
  if (state !== '') url.searchParams.set('state', state)
  // Names who answers, so that a page with several servers is not mixed up (RFC 9207).
  url.searchParams.set('iss', iss)
  return { code, state, iss, redirect_url: url.href }
}

/**
 * Who signed in, for a code that is used up whatever else is wrong.
 * @throws host_code_invalid
 */
export async function redeemExchangeCode(
  context: Call<ExchangeCodeServices>,
  shown: { auth_code: string; code_verifier: string; redirect_uri: string },
): Promise<Account> {
  const { transaction } = context.services
  const account = await transaction(async (tx) => {
    const ticket = await tx.tickets.use(HOST_CODE, context.app.aid, shown.auth_code)
    const isRight =
      ticket?.data.redirectUri === shown.redirect_uri &&
      ticket.data.challenge === challengeOf(shown.code_verifier)
    const vouched = isRight
      ? await tx.sessions.accountOfSession(ticket.holder, String(ticket.data.session))
      : undefined
    return vouched?.account
  })
  if (account === undefined) throw new PassportError('host_code_invalid')
  if (account.state === 'cancelling') throw new PassportError('account_cancelling')
  requireUsable(account)
  return account
}

// The method S256 (RFC 7636, 4.2); a plain challenge would be worth nothing in a page.
function challengeOf(verifier: string): string {
  return hash('sha256', verifier, 'base64url')
}
