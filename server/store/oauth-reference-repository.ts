import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** Something issued to a client without a person, found by the hash of its reference; a row of `oauth_references`. */
export interface OAuthReference {
  /** SHA-256 of the reference, hex. */
  hash: string
  kind: 'PushedAuthorizationRequest' | 'ClientCredentials' | 'InitialAccessToken'
  /** Empty for one that any client may use. */
  clientId: string
  payload: string
  /** Time of the first use. */
  usedAt: number | null
  expiresAt: number
}

/** References of clients, and the proofs that they may show only once. */
export interface OAuthReferenceRepository {
  insert(reference: OAuthReference): Promise<void>
  find(kind: OAuthReference['kind'], hash: string, now: number): Promise<OAuthReference | undefined>
  /** Stores time and new expiry at the first use; later uses change nothing. */
  noteUse(hash: string, now: number, expiresAt: number): Promise<void>
  /** Returns false for a reference that is gone; of many calls one gets true. */
  remove(kind: OAuthReference['kind'], hash: string): Promise<boolean>
  /** Removes every reference of a kind. */
  endAll(kind: OAuthReference['kind']): Promise<void>
  /** Records a proof as shown; returns false when it was shown before. */
  showOnce(hash: string, expiresAt: number): Promise<boolean>
}

/** References of clients in SQL. */
export function oauthReferenceRepository(query: Queries): OAuthReferenceRepository {
  return {
    insert: async (reference) => {
      await query.insertInto('oauthReferences').values(reference).execute()
    },
    find: (kind, hash, now) =>
      query
        .selectFrom('oauthReferences')
        .selectAll()
        .where('hash', '=', hash)
        .where('kind', '=', kind)
        .where('expiresAt', '>', now)
        .executeTakeFirst(),
    noteUse: async (hash, now, expiresAt) => {
      await query
        .updateTable('oauthReferences')
        .set({ usedAt: now, expiresAt })
        .where('hash', '=', hash)
        .where('usedAt', 'is', null)
        .execute()
    },
    remove: (kind, hash) =>
      changesAny(
        query.deleteFrom('oauthReferences').where('hash', '=', hash).where('kind', '=', kind),
      ),
    endAll: async (kind) => {
      await query.deleteFrom('oauthReferences').where('kind', '=', kind).execute()
    },
    showOnce: (hash, expiresAt) =>
      changesAny(
        query
          .insertInto('oauthReplays')
          .values({ hash, expiresAt })
          .onConflict((conflict) => conflict.doNothing()),
      ),
  }
}
