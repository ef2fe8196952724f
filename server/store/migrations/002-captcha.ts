import type { Kysely } from 'kysely'

/** Decisions, the challenges issued for them, and the counters that bound both. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  const { schema } = query
  await schema
    .createTable('captcha_decisions')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('aid', 'bigint', (column) => column.notNull())
    .addColumn('fp', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('issued', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
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
    .addColumn('decision_id', 'text', (column) => column.notNull())
    .addColumn('fp', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('issued_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('captcha_challenges_decision_id')
    .ifNotExists()
    .on('captcha_challenges')
    .column('decision_id')
    .execute()
  await schema
    .createTable('captcha_counters')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('resets_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute()
  for (const [table, column] of [
    ['captcha_decisions', 'expires_at'],
    ['captcha_challenges', 'expires_at'],
    ['captcha_counters', 'resets_at'],
  ] as const) {
    await schema.createIndex(`${table}_${column}`).ifNotExists().on(table).column(column).execute()
  }
}
