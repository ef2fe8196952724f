import type { Kysely } from 'kysely'

/** Second verifications under way, and the browsers that people signed in with. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  const { schema } = query
  await schema
    .createTable('verifications')
    .ifNotExists()
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('ticket_hash', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('aid', 'bigint', (column) => column.notNull())
    .addColumn('web_id', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('ways', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('tries', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('trusted_devices')
    .ifNotExists()
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('web_id', 'text', (column) => column.notNull())
    .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('trusted_devices_key', ['account_id', 'web_id'])
    .execute()
  for (const [table, columns] of [
    ['verifications', ['ticket_hash']],
    ['verifications', ['account_id']],
    ['verifications', ['expires_at']],
    ['trusted_devices', ['last_seen_at']],
  ] as const) {
    await schema
      .createIndex(`${table}_${columns.join('_')}`)
      .ifNotExists()
      .on(table)
      .columns([...columns])
      .execute()
  }
}
