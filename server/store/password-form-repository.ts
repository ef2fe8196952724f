import { sql } from 'kysely'
import { findsAny, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { PasswordFormCount } from './schema/accounts.ts'

/** Counts accounts by the form of their password hash. */
export type PasswordFormRepository = ReturnType<typeof passwordFormRepository>

export function passwordFormRepository(query: Queries) {
  return {
    /** Returns what was counted last. */
    counted: () => query.selectFrom('passwordForms').selectAll().execute(),
    /** Returns whether any password came from another product. */
    hasForeign: () =>
      findsAny(
        query
          .selectFrom('accounts')
          .select('id')
          // A literal and the order, because databases use the partial index for these alone.
          .where('passwordForm', '<>', sql.lit(''))
          .orderBy('passwordForm')
          .limit(1),
      ),
    /** Returns accounts in the order of their ids. */
    after: (id: string, limit: number) =>
      query
        .selectFrom('accounts')
        .select(['id', 'passwordForm as form'])
        .select((row) => row('passwordHash', 'is not', null).as('hasPassword'))
        .where('id', '>', id)
        .orderBy('id')
        .limit(limit)
        .execute(),
    replace: async (counts: readonly PasswordFormCount[]) => {
      await run(query.deleteFrom('passwordForms'))
      if (counts.length > 0) await run(query.insertInto('passwordForms').values(counts))
    },
  }
}
