import { PostgresAdapter, type Kysely } from 'kysely'

/** Type of a column of bytes: the one type that has no common name. */
// oxlint-disable-next-line typescript/no-explicit-any
export function bytesType(query: Kysely<any>): 'bytea' | 'blob' {
  return query.getExecutor().adapter instanceof PostgresAdapter ? 'bytea' : 'blob'
}
