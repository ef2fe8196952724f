import { createHash } from 'node:crypto'
import { CompiledQuery, PostgresAdapter } from 'kysely'
import type { Database, Queries } from '../database.ts'
import type { TableShape } from './table-shapes.ts'

/** Rows that are read and written at once. */
const BATCH = 1000

type Value = string | number | Uint8Array | null

/** Values of a row, in the order of the columns. */
export type Row = readonly Value[]

/** How many rows a table has, and a SHA-256 over them in the order of their keys. */
export interface TableDigest {
  readonly rows: number
  readonly digest: string
}

/** Calls `work` with all rows of a table in the order of their keys, byte by byte, a batch at a time. */
export async function eachBatch(
  { query }: Database,
  { columns, key, name }: TableShape,
  work: (rows: readonly Row[]) => Promise<void> | void,
): Promise<void> {
  const list = columns.map((column) => `"${column.name}"`).join()
  const select = `select ${list} from "${name}"`
  const read = async (one: Queries, text: string, values: Row = []): Promise<Row[]> => {
    const result = await one.executeQuery<Record<string, Value>>(
      CompiledQuery.raw(text, [...values]),
    )
    return result.rows.map((row) => columns.map((column) => row[column.name] ?? null))
  }
  if (isPostgres(query)) {
    // Its indexes are in the order of a language, so the rows are sorted, once.
    const types = new Map(columns.map((column) => [column.name, column.type]))
    const order = key.map((column) =>
      types.get(column) === 'text' ? `"${column}" collate "C"` : `"${column}"`,
    )
    await query.transaction().execute(async (tx) => {
      const one = tx.withoutPlugins()
      await read(one, `declare batches no scroll cursor for ${select} order by ${order.join()}`)
      for (let isMore = true; isMore;) {
        const rows = await read(one, `fetch ${BATCH} from batches`)
        if (rows.length > 0) await work(rows)
        isMore = rows.length === BATCH
      }
    })
    return
  }
  const keys = key.map((column) => `"${column}"`).join()
  const places = key.map((column) => columns.findIndex((one) => one.name === column))
  const after = `where (${keys}) > (${key.map(() => '?').join()})`
  for (let last: Row | undefined, isMore = true; isMore;) {
    const values = last === undefined ? [] : places.map((place) => last?.[place] ?? null)
    const text = `${select} ${last === undefined ? '' : after} order by ${keys} limit ${BATCH}`
    const rows = await read(query.withoutPlugins(), text, values)
    if (rows.length > 0) await work(rows)
    isMore = rows.length === BATCH
    last = rows.at(-1)
  }
}

/** Adds rows to a table. */
export async function insertRows(
  query: Queries,
  { columns, name }: TableShape,
  rows: readonly Row[],
): Promise<void> {
  const list = columns.map((column) => `"${column.name}"`).join()
  const one = query.withoutPlugins()
  if (isPostgres(query)) {
    // One array a column: a value each would be as many parameters as a statement may have.
    const arrays = columns.map(({ type }, at) => `$${at + 1}::${type}[]`)
    const text = `insert into "${name}" (${list}) select * from unnest(${arrays.join()})`
    const values = columns.map((_, at) => rows.map((row) => row[at]))
    await one.executeQuery(CompiledQuery.raw(text, values))
    return
  }
  const text = `insert into "${name}" (${list}) values (${columns.map(() => '?').join()})`
  for (const row of rows) await one.executeQuery(CompiledQuery.raw(text, [...row]))
}

/** Reads a table through. @throws for a number that JavaScript cannot hold */
export async function digestTable(database: Database, shape: TableShape): Promise<TableDigest> {
  const hash = createHash('sha256')
  let rows = 0
  await eachBatch(database, shape, (batch) => {
    rows += batch.length
    for (const row of batch) hash.update(`${JSON.stringify(row.map(toExact))}\n`)
  })
  return { rows, digest: hash.digest('hex') }
}

/** Returns whether a table has a row. */
export async function hasRows(query: Queries, { name }: TableShape): Promise<boolean> {
  const text = `select 1 from "${name}" limit 1`
  const { rows } = await query.withoutPlugins().executeQuery(CompiledQuery.raw(text))
  return rows.length > 0
}

/** Empties a table. */
export async function emptyTable(query: Queries, { name }: TableShape): Promise<void> {
  await query.withoutPlugins().executeQuery(CompiledQuery.raw(`delete from "${name}"`))
}

// Bytes as text that no text is: texts are JSON strings, not objects.
function toExact(value: Value): unknown {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RangeError(`${value} is too large for a number`)
  }
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value
}

function isPostgres(query: Queries): boolean {
  return query.getExecutor().adapter instanceof PostgresAdapter
}
