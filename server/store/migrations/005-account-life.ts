import type { Kysely } from 'kysely'
import { addColumn } from '../add-column.ts'
import { addIndexes, bytesType, notNull, ofAccount } from './columns.ts'

/** What an account goes through: other addresses, fresh proofs, a profile, its end. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  const { schema } = query
  await addColumn(query, 'accounts', 'unverified_email', 'text', null)
  await addColumn(query, 'accounts', 'cancel_at', 'bigint', null)
  await addColumn(query, 'accounts', 'description', 'text', '')
  await addColumn(query, 'accounts', 'gender', 'bigint', 0)
  await addColumn(query, 'accounts', 'birthday', 'text', '')
  await addColumn(query, 'accounts', 'background_key', 'text', null)
  await addColumn(query, 'sessions', 'proved_at', 'bigint', 0)
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
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('channel', 'text', notNull)
    .addColumn('address', 'text', notNull)
    .addColumn('left_at', 'bigint', notNull)
    .addColumn('expires_at', 'bigint', notNull)
    .execute()
  await schema
    .createTable('closed_addresses')
    .ifNotExists()
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', notNull)
    .execute()
  await schema
    .createTable('pictures')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('is_sensitive', 'bigint', notNull)
    .addColumn('bytes', bytesType(query), notNull)
    .addColumn('created_at', 'bigint', notNull)
    .execute()
  await addIndexes(query, [
    ['accounts', 'cancel_at'],
    ['former_addresses', 'account_id'],
    ['former_addresses', 'address'],
    ['former_addresses', 'expires_at'],
    ['closed_addresses', 'expires_at'],
    ['pictures', 'account_id'],
  ])
}
