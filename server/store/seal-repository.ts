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
    keys: async (since) => {
      const rows = await query
        .selectFrom('seal_keys')
        .selectAll()
        .where('exp', '>', since)
        .orderBy('nbf')
        .execute()
      return rows.map((row) => ({
        kid: row.kid,
        publicKey: row.public_key,
        secretKey: row.secret_key,
        nbf: row.nbf,
        exp: row.exp,
      }))
    },
    insertKey: async (key) => {
      const inserted = await query
        .insertInto('seal_keys')
        .values({
          kid: key.kid,
          public_key: key.publicKey,
          secret_key: key.secretKey,
          nbf: key.nbf,
          exp: key.exp,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('kid')
        .executeTakeFirst()
      return inserted !== undefined
    },
    deleteKeys: async (endedBefore) => {
      await query.deleteFrom('seal_keys').where('exp', '<', endedBefore).execute()
    },
    endKeys: async (now) => {
      await query
        .updateTable('seal_keys')
        .set({ exp: now })
        .where('nbf', '<', now)
        .where('exp', '>', now)
        .execute()
      await query.deleteFrom('seal_keys').where('nbf', '>', now).execute()
    },
    use: async (jti, expiresAt) => {
      const used = await query
        .insertInto('seal_uses')
        .values({ jti, expires_at: expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .returning('jti')
        .executeTakeFirst()
      return used !== undefined
    },
    release: async (jti) => {
      await query.deleteFrom('seal_uses').where('jti', '=', jti).execute()
    },
  }
}
