import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** A sealing key pair; keys are base64url, times are seconds. */
export interface StoredSealKey {
  kid: string
  publicKey: string
  secretKey: string
  nbf: number
  exp: number
}

/** Sealing keys, and sealed requests that were used. */
export interface SealRepository {
  /** Returns keys that end after `since`, oldest first. */
  keys(since: number): Promise<StoredSealKey[]>
  /** Returns false when another instance has added a key for the same time. */
  insertKey(key: StoredSealKey): Promise<boolean>
  deleteKeys(endedBefore: number): Promise<void>
  /** Ends the current keys now and deletes those that have not begun. */
  endKeys(now: number): Promise<void>
  /** Records a request as used; returns false when it was used before. */
  use(jti: string, expiresAt: number): Promise<boolean>
  release(jti: string): Promise<void>
}

/** Sealing keys and used requests in SQL. */
export function sealRepository(query: Queries): SealRepository {
  return {
    keys: (since) =>
      query.selectFrom('sealKeys').selectAll().where('exp', '>', since).orderBy('nbf').execute(),
    insertKey: (key) =>
      changesAny(
        query
          .insertInto('sealKeys')
          .values(key)
          .onConflict((conflict) => conflict.doNothing()),
      ),
    deleteKeys: async (endedBefore) => {
      await query.deleteFrom('sealKeys').where('exp', '<', endedBefore).execute()
    },
    endKeys: async (now) => {
      await query
        .updateTable('sealKeys')
        .set({ exp: now })
        .where('nbf', '<', now)
        .where('exp', '>', now)
        .execute()
      await query.deleteFrom('sealKeys').where('nbf', '>', now).execute()
    },
    use: (jti, expiresAt) =>
      changesAny(
        query
          .insertInto('sealUses')
          .values({ jti, expiresAt })
          .onConflict((conflict) => conflict.doNothing()),
      ),
    release: async (jti) => {
      await query.deleteFrom('sealUses').where('jti', '=', jti).execute()
    },
  }
}
