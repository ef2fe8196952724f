import { changesAny, countRows, findsAny, readFirst, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { RecoveryCode } from './schema/proofs.ts'

/** Stores recovery codes. */
export type RecoveryCodeRepository = ReturnType<typeof recoveryCodeRepository>

/** Recovery codes in SQL. */
export function recoveryCodeRepository(query: Queries) {
  const ofAccount = (accountId: string) =>
    query.selectFrom('recoveryCodes').where('accountId', '=', accountId)
  const remove = (accountId: string) =>
    query.deleteFrom('recoveryCodes').where('accountId', '=', accountId)
  return {
    /** Returns the number of unused codes of an account. */
    left: (accountId: string) => countRows(ofAccount(accountId).where('usedAt', '=', 0)),
    /** Returns the number of unused codes that were made since a time. */
    leftSince: (accountId: string, since: number) =>
      countRows(ofAccount(accountId).where('usedAt', '=', 0).where('madeAt', '>=', since)),
    /** Returns the salt of the codes of an account; undefined without any. */
    saltOf: (accountId: string) =>
      readFirst(ofAccount(accountId).select('salt'), ({ salt }) => salt),
    /** Whether an account has a code, used or not. */
    has: (accountId: string, hash: string) =>
      findsAny(ofAccount(accountId).select('hash').where('hash', '=', hash)),
    /** Stores codes in place of those there are. */
    replace: async (
      accountId: string,
      { hashes, madeAt, salt }: Pick<RecoveryCode, 'salt' | 'madeAt'> & { hashes: string[] },
    ) => {
      await run(remove(accountId))
      const rows = hashes.map((hash) => ({ accountId, hash, salt, madeAt, usedAt: 0 }))
      await run(query.insertInto('recoveryCodes').values(rows))
    },
    /** Returns false for a code that was used before; of many callers one wins. */
    use: (accountId: string, hash: string, now: number) =>
      changesAny(
        query
          .updateTable('recoveryCodes')
          .set({ usedAt: now })
          .where('accountId', '=', accountId)
          .where('hash', '=', hash)
          .where('usedAt', '=', 0),
      ),
    remove: (accountId: string) => run(remove(accountId)),
    /** Returns false if none were made since a time. */
    removeMadeSince: (accountId: string, since: number) =>
      changesAny(remove(accountId).where('madeAt', '>=', since)),
    /** Whether a code was used since a time. */
    wasUsedSince: (accountId: string, since: number) =>
      findsAny(ofAccount(accountId).select('hash').where('usedAt', '>=', since)),
  }
}
