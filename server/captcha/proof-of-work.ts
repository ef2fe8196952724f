import { createHmac, pbkdf2, randomBytes, randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import type { ProofAnswer, ProofOfWork } from '#protocol/captcha/challenge.ts'
import { equalInConstantTime } from '../lib/constant-time.ts'

const derive = promisify(pbkdf2)

const ITERATIONS = 5000
const KEY_BYTES = 32
/** Long enough that no other counter of the range has the same prefix. */
const PREFIX_BYTES = 8
const SALT_BYTES = 16

/** The range of the secret counter, which the client knows. */
export interface WorkRange {
  min: number
  max: number
}

/** About three seconds on one core of a desktop computer. */
export const defaultWork: WorkRange = { min: 1000, max: 7000 }

/** Chooses the counter, which bounds the duration; the signature covers `signedValues`. */
export async function makeWork(
  secret: Buffer,
  range: WorkRange,
  signedValues: readonly (string | number)[],
): Promise<{ work: ProofOfWork; answer: ProofAnswer }> {
  const counter = randomInt(range.min, range.max + 1)
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(String(counter), salt, ITERATIONS, KEY_BYTES, 'sha256')
  const prefix = key.subarray(0, PREFIX_BYTES).toString('base64url')
  const saltText = salt.toString('base64url')
  const sig = createHmac('sha256', secret)
    .update([...signedValues, saltText, prefix, range.min, range.max].join('\n'))
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

/** Returns whether an answer has the counter and the signature of the work. */
export function checkWork(expected: ProofAnswer, answer: ProofAnswer): boolean {
  return expected.counter === answer.counter && equalInConstantTime(expected.sig, answer.sig)
}
