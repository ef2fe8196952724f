import { changesAny, insertNew, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { AdminToken, IdempotencyKey } from './schema/applications.ts'

/** Tokens of the admin API in SQL. */
export function adminTokenRepository(query: Queries) {
  return {
    /** Returns the tokens with some hashes, ended and expired ones too. */
    byHashes: (hashes: readonly string[]) =>
      query.selectFrom('adminTokens').selectAll().where('hash', 'in', hashes).execute(),
    /** Returns all tokens, newest first. */
    list: () => query.selectFrom('adminTokens').selectAll().orderBy('createdAt', 'desc').execute(),
    insert: (token: AdminToken) => run(query.insertInto('adminTokens').values(token)),
    touch: (id: string, now: number) =>
      run(query.updateTable('adminTokens').set({ lastUsedAt: now }).where('id', '=', id)),
    /** Returns false when there is none, or it has been ended. */
    end: (id: string, now: number) =>
      changesAny(
        query
          .updateTable('adminTokens')
          .set({ endedAt: now })
          .where('id', '=', id)
          .where('endedAt', '=', 0),
      ),
    /** Returns false when the token has used the key. */
    insertKey: (key: IdempotencyKey) => insertNew(query, 'idempotencyKeys', key),
    /** Forgets a key whose time is over. */
    dropKey: (tokenId: string, key: string, now: number) =>
      run(
        query
          .deleteFrom('idempotencyKeys')
          .where('tokenId', '=', tokenId)
          .where('key', '=', key)
          .where('expiresAt', '<=', now),
      ),
    /** Says which account a key was used for. */
    finishKey: (tokenId: string, key: string, accountId: string) =>
      run(
        query
          .updateTable('idempotencyKeys')
          .set({ accountId })
          .where('tokenId', '=', tokenId)
          .where('key', '=', key),
      ),
    findKey: (tokenId: string, key: string) =>
      query
        .selectFrom('idempotencyKeys')
        .selectAll()
        .where('tokenId', '=', tokenId)
        .where('key', '=', key)
        .executeTakeFirst(),
  }
}
