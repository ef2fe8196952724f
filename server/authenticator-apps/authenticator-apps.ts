import { randomBytes } from 'node:crypto'
import type { Secrets } from '../config/secrets.ts'
import type { Clock } from '../lib/clock.ts'
import { decryptText, encryptText } from '../lib/encrypt-text.ts'
import type { AuthenticatorAppRepository } from '../store/authenticator-app-repository.ts'
import type { AuthenticatorApp } from '../store/schema/proofs.ts'
import { matchingStep } from './totp.ts'

/** Bytes of a secret, as many as the hash has (RFC 4226, 4). */
const SECRET_BYTES = 20

/** A right code, which may have been used before. */
export interface AppMatch {
  id: string
  step: number
}

/** Authenticator apps; their secrets are stored encrypted, and shown once. */
export type AuthenticatorApps = ReturnType<typeof createAuthenticatorApps>

export function createAuthenticatorApps(
  repository: AuthenticatorAppRepository,
  secrets: Secrets,
  clock: Clock,
) {
  const key = secrets.lasting('authenticator app')
  const encrypt = (secret: Buffer, context: string): string =>
    encryptText(key, secret.toString('base64url'), context)
  const decrypt = (encrypted: string, context: string): Buffer | undefined => {
    const text = decryptText(key, encrypted, context)
    return text === undefined ? undefined : Buffer.from(text, 'base64url')
  }
  const contextOf = (accountId: string, id: string): string => `${accountId} ${id}`

  const toRow = (
    accountId: string,
    { secret, ...app }: { id: string; secret: Buffer; name: string; lastStep: number },
  ): AuthenticatorApp => ({
    ...app,
    accountId,
    secret: encrypt(secret, contextOf(accountId, app.id)),
    createdAt: clock(),
    lastUsedAt: 0,
  })

  const open = (
    accountId: string,
    { sealed, code }: { sealed: string; code: string },
  ): { secret: Buffer; step: number } | undefined => {
    const secret = decrypt(sealed, contextOf(accountId, 'draft'))
    const step = secret && matchingStep(secret, code, clock())
    return secret === undefined || step === undefined ? undefined : { secret, step }
  }

  return {
    of: repository.of,
    rename: repository.rename,
    remove: repository.remove,
    /** Returns a new secret, and the same encrypted for the ticket of its account. */
    draft: (accountId: string): { secret: Buffer; sealed: string } => {
      const secret = randomBytes(SECRET_BYTES)
      return { secret, sealed: encrypt(secret, contextOf(accountId, 'draft')) }
    },
    /** Whether the app of a draft shows a code now. */
    accepts: (accountId: string, draft: { sealed: string; code: string }): boolean =>
      open(accountId, draft) !== undefined,
    /** Adds the app of a draft by its first code, which is used up; undefined for a wrong one. */
    add: async (
      accountId: string,
      { id, name, ...draft }: { id: string; sealed: string; code: string; name: string },
    ): Promise<AuthenticatorApp | undefined> => {
      const opened = open(accountId, draft)
      if (opened === undefined) return undefined
      const { secret, step } = opened
      const app = toRow(accountId, { id, secret, name, lastStep: step })
      await repository.insert(app)
      return app
    },
    /** Returns a row for an app that the person had elsewhere. */
    adopt: (accountId: string, app: { secret: Buffer; name: string }): AuthenticatorApp =>
      toRow(accountId, { ...app, id: randomBytes(16).toString('base64url'), lastStep: 0 }),
    /** Returns the secret of an app, for the operator who moves it elsewhere. */
    reveal: ({ accountId, id, secret }: AuthenticatorApp): Buffer | undefined =>
      decrypt(secret, contextOf(accountId, id)),
    /** Returns the app of an account that shows a code; undefined for a wrong one. */
    match: async (accountId: string, code: string): Promise<AppMatch | undefined> => {
      for (const { id, secret: encrypted } of await repository.of(accountId)) {
        const secret = decrypt(encrypted, contextOf(accountId, id))
        const step = secret && matchingStep(secret, code, clock())
        if (step !== undefined) return { id, step }
      }
      return undefined
    },
    /** Uses a code up; returns false if it or a later one was used before. */
    use: ({ id, step }: AppMatch): Promise<boolean> => repository.useStep(id, step, clock()),
  }
}
