import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../config/secrets.ts'
import { MINUTE_MS } from '../lib/clock.ts'

/** Life of a challenge, in milliseconds. */
export const CHALLENGE_MS = 10 * MINUTE_MS

const RANDOM_BYTES = 16
const TIME_BYTES = 6
const MAC_BYTES = 32

/** What a challenge is good for; an answer in any other place does not count. */
export interface ChallengeUse {
  purpose: 'login' | 'verify' | 'step_up' | 'create'
  aid: number
  /** Keyed hash of the web id. */
  browser: string
  origin: string
  /** Empty at sign-in. */
  accountId: string
  /** Id of the session; empty where there is none. */
  session: string
}

/** A challenge that this server issued, while it may be answered. */
export interface IssuedChallenge {
  /** SHA-256, hex, by which it is used up. */
  hash: string
  issuedAt: number
  expiresAt: number
}

/** Challenges that are stored only when they are answered: they carry their own proof. */
export function createChallenges(secrets: Secrets) {
  const macs = (head: Buffer, use: ChallengeUse): readonly [Buffer, ...Buffer[]] =>
    secrets.accepted(
      'passkey challenge',
      head.toString('base64url'),
      use.purpose,
      String(use.aid),
      use.browser,
      use.origin,
      use.accountId,
      use.session,
    )
  return {
    issue: (use: ChallengeUse, now: number) => {
      const time = Buffer.alloc(TIME_BYTES)
      time.writeUIntBE(now + CHALLENGE_MS, 0, TIME_BYTES)
      const head = Buffer.concat([randomBytes(RANDOM_BYTES), time])
      return Buffer.concat([head, macs(head, use)[0]]).toString('base64url')
    },
    /** Returns undefined for a challenge of others, for another use, or too old. */
    read: (challenge: string, use: ChallengeUse, now: number) => {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.length !== RANDOM_BYTES + TIME_BYTES + MAC_BYTES) return undefined
      const head = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES)
      const mac = bytes.subarray(RANDOM_BYTES + TIME_BYTES)
      if (!macs(head, use).some((one) => timingSafeEqual(one, mac))) return undefined
      const expiresAt = head.readUIntBE(RANDOM_BYTES, TIME_BYTES)
      if (expiresAt <= now) return undefined
      return {
        hash: hash('sha256', bytes, 'hex'),
        issuedAt: expiresAt - CHALLENGE_MS,
        expiresAt,
      }
    },
  }
}
