import { SESSION_HEADER } from '#protocol/headers.ts'
import { readCookies } from '#protocol/read-cookies.ts'
import type { Call } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { REQUEST_COOKIE, requestCookie } from '../http/cookies.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken, isToken, makeToken } from '../lib/tokens.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { OAuthRequestRepository } from '../store/oauth-request-repository.ts'
import { TICKET_LIFE_MS } from '../tickets/tickets.ts'
import type { OAuthRequest } from '../store/schema/oauth.ts'

export type PendingRequestContext = Pick<
  Call<{
    config: Config
    oauthRequests: OAuthRequestRepository
    rateLimits: Pick<RateLimits, 'spend'>
  }>,
  'caller' | 'services' | 'now' | 'header' | 'setCookie'
>

/** Requests that one network may leave unanswered in the life of a ticket, for one client and in all. */
const MAX_REQUESTS = { client: 300, network: 1000 }

/** Stores a request until the person answers; the ticket is valid in this browser only. @throws too_often */
export async function storeRequest(
  context: PendingRequestContext,
  params: OAuthRequest['params'],
): Promise<{ ticket: string; waiting: OAuthRequest }> {
  const { caller, now, services, setCookie } = context
  // Anybody may begin a request, so without limits anybody could fill the table.
  const network = `consent requests ${caller.prefix}`
  await services.rateLimits.spend([
    { key: network, max: MAX_REQUESTS.network, windowMs: TICKET_LIFE_MS },
    {
      key: `${network} ${params.client_id ?? params.client_key}`,
      max: MAX_REQUESTS.client,
      windowMs: TICKET_LIFE_MS,
    },
  ])
  const [known] = readBrowsers(context)
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

/** Returns the request of a ticket. @throws open_request_expired, with `reason` if it was answered */
export async function findRequest(
  context: PendingRequestContext,
  ticket: string,
): Promise<OAuthRequest> {
  return await findRequestByHash(context, hashToken(ticket))
}

/** Like `findRequest`, by the ticket's hash. */
export async function findRequestByHash(
  context: PendingRequestContext,
  hash: string,
): Promise<OAuthRequest> {
  return await findOf(context, readBrowsers(context), () => hash)
}

/** Returns the browser's latest request, for pages without JavaScript. @throws open_request_expired */
export async function newestRequest(context: PendingRequestContext): Promise<OAuthRequest> {
  return await findOf(context, readBrowsers(context), ({ newest }) => newest)
}

/** Returns the error for a request that was already answered. */
export function alreadyAnswered(): PassportError {
  return new PassportError('open_request_expired', { reason: 'answered' })
}

interface Browser {
  browser: string
  /** Hash of the latest request. */
  newest: string
  isCookieless: boolean
}

async function findOf(
  { now, services }: PendingRequestContext,
  browsers: readonly Browser[],
  hashOf: (browser: Browser) => string,
): Promise<OAuthRequest> {
  for (const one of browsers) {
    const found = await services.oauthRequests.find(hashOf(one), hashToken(one.browser), now)
    if (found?.state === 'decided') throw alreadyAnswered()
    if (found !== undefined) return found
  }
  throw new PassportError('open_request_expired')
}

// The cookie holds the browser's id and the hash of its latest request.
function readBrowsers({ header }: PendingRequestContext): Browser[] {
  // Applications without cookies send their session in a header, which web pages cannot forge.
  const session = header(SESSION_HEADER)
  if (session !== undefined) return [{ browser: session, newest: '', isCookieless: true }]
  return readCookies(header('cookie'), REQUEST_COOKIE).flatMap((value) => {
    const [browser, newest = ''] = value.split('.', 2)
    return isToken(browser) ? [{ browser, newest, isCookieless: false }] : []
  })
}
