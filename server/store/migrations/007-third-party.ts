import type { Kysely } from 'kysely'
import { notNull } from './columns.ts'

/** Accounts at third parties that people sign in with. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  const { schema } = query
  await schema
    .createTable('linked_accounts')
    .ifNotExists()
    .addColumn('platform', 'text', notNull)
    .addColumn('sub', 'text', notNull)
    .addColumn('account_id', 'text', notNull)
    .addColumn('screen_name', 'text', notNull)
    .addColumn('avatar', 'text', notNull)
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('updated_at', 'bigint', notNull)
    .addPrimaryKeyConstraint('connections_platform_sub', ['platform', 'sub'])
    .execute()
  // Whoever adds a second one of the same third party loses, however many do so at once.
  await schema
    .createIndex('connections_account_id_platform')
    .ifNotExists()
    .unique()
    .on('linked_accounts')
    .columns(['account_id', 'platform'])
    .execute()
}
