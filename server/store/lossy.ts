import type { DatabaseConnection, Kysely } from 'kysely'

/** A connection that can be told that a power cut may take back what its transactions change. */
export interface Lossy extends DatabaseConnection {
  mayBeLost: boolean
}

function isLossy(connection: DatabaseConnection): connection is Lossy {
  return 'mayBeLost' in connection
}

/** Tells the one connection of `query` so, where its database makes a difference of it. */
export async function letLose<Tables>(query: Kysely<Tables>): Promise<void> {
  await query.getExecutor().provideConnection(async (connection) => {
    if (isLossy(connection)) connection.mayBeLost = true
  })
}
