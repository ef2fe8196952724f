import type { Kysely } from 'kysely'
import { addColumn } from '../add-column.ts'
import { bytesType } from './columns.ts'

/** What an account goes through: other addresses, a profile, its end. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  const { schema } = query
  await addColumn(query, 'accounts', 'unverified_email', 'text', null)
  await addColumn(query, 'accounts', 'cancel_at', 'bigint', null)
  await addColumn(query, 'accounts', 'description', 'text', '')
  await addColumn(query, 'accounts', 'gender', 'bigint', 0)
  await addColumn(query, 'accounts', 'birthday', 'text', '')
  await addColumn(query, 'accounts', 'background_key', 'text', null)
  await schema
    .createIndex('accounts_unverified_email')
    .ifNotExists()
    .unique()
    .on('accounts')
    .column('unverified_email')
    .execute()
  await schema
    .createTable('former_addresses')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('left_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('closed_addresses')
    .ifNotExists()
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('pictures')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('is_sensitive', 'bigint', (column) => column.notNull())
    .addColumn('bytes', bytesType(query), (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  for (const [table, column] of [
    ['accounts', 'cancel_at'],
    ['former_addresses', 'account_id'],
    ['former_addresses', 'address'],
    ['former_addresses', 'expires_at'],
    ['closed_addresses', 'expires_at'],
    ['pictures', 'account_id'],
  ] as const) {
    await schema.createIndex(`${table}_${column}`).ifNotExists().on(table).column(column).execute()
  }
}
