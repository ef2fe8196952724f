import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'ppa_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Digits of 32 bytes. */
const RANDOM_LENGTH = 43
/** Digits of 4 bytes. */
const SUM_LENGTH = 6
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + SUM_LENGTH}}$`)

/** Returns a token of the admin API: 32 random bytes and their checksum, which scanners of code look for. */
export function makeAdminToken(): string {
  const random = toDigits(BigInt(`0x${randomBytes(32).toString('hex')}`), RANDOM_LENGTH)
  return `${PREFIX}${random}${sumOf(random)}`
}

/** Returns whether a text has the form of a token, so that typing errors need no look-up. */
export function isAdminToken(text: string): boolean {
  return FORM.test(text) && text.endsWith(sumOf(text.slice(PREFIX.length, -SUM_LENGTH)))
}

function sumOf(random: string): string {
  return toDigits(BigInt(crc32(random)), SUM_LENGTH)
}

function toDigits(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text
  return text
}
