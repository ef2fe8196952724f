import type { Kysely } from 'kysely'
import { addIndexes, notNull, ofAccount } from './columns.ts'

/** Plans of accounts, and those that were chosen and are not set up yet. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  await query.schema
    .createTable('plans')
    .ifNotExists()
    .addColumn('account_id', 'text', (column) => ofAccount(column).primaryKey())
    .addColumn('plan', 'text', notNull)
    .addColumn('until', 'bigint')
    .addColumn('chosen', 'text', notNull)
    .addColumn('billing', 'text', notNull)
    .addColumn('currency', 'text', notNull)
    // Null while nothing is chosen.
    .addColumn('chosen_at', 'bigint')
    .execute()
  await addIndexes(query, [['plans', 'chosen_at']])
}
