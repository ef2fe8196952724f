import { SESSION_HEADER } from '#protocol/headers.ts'
import type { Call } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { readCookie, REQUEST_COOKIE, requestCookie } from '../http/cookies.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken, isToken, makeToken } from '../lib/tokens.ts'
import type { OAuthRequest, OAuthRequestRepository } from '../store/oauth-request-repository.ts'
import { TICKET_LIFE_MS } from '../tickets/tickets.ts'

/** The parts of a call that keeping a request needs. */
export type WaitingContext = Pick<
  Call<{ config: Config; oauthRequests: OAuthRequestRepository }>,
  'services' | 'now' | 'header' | 'setCookie'
>

/** Keeps a request until its person answers; returns the ticket, which is of use in this browser alone. */
export async function keepRequest(
  context: WaitingContext,
  params: OAuthRequest['params'],
): Promise<{ ticket: string; waiting: OAuthRequest }> {
  const { now, services, setCookie } = context
  const known = readBrowser(context)
  const browser = known?.browser ?? makeToken()
  const ticket = makeToken()
  const waiting: OAuthRequest = {
    hash: hashToken(ticket),
    browserHash: hashToken(browser),
    params: Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)),
    accountId: '',
    seenDigest: '',
    state: 'open',
    createdAt: now,
    expiresAt: now + TICKET_LIFE_MS,
  }
  if (known?.isCookieless !== true) {
    setCookie(requestCookie(services.config, `${browser}.${waiting.hash}`))
  }
  await services.oauthRequests.insert(waiting)
  return { ticket, waiting }
}

/** Returns the request of a ticket. @throws open_request_expired, with `reason` once it was answered */
export async function findRequest(context: WaitingContext, ticket: string): Promise<OAuthRequest> {
  return await findRequestByHash(context, hashToken(ticket))
}

/** Returns the request of a ticket's hash, like `findRequest`. @throws open_request_expired */
export async function findRequestByHash(
  context: WaitingContext,
  hash: string,
): Promise<OAuthRequest> {
  const { now, services } = context
  const browser = readBrowser(context)?.browser
  const found = browser && (await services.oauthRequests.find(hash, hashToken(browser), now))
  if (!found) throw new PassportError('open_request_expired')
  if (found.state === 'decided') throw alreadyAnswered()
  return found
}

/** Returns the request that a browser without JavaScript was sent here with. @throws open_request_expired */
export async function newestRequest(context: WaitingContext): Promise<OAuthRequest> {
  return await findRequestByHash(context, readBrowser(context)?.newest ?? '')
}

/** Returns the error of a request that was answered, in another tab or before. */
export function alreadyAnswered(): PassportError {
  return new PassportError('open_request_expired', { reason: 'answered' })
}

// The cookie names the browser, and the last request that was kept for it.
function readBrowser({
  header,
}: WaitingContext): { browser: string; newest: string; isCookieless: boolean } | undefined {
  // An application that keeps no cookies sends its session in a header, which no page can make a browser do.
  const session = header(SESSION_HEADER)
  if (session !== undefined) return { browser: session, newest: '', isCookieless: true }
  const [browser, newest = ''] = readCookie(header('cookie'), REQUEST_COOKIE)?.split('.', 2) ?? []
  return isToken(browser) ? { browser, newest, isCookieless: false } : undefined
}
