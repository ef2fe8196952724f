import type { Kysely } from 'kysely'
import { addIndexes, notNull } from './columns.ts'

/** Requests to sign in that wait behind a QR code. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  const { schema } = query
  await schema
    .createTable('qr_codes')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('aid', 'bigint', notNull)
    .addColumn('state', 'text', notNull)
    .addColumn('bind_hash', 'text', notNull)
    .addColumn('holder', 'text', notNull)
    .addColumn('network', 'text', notNull)
    .addColumn('place', 'text', notNull)
    .addColumn('device', 'text', notNull)
    .addColumn('next', 'text', notNull)
    .addColumn('scanned_by', 'text', notNull)
    .addColumn('scanned_aid', 'bigint', notNull)
    .addColumn('answered_in', 'text', notNull)
    .addColumn('renewed', 'bigint', notNull)
    .addColumn('last_polled_at', 'bigint', notNull)
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('expires_at', 'bigint', notNull)
    .execute()
  await addIndexes(query, [
    ['qr_codes', 'holder', 'expires_at'],
    ['qr_codes', 'expires_at'],
  ])
}
