import { randomBytes, randomInt, scrypt, type ScryptOptions } from 'node:crypto'
import type { Level } from '@passport/puzzles'
import type { ProofOfWork } from '#protocol/captcha/challenge.ts'

const PREFIX_BYTES = 8
const PROOF_BYTES = 16
const SALT_BYTES = 16

/** Cost of a proof of work for the device. */
export interface WorkCost {
  /** Cost of one key; with blocks of 1 KiB, its memory in KiB. */
  n: number
  /** Keys to try at most, by level; on average it is half of them. */
  alone: Record<Level, number>
  /** Keys to try at most when a picture has to be solved as well. */
  withPicture: Record<Level, number>
}

/** Keys of 16 MiB, about 60 ms each in a browser on a desktop computer. */
export const defaultWork: WorkCost = {
  n: 16_384,
  alone: { 0: 16, 1: 64, 2: 128 },
  withPicture: { 0: 4, 1: 16, 2: 32 },
}

/** Work for a device, and the proof that is known only after doing it. */
export interface MadeWork {
  work: ProofOfWork
  proof: string
}

/** Chooses the number to find, of 1 to `max`, and derives its key once. */
export async function makeWork(n: number, max: number): Promise<MadeWork> {
  const salt = randomBytes(SALT_BYTES)
  const cost = { N: n, r: 8, p: 1 }
  const key = await derive(String(randomInt(1, max + 1)), salt, cost)
  const work: ProofOfWork = {
    alg: 'scrypt',
    n: cost.N,
    r: cost.r,
    p: cost.p,
    salt: salt.toString('base64url'),
    prefix: key.subarray(0, PREFIX_BYTES).toString('base64url'),
    max,
  }
  // More of the key than was sent: a number alone could be guessed.
  return { work, proof: key.subarray(PREFIX_BYTES).toString('base64url') }
}

async function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    scrypt(password, salt, PREFIX_BYTES + PROOF_BYTES, cost, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
