import { DatabaseSync, StatementSync } from 'node:sqlite'
import { inject, vi } from 'vitest'
import { databaseOn } from '../../server/store/database.ts'
import { createPool, postgresDialect } from '../../server/store/postgres.ts'
import { createTestDatabase, type TestDatabase } from './databases.ts'
import { createProxy } from './proxy.ts'

/** A database that can be taken away: the connections of PostgreSQL, the disk of SQLite. */
export interface LosableDatabase {
  readonly database: TestDatabase
  takeAway(): Promise<void>
  giveBack(): Promise<void>
  close(): Promise<void>
}

/** Creates a database that can be taken away. */
export async function createLosableDatabase(): Promise<LosableDatabase> {
  const database = await createTestDatabase(true)
  if (inject('postgres') === undefined) return { database, ...losableDisk() }
  const proxy = await createProxy(database.location)
  const open = (): ReturnType<TestDatabase['open']> =>
    databaseOn(postgresDialect(createPool(proxy.url, { size: 3, statementMs: 10_000 })))
  return {
    database: { ...database, open },
    takeAway: () => proxy.cut(),
    giveBack: () => proxy.restore(),
    close: () => proxy.close(),
  }
}

const SQLITE_IOERR = 10

function losableDisk(): Omit<LosableDatabase, 'database'> {
  const fail = (): never => {
    throw Object.assign(new Error('disk I/O error'), {
      code: 'ERR_SQLITE_ERROR',
      errcode: SQLITE_IOERR,
    })
  }
  let spies: { mockRestore(): void }[] = []
  const giveBack = async (): Promise<void> => {
    for (const spy of spies.splice(0)) spy.mockRestore()
  }
  return {
    takeAway: async () => {
      spies = [
        vi.spyOn(StatementSync.prototype, 'all').mockImplementation(fail),
        vi.spyOn(StatementSync.prototype, 'run').mockImplementation(fail),
        vi.spyOn(StatementSync.prototype, 'get').mockImplementation(fail),
        vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(fail),
      ]
    },
    giveBack,
    close: giveBack,
  }
}
