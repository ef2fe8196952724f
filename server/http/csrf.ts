import { isEqual } from '../lib/tokens.ts'
import { randomFillSync } from 'node:crypto'
import type { Secrets } from '../config/secrets.ts'

/** 60 days, in seconds. */
export const CSRF_COOKIE_SECONDS = 5_184_000

const HALF = 32

/** A token for a session, or for nobody: 32 hex digits at random and 32 that sign them. */
export function makeCsrfToken(secrets: Secrets, sessionHash: string): string {
  const random = takeRandom()
  return random + sign(secrets, sessionHash, random)
}

/** Whether a token was made for this session: one planted by a neighbour host was not. */
export function isCsrfTokenOf(secrets: Secrets, token: string, sessionHash: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(token)) return false
  return isEqual(token.slice(HALF), sign(secrets, sessionHash, token.slice(0, HALF)))
}

// Drawn many at once: each call to the system costs as much as all the rest of a token.
const pool = Buffer.alloc((HALF / 2) * 256)
let used = pool.length

function takeRandom(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const start = used
  used += HALF / 2
  return pool.toString('hex', start, used)
}

function sign(secrets: Secrets, sessionHash: string, random: string): string {
  return secrets.keyed('csrf', sessionHash, random).toString('hex').slice(0, HALF)
}
