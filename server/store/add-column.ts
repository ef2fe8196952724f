import { sql, type ColumnDataType, type Kysely } from 'kysely'

/** Adds a column to a table, where it is not there yet: a migration may run again half-way. */
export async function addColumn(
  // oxlint-disable-next-line typescript/no-explicit-any
  query: Kysely<any>,
  table: string,
  column: string,
  type: ColumnDataType,
  fallback: string | number | null,
): Promise<void> {
  if (await hasColumn(query, table, column)) return
  await query.schema
    .alterTable(table)
    .addColumn(column, type, (added) =>
      fallback === null ? added : added.notNull().defaultTo(fallback),
    )
    .execute()
}

// Asked of the table itself: `IF NOT EXISTS` is not known to SQLite, and each catalogue is its own.
async function hasColumn(
  // oxlint-disable-next-line typescript/no-explicit-any
  query: Kysely<any>,
  table: string,
  column: string,
): Promise<boolean> {
  try {
    await sql`select ${sql.ref(column)} from ${sql.table(table)} where 1 = 0`.execute(query)
    return true
  } catch {
    return false
  }
}
