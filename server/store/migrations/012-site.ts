import type { Kysely } from 'kysely'
import { addColumn } from '../add-column.ts'
import { addIndexes, notNull, ofAccount } from './columns.ts'

/** What pages of the site ask for: early access, promo codes, and mail that can be ended. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  const { schema } = query
  await schema
    .createTable('early_access')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('aid', 'bigint', notNull)
    .addColumn('email', 'text', notNull)
    .addColumn('name', 'text', notNull)
    .addColumn('about', 'text', notNull)
    .addColumn('system', 'text', notNull)
    .addColumn('language', 'text', notNull)
    .addColumn('state', 'text', notNull)
    .addColumn('code_hash', 'text', notNull)
    // Whoever came in takes the application along when the account goes.
    .addColumn('account_id', 'text', (column) =>
      column.references('accounts.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', notNull)
    // Null once it was confirmed: only what nobody confirmed is forgotten.
    .addColumn('expires_at', 'bigint')
    .execute()
  await schema
    .createIndex('early_access_aid_email')
    .ifNotExists()
    .unique()
    .on('early_access')
    .columns(['aid', 'email'])
    .execute()
  await schema
    .createTable('promo_codes')
    .ifNotExists()
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('percent', 'bigint', notNull)
    .addColumn('months', 'bigint', notNull)
    .addColumn('uses_left', 'bigint', notNull)
    .addColumn('until', 'bigint')
    .addColumn('created_at', 'bigint', notNull)
    .execute()
  await schema
    .createTable('promo_uses')
    .ifNotExists()
    .addColumn('code', 'text', notNull)
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('used_at', 'bigint', notNull)
    .addPrimaryKeyConstraint('promo_uses_key', ['code', 'account_id'])
    .execute()
  await addColumn(query, 'outbox', 'one_click', 'text', '')
  await addIndexes(query, [
    ['early_access', 'code_hash'],
    ['early_access', 'account_id'],
    ['early_access', 'expires_at'],
    ['promo_uses', 'account_id'],
  ])
}
