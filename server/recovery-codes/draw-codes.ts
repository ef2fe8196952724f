import { randomBytes } from 'node:crypto'
import type { Passwords } from '../passwords/passwords.ts'

/** Digits of Crockford's base 32; I, L, O and U are left out. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 80 random bits, which guesses do not find; Argon2id protects a copied database (NIST SP 800-63B). */
const CODE_LENGTH = 16

/** Number of codes in a set. */
export const CODES = 10

/** New recovery codes, and what is stored of them. */
export type DrawnCodes = Awaited<ReturnType<typeof drawCodes>>

/** Draws the recovery codes of an account. @throws server_busy */
export async function drawCodes(passwords: Passwords, signal: AbortSignal) {
  // A byte is one of 256, so each digit is as likely as any other.
  const codes = Array.from({ length: CODES }, () =>
    [...randomBytes(CODE_LENGTH)].map((byte) => DIGITS[byte % DIGITS.length]).join(''),
  )
  return { codes, ...(await passwords.hashBySalt(codes, signal)) }
}
