import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** Whether a row comes after a place in the order of two columns, or before it; without a place, every row. */
export function isAfter(
  first: string,
  second: string,
  place: readonly [unknown, unknown] | undefined,
  sign: '>' | '<' = '>',
): RawBuilder<SqlBool> {
  if (place === undefined) return sql<SqlBool>`1 = 1`
  return sql<SqlBool>`(${sql.ref(first)}, ${sql.ref(second)}) ${sql.raw(sign)} (${place[0]}, ${place[1]})`
}
