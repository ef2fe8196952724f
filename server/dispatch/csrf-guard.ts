import { CSRF_HEADER } from '#protocol/headers.ts'
import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import { csrfCookies } from '../http/cookies.ts'
import { isCsrfTokenOf, makeCsrfToken } from '../http/csrf-token.ts'
import { equalInConstantTime } from '../lib/constant-time.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken } from '../lib/tokens.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { LiveSession } from '../store/session-repository.ts'
import type { Exchange } from './exchange.ts'

/** Protects calls that are authenticated by a cookie. */
export type CsrfGuard = ReturnType<typeof createCsrfGuard>

/** Returns the guard, which looks up sessions only when a token does not match. */
export function createCsrfGuard(config: Config, secrets: Secrets, sessions: Sessions) {
  /** Issues a token for a session, or for no session when the hash is empty. */
  function issue({ request, pending }: Exchange, sessionHash: string): void {
    const token = makeCsrfToken(secrets, sessionHash)
    pending.csrfToken = token
    pending.cookies.push(...csrfCookies(config, token, request.headers.origin))
  }

  /** @throws csrf_error for a call that does not repeat the token of its cookie */
  async function ensure(call: Exchange, session: LiveSession | undefined): Promise<void> {
    const { headers } = call.request
    const { sessionToken } = call.pending
    const { csrfCookies: cookies } = call
    const sent = headers[CSRF_HEADER]
    const header = typeof sent === 'string' ? sent : ''
    // Without session and token there is nothing to misuse; the origin was checked before.
    if (cookies.length === 0 && sessionToken === undefined) return
    const isRepeated =
      header !== '' &&
      (cookies.length === 0 || cookies.some((cookie) => equalInConstantTime(cookie, header)))
    if (sessionToken === undefined) {
      if (!isRepeated) throw new PassportError('csrf_error')
      return
    }
    const sessionHash = hashToken(sessionToken)
    const bound = cookies.filter((cookie) => isCsrfTokenOf(secrets, cookie, sessionHash))
    if (isRepeated && bound.includes(header)) return
    // A token of another session is harmless only if its session cookie has expired anyway.
    const isLive = session !== undefined || (await sessions.find(sessionToken)) !== undefined
    if (isRepeated && !isLive) return
    const [token] = bound
    if (token === undefined) issue(call, sessionHash)
    // The client repeated the cookie of another host.
    else call.pending.csrfToken = token
    throw new PassportError('csrf_error')
  }

  return { ensure, issue }
}
