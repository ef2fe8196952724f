import { hash, randomBytes } from 'node:crypto'

const TOKEN = /^[\w-]{43}$/

/** Returns a random token of 256 bits, 43 characters. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns whether a text has the form of a token. */
export function isToken(text: string | undefined): text is string {
  return text !== undefined && TOKEN.test(text)
}

/** Returns the SHA-256 of a token, hex; synchronous, because threads of the pool may be hashing passwords. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}
