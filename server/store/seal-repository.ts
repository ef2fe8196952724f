import { DAY_MS, SECOND_MS } from '../lib/clock.ts'
import { insertNew, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { StoredSealKey } from './schema/applications.ts'

/** Time for which a key that has ended still opens what was sealed. */
export const SEAL_KEY_KEPT_SECONDS = (7 * DAY_MS) / SECOND_MS

/** Sealing keys, and sealed requests that were used. */
export type SealRepository = ReturnType<typeof sealRepository>

/** Sealing keys and used requests in SQL. */
export function sealRepository(query: Queries) {
  return {
    /** Returns keys that end after `since`, oldest first. */
    keys: (since: number) =>
      query.selectFrom('sealKeys').selectAll().where('exp', '>', since).orderBy('nbf').execute(),
    /** Returns false when another instance has added a key for the same time. */
    insertKey: (key: StoredSealKey) => insertNew(query, 'sealKeys', key),
    /** Ends the current keys now and deletes those that have not begun. */
    endKeys: async (now: number) => {
      await query
        .updateTable('sealKeys')
        .set({ exp: now })
        .where('nbf', '<', now)
        .where('exp', '>', now)
        .execute()
      await query.deleteFrom('sealKeys').where('nbf', '>', now).execute()
    },
    /** Records a request as used; returns false when it was used before. */
    use: (jti: string, expiresAt: number) => insertNew(query, 'sealUses', { jti, expiresAt }),
    release: (jti: string) => run(query.deleteFrom('sealUses').where('jti', '=', jti)),
  }
}
