import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../config/secrets.ts'
import { SECOND_MS, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { CODE_LIFE_MS, type CodeRepository } from '../store/code-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import type { CodeKey } from '../store/schema/proofs.ts'

/** Digits of a code. */
export const CODE_LENGTH = 6

/** Attempts after which a code is no longer accepted. */
export const MAX_TRIES = 5

/** A correct code that is not used up yet. */
export interface Proof {
  readonly key: CodeKey
  readonly hash: string
}

/** A code to issue. */
export interface CodeRequest {
  readonly key: CodeKey
  /** 10 minutes by default. */
  readonly lifeMs?: number
  /** Whether the code is never sent nor accepted; issuing it takes the same time. */
  readonly isDecoy?: boolean
  /** The code of a test address; undefined for a random one. */
  readonly testCode?: string | undefined
}

/** Codes of all recipients; at most one for each application, recipient, known browser and type. */
export type Codes = ReturnType<typeof createCodes>

/** `resendMs` is the least time between two codes with the same key. */
export function createCodes(
  repository: CodeRepository,
  secrets: Secrets,
  clock: Clock,
  resendMs: number,
) {
  const partsOf = (key: CodeKey, code: string): [string, ...string[]] => [
    'code',
    String(key.aid),
    key.recipient,
    String(key.type),
    code,
  ]
  const tooSoon = (sinceLastMs: number): PassportError =>
    new PassportError('code_frequency', {
      retry_after: Math.max(1, Math.ceil(Math.min(resendMs, resendMs - sinceLastMs) / SECOND_MS)),
    })
  const hashOf = ({ channel, address }: Recipient, browser: string): string =>
    secrets.lasting('code target', channel, address, browser).toString('base64url')
  return {
    /** Returns the key of a code; a browser that the recipient's account knows has codes of its own. */
    keyFor: (aid: number, recipient: Recipient, type: number, browser: string): CodeKey => ({
      aid,
      recipient: hashOf(recipient, browser),
      type,
    }),
    /** Returns the key of a code that proves something else than an address, such as a domain. */
    // No type of the protocol is 0, so no other call accepts such a code.
    keyOf: (aid: number, subject: string): CodeKey => ({
      aid,
      recipient: secrets.lasting('code subject', subject).toString('base64url'),
      type: 0,
    }),
    /**
     * Replaces the stored codes and returns the new ones, all or none.
     * @throws code_frequency within the resend interval of one of them
     */
    issue: async (requests: readonly CodeRequest[]): Promise<string[]> => {
      const now = clock()
      // One statement cannot store two codes with the same key.
      const keys = new Set(requests.map(({ key }) => `${key.aid} ${key.type} ${key.recipient}`))
      if (keys.size < requests.length) throw tooSoon(0)
      const issued = requests.map(({ key, isDecoy, testCode, lifeMs = CODE_LIFE_MS }) => {
        const code = testCode ?? String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
        const parts = partsOf(key, isDecoy === true ? `decoy ${code}` : code)
        const hashed = secrets.keyed(...parts).toString('base64url')
        return { code, row: { ...key, hash: hashed, sentAt: now, expiresAt: now + lifeMs } }
      })
      const sinceLastMs = await repository.put(
        issued.map(({ row }) => row),
        resendMs,
      )
      if (sinceLastMs !== undefined) throw tooSoon(sinceLastMs)
      return issued.map(({ code }) => code)
    },
    /** Counts an attempt and compares. @throws code_error, code_expired, code_superseded */
    // Counted first, so that concurrent calls cannot compare more than MAX_TRIES times.
    check: async (key: CodeKey, code: string): Promise<Proof> => {
      const hashes = secrets.accepted(...partsOf(key, code))
      const texts = hashes.map((hash) => hash.toString('base64url'))
      const stored = await repository.countTry(key, texts, clock(), MAX_TRIES)
      if (stored === undefined) throw new PassportError('code_expired')
      if (isAmong(hashes, stored.hash)) return { key, hash: stored.hash }
      throw new PassportError(isAmong(hashes, stored.formerHash) ? 'code_superseded' : 'code_error')
    },
    /** Returns which of the types has the valid code that was sent last to a recipient. */
    lastType: (
      to: Pick<CodeKey, 'aid' | 'recipient'>,
      types: readonly number[],
    ): Promise<number | undefined> => repository.lastType(to, types, clock()),
    /** Ends all codes of some addresses, those of known browsers too. */
    endOf: (recipients: readonly Recipient[], browsers: readonly string[]): Promise<void> =>
      repository.endOf(
        recipients.flatMap((recipient) =>
          ['', ...browsers].map((browser) => hashOf(recipient, browser)),
        ),
      ),
    /** Ends everybody's codes. */
    endAll: repository.endAll,
    /** Uses a code up. @throws code_expired when a concurrent call used it first */
    use: async (proof: Proof): Promise<void> => {
      if (!(await repository.use(proof.key, proof.hash, clock()))) {
        throw new PassportError('code_expired')
      }
    },
  }
}

function isAmong(hashes: readonly Buffer[], stored: string): boolean {
  const bytes = Buffer.from(stored, 'base64url')
  return hashes.some((hash) => hash.length === bytes.length && timingSafeEqual(hash, bytes))
}
