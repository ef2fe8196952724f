import type { Kysely } from 'kysely'
import { addIndexes, notNull, ofAccount } from './columns.ts'

/** Second verifications under way, and the browsers that people signed in with. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  const { schema } = query
  await schema
    .createTable('verifications')
    .ifNotExists()
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('ticket_hash', 'text', notNull)
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('aid', 'bigint', notNull)
    .addColumn('web_id', 'text', notNull)
    .addColumn('operation', 'text', notNull)
    .addColumn('target', 'text', notNull)
    .addColumn('ways', 'text', notNull)
    .addColumn('state', 'text', notNull)
    .addColumn('tries', 'bigint', notNull)
    .addColumn('expires_at', 'bigint', notNull)
    .execute()
  await schema
    .createTable('trusted_devices')
    .ifNotExists()
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('web_id', 'text', notNull)
    .addColumn('first_seen_at', 'bigint', notNull)
    .addColumn('last_seen_at', 'bigint', notNull)
    .addPrimaryKeyConstraint('trusted_devices_key', ['account_id', 'web_id'])
    .execute()
  await addIndexes(query, [
    ['verifications', 'ticket_hash'],
    ['verifications', 'account_id'],
    ['verifications', 'expires_at'],
    ['trusted_devices', 'last_seen_at'],
  ])
}
