import type { Secrets } from '../config/secrets.ts'
import { SECOND_MS, waitUntil, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { AttemptLimitRepository, WaitRules } from '../store/attempt-limit-repository.ts'
import type { TrustedDevices } from './trusted-devices.ts'

/** Like those of passwords; 100 is the most that NIST SP 800-63B allows. */
const waitRules: WaitRules = { from: 6, max: 100, longestMs: 900 * SECOND_MS }

/**
 * The attempt limit of codes of authenticator apps and recovery codes together, apart from those of
 * passwords and of codes that are sent: from the sixth on each wrong one starts a wait of 2^n seconds, up
 * to 15 minutes, and after a hundred all are refused until the person signs in by a code that is sent.
 */
export interface ProofAttempts {
  /** Returns the key of an account; a browser that it knows has one of its own. */
  keyFor(accountId: string, browser?: string): string
  /** Counts an attempt before it is compared, so that many at once cannot exceed the limit. @throws code_locked */
  count(key: string): Promise<void>
  clear(keys: readonly string[]): Promise<void>
}

export function createProofAttempts(
  repository: AttemptLimitRepository,
  secrets: Secrets,
  clock: Clock,
): ProofAttempts {
  return {
    keyFor: (accountId, browser = '') =>
      secrets.lasting('wrong app codes', accountId, browser).toString('base64url'),
    count: async (key) => {
      const now = clock()
      if (await repository.begin(key, now, waitRules)) return
      const { failures = 0, lockedUntil = 0 } = (await repository.read([key])).get(key) ?? {}
      const waitMs = waitUntil(lockedUntil, now, waitRules.longestMs)
      throw new PassportError(
        'code_locked',
        failures >= waitRules.max ? { closed: 1 } : { retry_after: Math.ceil(waitMs / SECOND_MS) },
      )
    },
    clear: repository.clear,
  }
}

/** Counts an attempt of this browser and returns the key to clear. @throws code_locked */
export async function countProofAttempt(
  {
    proofAttempts,
    trustedDevices,
  }: { proofAttempts: ProofAttempts; trustedDevices: TrustedDevices },
  accountId: string,
  webId: string,
): Promise<string> {
  const isKnown = await trustedDevices.isKnown(accountId, webId)
  const key = proofAttempts.keyFor(accountId, isKnown ? trustedDevices.hashOf(webId) : '')
  await proofAttempts.count(key)
  return key
}
