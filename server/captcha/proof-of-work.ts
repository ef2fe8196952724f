import { createHmac, pbkdf2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { ProofAnswer, ProofOfWork } from '#protocol/captcha/challenge.ts'

const derive = promisify(pbkdf2)

const ITERATIONS = 5000
const KEY_BYTES = 32
/** Long enough that no other counter of the range fits by chance. */
const PREFIX_BYTES = 8
const SALT_BYTES = 16

/** Between which numbers of derivations the secret counter lies; both ends are told to the client. */
export interface WorkRange {
  min: number
  max: number
}

/** Around three seconds on one core of a desktop computer, less where several are free. */
export const defaultWork: WorkRange = { min: 1000, max: 7000 }

/**
 * Makes work whose length is bounded: the counter is chosen, so nobody waits for a lucky hash.
 * @param bound What the work is tied to; goes into its signature.
 */
export async function makeWork(
  secret: Buffer,
  range: WorkRange,
  bound: readonly (string | number)[],
): Promise<{ work: ProofOfWork; answer: ProofAnswer }> {
  const counter = randomInt(range.min, range.max + 1)
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(String(counter), salt, ITERATIONS, KEY_BYTES, 'sha256')
  const prefix = key.subarray(0, PREFIX_BYTES).toString('base64url')
  const saltText = salt.toString('base64url')
  const sig = createHmac('sha256', secret)
    .update([...bound, saltText, prefix, range.min, range.max].join('\n'))
    .digest('base64url')
  const work: ProofOfWork = {
    alg: 'PBKDF2/SHA-256',
    iter: ITERATIONS,
    salt: saltText,
    prefix,
    min: range.min,
    max: range.max,
    sig,
  }
  return { work, answer: { counter, sig } }
}

/** Whether the counter was found, for the very work that was signed. */
export function checkWork(expected: ProofAnswer, given: ProofAnswer): boolean {
  const a = Buffer.from(expected.sig)
  const b = Buffer.from(given.sig)
  return a.length === b.length && timingSafeEqual(a, b) && expected.counter === given.counter
}
