import type { Kysely } from 'kysely'
import { notNull } from './columns.ts'

/** By what a database knows the secrets it was first used with. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  await query.schema
    .createTable('secret_marks')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('mark', 'text', notNull)
    .execute()
}
