import type { Kysely } from 'kysely'
import { addColumn } from '../add-column.ts'
import { addIndexes, notNull, ofAccount } from './columns.ts'

/** Enterprise accounts, the people who act for them, and as whom a session acts. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  const { schema } = query
  await schema
    .createTable('subjects')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('aid', 'bigint', notNull)
    .addColumn('name', 'text', notNull)
    .addColumn('logo_url', 'text', notNull)
    .addColumn('is_frozen', 'bigint', notNull)
    .addColumn('created_at', 'bigint', notNull)
    .execute()
  await schema
    .createTable('identities')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('subject_id', 'text', (column) =>
      column.notNull().references('subjects.id').onDelete('cascade'),
    )
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('name', 'text', notNull)
    .addColumn('is_manager', 'bigint', notNull)
    .addColumn('is_frozen', 'bigint', notNull)
    // Kept here as well, so that one statement sees both, and holds both off.
    .addColumn('is_subject_frozen', 'bigint', notNull)
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('last_login_at', 'bigint', notNull)
    .execute()
  // Whoever adds a person a second time loses, however many do so at once.
  await schema
    .createIndex('identities_account_id_subject_id')
    .ifNotExists()
    .unique()
    .on('identities')
    .columns(['account_id', 'subject_id'])
    .execute()
  await addColumn(query, 'sessions', 'identity_id', 'text', '')
  await addIndexes(query, [['identities', 'subject_id']])
}
