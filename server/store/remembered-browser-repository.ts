import { changesAny, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { RememberedBrowser } from './schema/proofs.ts'

/** Stores remembered browsers. */
export type RememberedBrowserRepository = ReturnType<typeof rememberedBrowserRepository>

const MOST_LISTED = 100

/** Remembered browsers in SQL. */
export function rememberedBrowserRepository(query: Queries) {
  return {
    insert: (browser: RememberedBrowser) =>
      run(query.insertInto('rememberedBrowsers').values(browser)),
    /** Returns whether a browser with one of these cookies is remembered for the account, and notes its use. */
    use: (accountId: string, hashes: readonly string[], now: number) =>
      changesAny(
        query
          .updateTable('rememberedBrowsers')
          .set({ lastUsedAt: now })
          .where('tokenHash', 'in', hashes)
          .where('accountId', '=', accountId)
          .where('expiresAt', '>', now),
      ),
    /** Returns the newest hundred of an account, the newest first. */
    of: (accountId: string, now: number) =>
      query
        .selectFrom('rememberedBrowsers')
        .selectAll()
        .where('accountId', '=', accountId)
        .where('expiresAt', '>', now)
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .limit(MOST_LISTED)
        .execute(),
    /** Forgets one of an account; returns false for one of another account, or none. */
    remove: (accountId: string, id: string) =>
      changesAny(
        query
          .deleteFrom('rememberedBrowsers')
          .where('accountId', '=', accountId)
          .where('id', '=', id),
      ),
    /** Forgets all of an account. */
    forget: (accountId: string) =>
      run(query.deleteFrom('rememberedBrowsers').where('accountId', '=', accountId)),
    forgetAll: () => run(query.deleteFrom('rememberedBrowsers')),
  }
}
