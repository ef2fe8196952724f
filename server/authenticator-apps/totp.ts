import { Secret, TOTP } from 'otpauth'
import { SECOND_MS } from '../lib/clock.ts'

const STEP_MS = 30 * SECOND_MS

/** Clocks of phones and people who type slowly are a step off. */
const STEPS_OFF = 1

// Six digits by SHA-1 each half minute are the defaults, and what every app knows.
const totpOf = (secret: Buffer): TOTP => new TOTP({ secret: toSecret(secret) })

function toSecret(bytes: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}

/** Returns the number of the half minute that a time belongs to. */
export function stepOf(now: number): number {
  return Math.floor(now / STEP_MS)
}

/** Returns the step that a code is of; undefined for a wrong one. */
export function matchingStep(secret: Buffer, code: string, now: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: STEPS_OFF })
  return delta === null ? undefined : stepOf(now) + delta
}

/** Returns bytes in the form that people type into an app (RFC 4648). */
export function toBase32(bytes: Buffer): string {
  return toSecret(bytes).base32
}

/** Reads that form; undefined for other characters, and for fewer than 10 bytes. */
export function fromBase32(text: string): Buffer | undefined {
  const typed = text.toUpperCase().replaceAll(/[\s=-]/g, '')
  if (!/^[A-Z2-7]{16,256}$/.test(typed)) return undefined
  return Buffer.from(Secret.fromBase32(typed).buffer)
}

/** Returns what apps read from a QR code. */
export function totpUri(secret: string, issuer: string, account: string): string {
  return new TOTP({ secret, issuer, label: account }).toString()
}
