import type { DatabaseConnection, Kysely } from 'kysely'

/** A connection that can be told that a power cut may take back what its transactions change. */
export interface DeferredDurability extends DatabaseConnection {
  isDeferred: boolean
}

function isLossy(connection: DatabaseConnection): connection is DeferredDurability {
  return 'isDeferred' in connection
}

/** Tells the one connection of `query` so, where its database makes a difference of it. */
export async function deferDurability<Tables>(query: Kysely<Tables>): Promise<void> {
  await query.getExecutor().provideConnection(async (connection) => {
    if (isLossy(connection)) connection.isDeferred = true
  })
}
