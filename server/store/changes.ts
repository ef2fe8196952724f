import { InsertResult, UpdateResult, type DeleteResult } from 'kysely'

/** A statement of Kysely without `returning`. */
interface Change {
  executeTakeFirst(): Promise<InsertResult | UpdateResult | DeleteResult>
}

/** Executes a change and returns whether it affected any row. */
export async function changesAny(change: Change): Promise<boolean> {
  const result = await change.executeTakeFirst()
  if (result instanceof InsertResult) return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
  return (result instanceof UpdateResult ? result.numUpdatedRows : result.numDeletedRows) > 0n
}
