import { changesAny, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { AuthenticatorApp } from './schema/proofs.ts'

/** Stores authenticator apps. */
export type AuthenticatorAppRepository = ReturnType<typeof authenticatorAppRepository>

/** Authenticator apps in SQL. */
export function authenticatorAppRepository(query: Queries) {
  return {
    /** Returns the apps of an account, the oldest first. */
    of: (accountId: string) =>
      query
        .selectFrom('authenticatorApps')
        .selectAll()
        .where('accountId', '=', accountId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),
    insert: (app: AuthenticatorApp) => run(query.insertInto('authenticatorApps').values(app)),
    /** Returns false where this step or a later one was used before; of many callers one wins. */
    useStep: (id: string, step: number, now: number) =>
      changesAny(
        query
          .updateTable('authenticatorApps')
          .set({ lastStep: step, lastUsedAt: now })
          .where('id', '=', id)
          .where('lastStep', '<', step),
      ),
    /** Returns undefined for an app of another account, or none. */
    rename: (accountId: string, id: string, name: string) =>
      query
        .updateTable('authenticatorApps')
        .set({ name })
        .where('accountId', '=', accountId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    /** Returns false for an app of another account, or none. */
    remove: (accountId: string, id: string) =>
      changesAny(
        query
          .deleteFrom('authenticatorApps')
          .where('accountId', '=', accountId)
          .where('id', '=', id),
      ),
  }
}
