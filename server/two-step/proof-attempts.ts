import type { Secrets } from '../config/secrets.ts'
import { DAY_MS, SECOND_MS, waitUntil, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { AttemptLimitRepository, WaitRules } from '../store/attempt-limit-repository.ts'
import type { TrustedDevices } from './trusted-devices.ts'

/** As of passwords, and of codes that are sent from the hundredth on (NIST SP 800-63B). */
const waitRules: WaitRules = { from: 6, longestMs: 900 * SECOND_MS, max: 100, closedMs: DAY_MS }

/**
 * The attempt limit of codes of authenticator apps and recovery codes together, apart from those of
 * passwords and of codes that are sent: from the sixth on each wrong one starts a wait of 2^n seconds, up
 * to 15 minutes, and from the hundredth on of a day, which a sign-in by another method ends.
 */
export type ProofAttempts = ReturnType<typeof createProofAttempts>

export function createProofAttempts(
  repository: AttemptLimitRepository,
  secrets: Secrets,
  clock: Clock,
) {
  return {
    /** Returns the key of an account; a browser that it knows has one of its own. */
    keyFor: (accountId: string, browser = ''): string =>
      secrets.lasting('wrong app codes', accountId, browser).toString('base64url'),
    /** Counts an attempt before it is compared, so that many at once cannot exceed the limit. @throws code_locked */
    count: async (key: string): Promise<void> => {
      const now = clock()
      if (await repository.begin(key, now, waitRules)) return
      const { lockedUntil = 0 } = (await repository.read([key])).get(key) ?? {}
      const waitMs = waitUntil(lockedUntil, now, waitRules.closedMs)
      throw new PassportError('code_locked', { retry_after: Math.ceil(waitMs / SECOND_MS) })
    },
    clear: repository.clear,
  }
}

/** Counts an attempt of this browser and returns the keys to clear: its own, and that of strangers. @throws code_locked */
export async function countProofAttempt(
  {
    proofAttempts,
    trustedDevices,
  }: { proofAttempts: ProofAttempts; trustedDevices: TrustedDevices },
  accountId: string,
  webId: string,
): Promise<string[]> {
  const isKnown = await trustedDevices.isKnown(accountId, webId)
  const key = proofAttempts.keyFor(accountId, isKnown ? trustedDevices.hashOf(webId) : '')
  await proofAttempts.count(key)
  return [key, proofAttempts.keyFor(accountId)]
}
