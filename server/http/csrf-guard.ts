import { isEqual } from '../lib/tokens.ts'
import type { FastifyRequest } from 'fastify'
import { CSRF_COOKIES, CSRF_HEADER } from '#protocol/headers.ts'
import { readCookie } from './cookies.ts'
import { csrfCookies } from './csrf-cookies.ts'
import { isCsrfTokenOf, makeCsrfToken } from './csrf.ts'
import type { Config } from '../config/config.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { hashToken } from '../lib/tokens.ts'

/** What a call leaves behind for its reply. */
export interface CsrfDraft {
  /** Token of the session that came with the call. */
  token: string | undefined
  /** Token that the reply hands out; undefined where the present one stays. */
  csrfToken: string | undefined
  cookies: string[]
}

/** The CSRF rules of calls with a cookie. */
export interface CsrfGuard {
  /** @throws csrf_error for a call that does not repeat the token of its cookie. */
  ensure(request: FastifyRequest, draft: CsrfDraft, session: LiveSession | undefined): Promise<void>
  /** Hands out a token for a session, or for nobody with an empty hash. */
  bind(request: FastifyRequest, draft: CsrfDraft, sessionHash: string): void
}

/** Value of the CSRF cookie, under either of its names. */
export function csrfCookie(request: FastifyRequest): string | undefined {
  const { cookie } = request.headers
  return readCookie(cookie, CSRF_COOKIES[0]) ?? readCookie(cookie, CSRF_COOKIES[1])
}

/** A guard over sessions. */
export function createCsrfGuard(config: Config, secrets: Secrets, sessions: Sessions): CsrfGuard {
  const guard: CsrfGuard = {
    bind: (request, draft, sessionHash) => {
      const token = makeCsrfToken(secrets, sessionHash)
      draft.csrfToken = token
      draft.cookies.push(...csrfCookies(config, token, request.headers.origin))
    },

    ensure: async (request, draft, session) => {
      const { token } = draft
      const cookie = csrfCookie(request)
      const header = request.headers[CSRF_HEADER]
      const isBrowser =
        request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined
      // A program that holds neither a session nor a token has nothing a foreign page could misuse.
      if (!isBrowser && cookie === undefined && token === undefined) return
      const isRepeated =
        typeof header === 'string' &&
        header !== '' &&
        (cookie === undefined || isEqual(cookie, header))
      if (token === undefined) {
        if (!isRepeated) throw new PassportError('csrf_error')
        return
      }
      const isBound = cookie !== undefined && isCsrfTokenOf(secrets, cookie, hashToken(token))
      if (isRepeated && isBound) return
      // A token of another session: harmless only when the session cookie is dead anyway.
      const isLive = session !== undefined || (await sessions.find(token)) !== undefined
      if (isRepeated && !isLive) return
      if (!isBound) guard.bind(request, draft, hashToken(token))
      throw new PassportError('csrf_error')
    },
  }
  return guard
}
