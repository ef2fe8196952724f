import type { Kysely } from 'kysely'
import { addIndexes, notNull } from './columns.ts'

/** References to something proved, and what happened to accounts. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  const { schema } = query
  await schema
    .createTable('tickets')
    .ifNotExists()
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('purpose', 'text', notNull)
    .addColumn('aid', 'bigint', notNull)
    .addColumn('holder', 'text', notNull)
    .addColumn('data', 'text', notNull)
    .addColumn('expires_at', 'bigint', notNull)
    .execute()
  await schema
    .createTable('security_events')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', notNull)
    .addColumn('kind', 'text', notNull)
    .addColumn('by', 'text', notNull)
    .addColumn('aid', 'bigint', notNull)
    .addColumn('device', 'text', notNull)
    .addColumn('address', 'text', notNull)
    .addColumn('at', 'bigint', notNull)
    .execute()
  await addIndexes(query, [
    ['tickets', 'expires_at'],
    ['tickets', 'holder', 'purpose'],
    ['security_events', 'account_id', 'at'],
    ['security_events', 'at'],
  ])
}
