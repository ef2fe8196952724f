import { randomBytes } from 'node:crypto'
import { CSRF_TOKEN } from '#protocol/headers.ts'
import type { Secrets } from '../config/secrets.ts'
import { equalInConstantTime } from '../lib/constant-time.ts'

const HALF_LENGTH = 32

/** Returns a token for a session, or for no session with an empty hash: 64 hex digits. */
export function makeCsrfToken(secrets: Secrets, sessionHash: string): string {
  const random = randomBytes(HALF_LENGTH / 2).toString('hex')
  return random + signatureOf(secrets.keyed('csrf', sessionHash, random))
}

/** Returns whether a token was issued for this session, not set by a neighbouring host. */
export function isCsrfTokenOf(secrets: Secrets, token: string, sessionHash: string): boolean {
  if (!CSRF_TOKEN.test(token)) return false
  const random = token.slice(0, HALF_LENGTH)
  return secrets
    .accepted('csrf', sessionHash, random)
    .some((hash) => equalInConstantTime(token.slice(HALF_LENGTH), signatureOf(hash)))
}

function signatureOf(hash: Buffer): string {
  return hash.toString('hex').slice(0, HALF_LENGTH)
}
