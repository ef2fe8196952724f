import { randomBytes } from 'node:crypto'
import type { Secrets } from '../config/secrets.ts'
import type { Clock } from '../lib/clock.ts'
import type { PasskeyRepository, PasskeyUse } from '../store/passkey-repository.ts'
import type { Passkey } from '../store/schema/proofs.ts'
import { createChallenges, type IssuedChallenge } from './challenges.ts'

/** An answer of a passkey that was checked, but is not used up yet. */
export interface PasskeyAnswer {
  passkey: Passkey
  use: PasskeyUse
  challenge: IssuedChallenge
}

/** A credential that was made for an account and checked. */
export type NewPasskey = Omit<Passkey, 'id' | 'state' | 'createdAt' | 'lastUsedAt'>

/** Passkeys of accounts, and challenges for them. */
export type Passkeys = ReturnType<typeof createPasskeys>

export function createPasskeys(repository: PasskeyRepository, secrets: Secrets, clock: Clock) {
  const spendChallenge = ({ hash, expiresAt }: IssuedChallenge): Promise<boolean> =>
    repository.spendChallenge(hash, expiresAt)
  return {
    byRpId: repository.byRpId,
    confirm: repository.confirm,
    find: repository.find,
    of: repository.of,
    remove: repository.remove,
    rename: repository.rename,
    challenges: createChallenges(secrets),
    /** Returns what authenticators name an account by, base64url; it says nothing about the account. */
    handleOf: (accountId: string): string =>
      secrets.lasting('passkey user', accountId).toString('base64url'),
    /** Returns undefined where the credential is known. */
    add: async (made: NewPasskey): Promise<Passkey | undefined> => {
      const passkey: Passkey = {
        ...made,
        id: randomBytes(16).toString('base64url'),
        state: 'active',
        createdAt: clock(),
        lastUsedAt: 0,
      }
      return (await repository.insert(passkey)) ? passkey : undefined
    },
    /** Uses a challenge up; returns false where it was used before. */
    spendChallenge,
    /** Uses an answer up; returns false if its challenge was used, or the passkey cannot be as it says. */
    use: async ({ challenge, use }: PasskeyAnswer): Promise<boolean> =>
      (await spendChallenge(challenge)) && (await repository.use(use, clock())),
    /** Suspects a copy of a passkey whose use failed; returns whether its counter says so. */
    suspect: ({ challenge, use }: PasskeyAnswer): Promise<boolean> =>
      repository.suspect(use, challenge.issuedAt),
  }
}
