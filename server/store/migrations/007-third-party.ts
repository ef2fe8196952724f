import type { Kysely } from 'kysely'

/** Accounts at third parties that people sign in with. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  const { schema } = query
  await schema
    .createTable('connections')
    .ifNotExists()
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('sub', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('screen_name', 'text', (column) => column.notNull())
    .addColumn('avatar', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('connections_platform_sub', ['platform', 'sub'])
    .execute()
  // Whoever adds a second one of the same third party loses, however many do so at once.
  await schema
    .createIndex('connections_account_id_platform')
    .ifNotExists()
    .unique()
    .on('connections')
    .columns(['account_id', 'platform'])
    .execute()
}
