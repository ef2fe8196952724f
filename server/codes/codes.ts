import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../config/secrets.ts'
import { SECOND_MS, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { CODE_LIFE_MS, type CodeKey, type CodeRepository } from '../store/code-repository.ts'
import type { Recipient } from '../store/recipient.ts'

/** Digits of a code. */
export const CODE_LENGTH = 6

/** Tries after which a code is dead. */
export const MAX_TRIES = 5

/** A code that was right and is not used up yet. */
export interface Proof {
  readonly key: CodeKey
  readonly hash: string
}

/** What a code is made for. */
export interface CodeRequest {
  readonly key: CodeKey
  /** False for a code that nobody gets to know, at the same cost. */
  readonly isOpen: boolean
}

/** Rules about verification codes. */
export interface Codes {
  /** Where a code for this address, application and purpose is kept. */
  keyFor(aid: number, recipient: Recipient, type: number): CodeKey
  /**
   * Stores fresh codes over the last ones and answers them, all or none.
   * @throws code_frequency within the resend interval of one of them.
   */
  issue(requests: readonly CodeRequest[]): Promise<string[]>
  /** Counts a try and compares; @throws code_error, or code_expired for a dead code. */
  check(key: CodeKey, code: string): Promise<Proof>
  /** Returns the type of the live code that was sent last to an address, of the types asked for. */
  lastType(
    to: Pick<CodeKey, 'aid' | 'recipient'>,
    types: readonly number[],
  ): Promise<number | undefined>
  /** Uses a proof up; @throws code_expired when another call was faster. */
  use(proof: Proof): Promise<void>
}

/** Codes kept as keyed hashes; `resendMs` is the time between two sends. */
export function createCodes(
  repository: CodeRepository,
  secrets: Secrets,
  clock: Clock,
  resendMs: number,
): Codes {
  const hash = (key: CodeKey, code: string): string =>
    secrets
      .keyed('code', String(key.aid), key.recipient, String(key.type), code)
      .toString('base64url')
  const tooSoon = (agoMs: number): PassportError =>
    new PassportError('code_frequency', {
      retry_after: Math.max(1, Math.ceil((resendMs - agoMs) / SECOND_MS)),
    })
  return {
    keyFor: (aid, recipient, type) => ({
      aid,
      recipient: secrets
        .keyed('code target', recipient.channel, recipient.address)
        .toString('base64url'),
      type,
    }),
    issue: async (requests) => {
      const now = clock()
      // Of two for the same one comes too soon, and one statement could not store both.
      const places = new Set(requests.map(({ key }) => `${key.aid} ${key.type} ${key.recipient}`))
      if (places.size < requests.length) throw tooSoon(0)
      const made = requests.map(({ key, isOpen }) => {
        const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
        const hashed = hash(key, isOpen ? code : `closed ${code}`)
        return { code, fresh: { ...key, hash: hashed, sentAt: now, expiresAt: now + CODE_LIFE_MS } }
      })
      const agoMs = await repository.put(
        made.map(({ fresh }) => fresh),
        resendMs,
      )
      if (agoMs !== undefined) throw tooSoon(agoMs)
      return made.map(({ code }) => code)
    },
    // Counted first, so that no number of calls at once gets more than MAX_TRIES looks.
    check: async (key, code) => {
      const stored = await repository.countTry(key, clock(), MAX_TRIES)
      if (stored === undefined) throw new PassportError('code_expired')
      const given = hash(key, code)
      if (!timingSafeEqual(Buffer.from(stored), Buffer.from(given))) {
        throw new PassportError('code_error')
      }
      return { key, hash: stored }
    },
    lastType: (to, types) => repository.lastType(to, types, clock()),
    use: async (proof) => {
      if (!(await repository.use(proof.key, proof.hash, clock())))
        throw new PassportError('code_expired')
    },
  }
}
