import { insertNew, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { OAuthKey } from './schema/oauth.ts'

/** Keys that sign id tokens. */
export type OAuthKeyRepository = ReturnType<typeof oauthKeyRepository>

/** Keys that sign id tokens, in SQL. */
export function oauthKeyRepository(query: Queries) {
  return {
    /** Returns the keys that are still published, oldest first. */
    list: (now: number) =>
      query
        .selectFrom('oauthKeys')
        .selectAll()
        .where('expiresAt', '>', now)
        .orderBy('signsFrom')
        .execute(),
    /** Returns false when another instance has added one for the same time. */
    insert: (key: OAuthKey) => insertNew(query, 'oauthKeys', key),
    /** Lets the keys that sign before a time expire no later than another. */
    shorten: (signsBefore: number, expiresAt: number) =>
      run(
        query
          .updateTable('oauthKeys')
          .set({ expiresAt })
          .where('signsFrom', '<', signsBefore)
          .where('expiresAt', '>', expiresAt),
      ),
    /** Stores a private key as another secret has encrypted it. */
    replace: (kid: string, privateKey: string) =>
      run(query.updateTable('oauthKeys').set({ privateKey }).where('kid', '=', kid)),
  }
}
