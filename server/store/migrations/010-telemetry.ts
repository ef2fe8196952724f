import type { Kysely } from 'kysely'

/** Counts of what pages report. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  await query.schema
    .createTable('telemetry')
    .ifNotExists()
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('aid', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('bucket', 'bigint', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('sum', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('telemetry_key', ['day', 'aid', 'kind', 'name', 'bucket'])
    .execute()
}
