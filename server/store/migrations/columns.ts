import { PostgresAdapter, type ColumnDefinitionBuilder, type Kysely } from 'kysely'

/** Type of a column of bytes: the one type that has no common name. */
// oxlint-disable-next-line typescript/no-explicit-any
export function bytesType(query: Kysely<any>): 'bytea' | 'blob' {
  return query.getExecutor().adapter instanceof PostgresAdapter ? 'bytea' : 'blob'
}

/** A column that always has a value. */
export function notNull(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull()
}

/** A column with the id of an account; the row goes when the account goes. */
export function ofAccount(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().references('accounts.id').onDelete('cascade')
}

/** Adds indexes where they are not there yet, named by their table and columns. */
export async function addIndexes(
  // oxlint-disable-next-line typescript/no-explicit-any
  { schema }: Kysely<any>,
  indexes: readonly (readonly [table: string, ...columns: string[]])[],
): Promise<void> {
  for (const [table, ...columns] of indexes) {
    const name = `${table}_${columns.join('_')}`
    await schema.createIndex(name).ifNotExists().on(table).columns(columns).execute()
  }
}
