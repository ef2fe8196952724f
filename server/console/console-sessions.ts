import { stringifySetCookie } from 'cookie'
import type { Secrets } from '../config/secrets.ts'
import type { Config } from '../config/config.ts'
import { readTokens } from '../http/cookies.ts'
import { isCsrfTokenOf, makeCsrfToken } from '../http/csrf-token.ts'
import { HOUR_MS, MINUTE_MS, wasWithin } from '../lib/clock.ts'
import { hashToken, makeToken } from '../lib/tokens.ts'
import type { Services } from '../services/services.ts'
import type { ConsoleSessionRepository } from '../store/console-session-repository.ts'
import type { ConsoleSession } from '../store/schema/operators.ts'

/** A session of the console with its operator. */
export type LiveConsoleSession = NonNullable<Awaited<ReturnType<ConsoleSessionRepository['find']>>>

const IDLE_MS = 30 * MINUTE_MS
const LIFE_MS = 8 * HOUR_MS
const TOUCH_EVERY_MS = MINUTE_MS
const NAME = 'passport_console'

/** Sessions of the console: their cookie and the token of their forms. */
export type ConsoleSessions = ReturnType<typeof createConsoleSessions>

export function createConsoleSessions(
  { clock, config, consoleSessions }: Services,
  secrets: Secrets,
) {
  const write = cookieWriter(config)
  return {
    find: async (cookies: string | undefined): Promise<LiveConsoleSession | undefined> => {
      const [token] = readTokens(cookies, write.nameOf(NAME))
      if (token === undefined) return undefined
      const now = clock()
      const session = await consoleSessions.find(hashToken(token), now, now - IDLE_MS)
      if (session !== undefined && !wasWithin(session.lastSeenAt, now, TOUCH_EVERY_MS)) {
        await consoleSessions.touch(session.hash, now)
      }
      return session
    },
    /** Opens a session in a transaction; returns the value of its Set-Cookie header. */
    open: async (
      tx: { consoleSessions: ConsoleSessionRepository },
      proved: Pick<ConsoleSession, 'accountId' | 'sessionId' | 'provedAt'>,
    ): Promise<string> => {
      const token = makeToken()
      const now = clock()
      const times = { lastSeenAt: now, expiresAt: now + LIFE_MS }
      await tx.consoleSessions.insert({ hash: hashToken(token), ...proved, ...times })
      return write(NAME, token, { sameSite: 'strict' })
    },
    /** Value of the Set-Cookie header that takes the cookie away. */
    ended: write(NAME, '', { sameSite: 'strict', maxAge: 0 }),
    csrfOf: (hash: string): string => makeCsrfToken(secrets, `console ${hash}`),
    isCsrfOf: (hash: string, token: unknown): boolean =>
      isCsrfTokenOf(secrets, String(token), `console ${hash}`),
  }
}

/** Returns what writes Set-Cookie values of cookies that only this origin's server reads; the names differ by https. */
export function cookieWriter({ CONSOLE_ORIGIN }: Pick<Config, 'CONSOLE_ORIGIN'>) {
  const secure = CONSOLE_ORIGIN.startsWith('https:')
  // Browsers take the prefix by https alone; without it the console is on loopback.
  const nameOf = (name: string): string => (secure ? `__Host-${name}` : name)
  const write = (
    name: string,
    value: string,
    options: { sameSite: 'strict' | 'lax'; maxAge?: number },
  ): string =>
    stringifySetCookie({ name: nameOf(name), value, path: '/', httpOnly: true, secure, ...options })
  return Object.assign(write, { nameOf })
}
