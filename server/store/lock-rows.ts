import type { Queries } from './database.ts'
import type { LockStore } from '../passwords/lock-store.ts'

/** Waits after wrong passwords in SQL. */
export function lockRows(query: Queries): LockStore {
  return {
    read: async (key) => {
      const row = await query
        .selectFrom('login_failures')
        .select(['failures', 'locked_until'])
        .where('key', '=', key)
        .executeTakeFirst()
      return row && { failures: row.failures, lockedUntil: row.locked_until }
    },
    raise: async (key, now) => {
      const row = await query
        .insertInto('login_failures')
        .values({ key, failures: 1, locked_until: 0, updated_at: now })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((set) => ({
            failures: set('login_failures.failures', '+', 1),
            updated_at: now,
          })),
        )
        .returning('failures')
        .executeTakeFirstOrThrow()
      return row.failures
    },
    lock: async (key, until) => {
      await query
        .updateTable('login_failures')
        .set({ locked_until: until })
        .where('key', '=', key)
        .where('locked_until', '<', until)
        .execute()
    },
    clear: async (keys) => {
      if (keys.length === 0) return
      await query.deleteFrom('login_failures').where('key', 'in', keys).execute()
    },
  }
}
