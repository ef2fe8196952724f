import { changesAny, insertNew, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { OAuthReference } from './schema/oauth.ts'

/** References of clients, and the proofs that they may show only once. */
export type OAuthReferenceRepository = ReturnType<typeof oauthReferenceRepository>

/** References of clients in SQL. */
export function oauthReferenceRepository(query: Queries) {
  return {
    insert: (reference: OAuthReference) =>
      run(query.insertInto('oauthReferences').values(reference)),
    find: (kind: OAuthReference['kind'], hash: string, now: number) =>
      query
        .selectFrom('oauthReferences')
        .selectAll()
        .where('hash', '=', hash)
        .where('kind', '=', kind)
        .where('expiresAt', '>', now)
        .executeTakeFirst(),
    /** Stores time and new expiry at the first use; later uses change nothing. */
    noteUse: (hash: string, now: number, expiresAt: number) =>
      run(
        query
          .updateTable('oauthReferences')
          .set({ usedAt: now, expiresAt })
          .where('hash', '=', hash)
          .where('usedAt', 'is', null),
      ),
    /** Returns false for a reference that is gone; of many calls one gets true. */
    remove: (kind: OAuthReference['kind'], hash: string) =>
      changesAny(
        query.deleteFrom('oauthReferences').where('hash', '=', hash).where('kind', '=', kind),
      ),
    /** Removes every reference of a kind. */
    endAll: (kind: OAuthReference['kind']) =>
      run(query.deleteFrom('oauthReferences').where('kind', '=', kind)),
    /** Records a proof as shown; returns false when it was shown before. */
    showOnce: (hash: string, expiresAt: number) =>
      insertNew(query, 'oauthReplays', { hash, expiresAt }),
  }
}
