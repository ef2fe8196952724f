import { createHmac } from 'node:crypto'
import { SECOND_MS } from '../lib/clock.ts'
import { equalInConstantTime } from '../lib/constant-time.ts'

const STEP_MS = 30 * SECOND_MS
const DIGITS = 6
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Clocks of phones and people who type slowly are a step off. */
const OFFSETS = [0, -1, 1]

/** Returns the number of the half minute that a time belongs to. */
export function stepOf(now: number): number {
  return Math.floor(now / STEP_MS)
}

/** Returns the code of a step (RFC 6238 with SHA-1, which every app knows). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** Returns the step that a code is of; undefined for a wrong one. */
export function matchingStep(secret: Buffer, code: string, now: number): number | undefined {
  const present = stepOf(now)
  return OFFSETS.map((offset) => present + offset).find((step) =>
    equalInConstantTime(codeAt(secret, step), code),
  )
}

/** Returns bytes in the form that people type into an app (RFC 4648). */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** Returns what apps read from a QR code. */
export function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
