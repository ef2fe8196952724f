import {
  InsertResult,
  UpdateResult,
  type DeleteResult,
  type InsertObject,
  type SelectQueryBuilder,
} from 'kysely'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

/** A statement of Kysely without `returning`. */
interface Change {
  executeTakeFirst(): Promise<InsertResult | UpdateResult | DeleteResult>
}

/** Executes a change that answers nothing. */
export async function run(change: Change): Promise<void> {
  await change.executeTakeFirst()
}

/** Executes a change and returns whether it affected any row. */
export async function changesAny(change: Change): Promise<boolean> {
  const result = await change.executeTakeFirst()
  if (result instanceof InsertResult) return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
  return (result instanceof UpdateResult ? result.numUpdatedRows : result.numDeletedRows) > 0n
}

/** Inserts a row; returns false, with nothing inserted, when one of its unique values is taken. */
export async function insertNew<Table extends keyof Tables>(
  query: Queries,
  table: Table,
  row: InsertObject<Tables, Table>,
): Promise<boolean> {
  return await changesAny(
    query
      .insertInto(table)
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/** Returns how many rows a statement finds. */
export async function countRows<Found extends keyof Tables>(
  found: SelectQueryBuilder<Tables, Found, {}>,
): Promise<number> {
  const { total } = await found
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

interface Select<Row> {
  execute(): Promise<Row[]>
  executeTakeFirst(): Promise<Row | undefined>
}

/** Returns whether a statement finds any row. */
export async function findsAny(select: Select<unknown>): Promise<boolean> {
  return (await select.executeTakeFirst()) !== undefined
}

/** Returns what the first row holds; undefined without one. */
export async function readFirst<Row, Held>(
  select: Select<Row>,
  read: (row: Row) => Held,
): Promise<Held | undefined> {
  const row = await select.executeTakeFirst()
  return row && read(row)
}

/** Returns what each row holds. */
export async function readAll<Row, Held>(
  select: Select<Row>,
  read: (row: Row) => Held,
): Promise<Held[]> {
  return (await select.execute()).map((row) => read(row))
}
