import type { Kysely } from 'kysely'
import { addColumn } from '../add-column.ts'
import { addIndexes, notNull, ofAccount } from './columns.ts'

/** Enterprise accounts, the people who act for them, and as whom a session acts. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  const { schema } = query
  await schema
    .createTable('organizations')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('aid', 'bigint', notNull)
    .addColumn('name', 'text', notNull)
    .addColumn('logo_url', 'text', notNull)
    .addColumn('is_frozen', 'bigint', notNull)
    .addColumn('created_at', 'bigint', notNull)
    .execute()
  await schema
    .createTable('memberships')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('name', 'text', notNull)
    .addColumn('is_manager', 'bigint', notNull)
    .addColumn('is_frozen', 'bigint', notNull)
    // Kept here as well, so that one statement sees both, and holds both off.
    .addColumn('is_organization_frozen', 'bigint', notNull)
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('last_login_at', 'bigint', notNull)
    .execute()
  // Whoever adds a person a second time loses, however many do so at once.
  await schema
    .createIndex('identities_account_id_subject_id')
    .ifNotExists()
    .unique()
    .on('memberships')
    .columns(['account_id', 'organization_id'])
    .execute()
  await addColumn(query, 'sessions', 'membership_id', 'text', '')
  await addIndexes(query, [['memberships', 'organization_id']])
}
