import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** A key pair that signs id tokens; a row of `oauth_keys`. */
export interface OAuthKey {
  kid: string
  /** JWK. */
  publicKey: string
  /** JWK, encrypted. */
  privateKey: string
  signsFrom: number
  expiresAt: number
}

/** Keys that sign id tokens. */
export interface OAuthKeyRepository {
  /** Returns the keys that are still published, oldest first. */
  list(now: number): Promise<OAuthKey[]>
  /** Returns false when another instance has added one for the same time. */
  insert(key: OAuthKey): Promise<boolean>
  /** Lets the keys that sign before a time expire no later than another. */
  shorten(signsBefore: number, expiresAt: number): Promise<void>
  /** Stores a private key as another secret has encrypted it. */
  replace(kid: string, privateKey: string): Promise<void>
}

/** Keys that sign id tokens, in SQL. */
export function oauthKeyRepository(query: Queries): OAuthKeyRepository {
  return {
    list: (now) =>
      query
        .selectFrom('oauthKeys')
        .selectAll()
        .where('expiresAt', '>', now)
        .orderBy('signsFrom')
        .execute(),
    insert: (key) =>
      changesAny(
        query
          .insertInto('oauthKeys')
          .values(key)
          .onConflict((conflict) => conflict.doNothing()),
      ),
    shorten: async (signsBefore, expiresAt) => {
      await query
        .updateTable('oauthKeys')
        .set({ expiresAt })
        .where('signsFrom', '<', signsBefore)
        .where('expiresAt', '>', expiresAt)
        .execute()
    },
    replace: async (kid, privateKey) => {
      await query.updateTable('oauthKeys').set({ privateKey }).where('kid', '=', kid).execute()
    },
  }
}
