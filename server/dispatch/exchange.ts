import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { commonDefaults, type Language } from '#protocol/common-params.ts'
import { startProgress, type PlainReply, type Progress } from '../calls/call.ts'
import { readCsrfTokens } from '../http/cookies.ts'
import { createLogId } from '../http/log-id.ts'
import { preferredLanguage } from '../http/preferred-language.ts'
import type { Source } from './context.ts'
import type { Route } from './routes.ts'

/** A call between its request and its reply. */
export interface Exchange {
  readonly route: Route
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly method: 'GET' | 'POST'
  /** Time of arrival in milliseconds. */
  readonly now: number
  readonly logId: string
  /** What may be the token among the request's CSRF cookies. */
  readonly csrfCookies: readonly string[]
  /** Whether a browser navigates here and shows a page for an error. */
  readonly showsPage: boolean
  readonly pending: PendingReply
}

/** State for the reply, whether the call succeeds or fails. */
export interface PendingReply {
  language: Language
  /** Number of the application, for the log. */
  aid: number | undefined
  /** Session token of the request. */
  sessionToken: string | undefined
  /** CSRF token that the reply issues or tells; undefined while the current one stays. */
  csrfToken: string | undefined
  /** Set-Cookie values. */
  cookies: string[]
  /** Whether browsers keep the cookies apart for each embedding site. */
  isPartitioned: boolean
  /** Target of a redirect, for navigations. */
  location: string | undefined
  /** Page or image in place of the envelope. */
  plain: PlainReply | undefined
  /** Caller and payload as far as they were read, for support. */
  read: { source?: Source; payload?: object }
  /** Its refusal is what a redirect or page tells in place of the envelope. */
  readonly progress: Progress
}

/** Returns a call with an empty pending reply. */
export function startExchange(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  now: number,
): Exchange {
  const showsPage = route.endpoint.navigation && expectsPage(request.headers)
  return {
    route,
    request,
    reply,
    method: request.method === 'GET' ? 'GET' : 'POST',
    now,
    logId: createLogId(now),
    csrfCookies: readCsrfTokens(request.headers.cookie),
    showsPage,
    pending: {
      language: showsPage ? preferredLanguage(request.headers) : commonDefaults.language,
      aid: undefined,
      sessionToken: undefined,
      csrfToken: undefined,
      cookies: [],
      isPartitioned: false,
      location: undefined,
      plain: undefined,
      read: {},
      progress: startProgress(),
    },
  }
}

// Old browsers do not send Sec-Fetch-Mode.
function expectsPage({ 'sec-fetch-mode': mode, accept }: IncomingHttpHeaders): boolean {
  return mode === undefined ? accept?.includes('text/html') === true : mode === 'navigate'
}
