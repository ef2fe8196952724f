import { hash, randomBytes } from 'node:crypto'

const TOKEN = /^[\w-]{43}$/

/** A random token: 256 bits as 43 characters. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text has the form of a token. */
export function isToken(text: string | undefined): text is string {
  return text !== undefined && TOKEN.test(text)
}

/** SHA-256 of a token, hex. Synchronous: a pool thread would queue behind password hashing. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}
