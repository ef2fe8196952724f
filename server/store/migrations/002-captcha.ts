import type { Kysely } from 'kysely'
import { addIndexes, notNull } from './columns.ts'

/** Decisions, the challenges issued for them, and the counters that bound both. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  const { schema } = query
  await schema
    .createTable('captcha_decisions')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('aid', 'bigint', notNull)
    .addColumn('fp', 'text', notNull)
    .addColumn('operation', 'text', notNull)
    .addColumn('target', 'text', notNull)
    .addColumn('state', 'text', notNull)
    .addColumn('issued', 'bigint', notNull)
    .addColumn('tries', 'bigint', notNull)
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('expires_at', 'bigint', notNull)
    .execute()
  await schema
    .createIndex('captcha_decisions_fp')
    .ifNotExists()
    .on('captcha_decisions')
    .columns(['fp', 'operation', 'target'])
    .execute()
  await schema
    .createTable('captcha_challenges')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('decision_id', 'text', notNull)
    .addColumn('fp', 'text', notNull)
    .addColumn('kind', 'text', notNull)
    .addColumn('answer', 'text', notNull)
    .addColumn('state', 'text', notNull)
    .addColumn('issued_at', 'bigint', notNull)
    .addColumn('expires_at', 'bigint', notNull)
    .execute()
  await schema
    .createTable('captcha_counters')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'bigint', notNull)
    .addColumn('resets_at', 'bigint', notNull)
    .addColumn('changed_at', 'bigint', notNull)
    .execute()
  await addIndexes(query, [
    ['captcha_challenges', 'decision_id'],
    ['captcha_decisions', 'expires_at'],
    ['captcha_challenges', 'expires_at'],
    ['captcha_counters', 'resets_at'],
  ])
}
