import { randomBytes } from 'node:crypto'
import type { Secrets } from '../config/secrets.ts'
import type { Clock } from '../lib/clock.ts'
import type { PasskeyRepository, PasskeyUse } from '../store/passkey-repository.ts'
import type { Passkey } from '../store/schema/proofs.ts'
import { createChallenges, type Challenges, type IssuedChallenge } from './challenges.ts'

/** An answer of a passkey that was checked, but is not used up yet. */
export interface PasskeyAnswer {
  passkey: Passkey
  use: PasskeyUse
  challenge: IssuedChallenge
}

/** A credential that was made for an account and checked. */
export type NewPasskey = Omit<Passkey, 'id' | 'state' | 'createdAt' | 'lastUsedAt'>

/** Passkeys of accounts, and challenges for them. */
export interface Passkeys extends Pick<
  PasskeyRepository,
  'byRpId' | 'confirm' | 'find' | 'of' | 'remove' | 'rename'
> {
  challenges: Challenges
  /** Returns what authenticators name an account by, base64url; it says nothing about the account. */
  handleOf(accountId: string): string
  /** Returns undefined where the credential is known. */
  add(passkey: NewPasskey): Promise<Passkey | undefined>
  /** Uses a challenge up; returns false where it was used before. */
  spendChallenge(challenge: IssuedChallenge): Promise<boolean>
  /** Uses an answer up; returns false if its challenge was used, or the passkey cannot be as it says. */
  use(answer: PasskeyAnswer): Promise<boolean>
  /** Suspects a copy of a passkey whose use failed; returns whether its counter says so. */
  suspect(answer: PasskeyAnswer): Promise<boolean>
}

export function createPasskeys(
  repository: PasskeyRepository,
  secrets: Secrets,
  clock: Clock,
): Passkeys {
  const spendChallenge: Passkeys['spendChallenge'] = ({ hash, expiresAt }) =>
    repository.spendChallenge(hash, expiresAt)
  return {
    ...repository,
    challenges: createChallenges(secrets),
    handleOf: (accountId) => secrets.lasting('passkey user', accountId).toString('base64url'),
    add: async (made) => {
      const passkey: Passkey = {
        ...made,
        id: randomBytes(16).toString('base64url'),
        state: 'active',
        createdAt: clock(),
        lastUsedAt: 0,
      }
      return (await repository.insert(passkey)) ? passkey : undefined
    },
    spendChallenge,
    use: async ({ challenge, use }) =>
      (await spendChallenge(challenge)) && (await repository.use(use, clock())),
    suspect: ({ challenge, use }) => repository.suspect(use, challenge.issuedAt),
  }
}
