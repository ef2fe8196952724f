import type { Kysely } from 'kysely'
import { addColumn } from '../add-column.ts'
import { notNull } from './columns.ts'

/** What an operator says about an application, and counts of what pages report. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  await addColumn(query, 'apps', 'redirects', 'text', '[]')
  await addColumn(query, 'apps', 'settings', 'text', '{}')
  await query.schema
    .createTable('telemetry')
    .ifNotExists()
    .addColumn('day', 'text', notNull)
    .addColumn('aid', 'bigint', notNull)
    .addColumn('kind', 'text', notNull)
    .addColumn('name', 'text', notNull)
    .addColumn('bucket', 'bigint', notNull)
    .addColumn('count', 'bigint', notNull)
    .addColumn('sum', 'bigint', notNull)
    .addPrimaryKeyConstraint('telemetry_key', ['day', 'aid', 'kind', 'name', 'bucket'])
    .execute()
}
