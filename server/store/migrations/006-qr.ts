import type { Kysely } from 'kysely'

/** Requests to sign in that wait behind a QR code. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  const { schema } = query
  await schema
    .createTable('qr_codes')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('aid', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('bind_hash', 'text', (column) => column.notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('next', 'text', (column) => column.notNull())
    .addColumn('scanned_by', 'text', (column) => column.notNull())
    .addColumn('scanned_aid', 'bigint', (column) => column.notNull())
    .addColumn('renewed', 'bigint', (column) => column.notNull())
    .addColumn('last_polled_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  for (const columns of [['holder', 'expires_at'], ['expires_at']]) {
    await schema
      .createIndex(`qr_codes_${columns.join('_')}`)
      .ifNotExists()
      .on('qr_codes')
      .columns(columns)
      .execute()
  }
}
