import type { DatabaseConnection, Kysely } from 'kysely'

/** A connection whose transactions may be lost in a power failure while `isDeferred` is true. */
export interface DeferredDurability extends DatabaseConnection {
  isDeferred: boolean
}

function canDefer(connection: DatabaseConnection): connection is DeferredDurability {
  return 'isDeferred' in connection
}

/** Defers durability on the connection of `query`, if its database supports that. */
export async function deferDurability<Tables>(query: Kysely<Tables>): Promise<void> {
  await query.getExecutor().provideConnection(async (connection) => {
    if (canDefer(connection)) connection.isDeferred = true
  })
}
