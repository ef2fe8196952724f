import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely'

/** How long a writer waits for another process, in milliseconds; the whole process waits with it. */
const BUSY_TIMEOUT_MS = 2000

/** Kysely on `node:sqlite`: a file path, or `:memory:` for a database that ends with the process. */
export function sqliteDialect(file: string): Dialect {
  if (file !== ':memory:') makePrivate(file)
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  // FULL syncs each commit: a used code must not come back to life when the power fails.
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory',
  )
  return new ImmediateDialect({ database: asBetterSqlite(database) })
}

// SQLite would let every user of the machine read it; its neighbour files take the mode over. One
// that is there already is not even opened: closing it would take away locks of this process.
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #config: { database: SqliteDatabase }

  constructor(config: { database: SqliteDatabase }) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config)
  }
}

// A plain BEGIN takes the write lock late: two processes that read first and write then would both
// fail with SQLITE_BUSY, which no waiting cures.
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

// Kysely knows the shape of better-sqlite3. Statements are kept: preparing costs more than running.
function asBetterSqlite(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => {
      statements.clear()
      database.close()
    },
    prepare: (sql) => {
      let statement = statements.get(sql)
      if (statement === undefined) {
        statement = asStatement(database.prepare(sql))
        statements.set(sql, statement)
      }
      return statement
    },
  }
}

function asStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...(values as SQLInputValue[])),
    run: (values) => statement.run(...(values as SQLInputValue[])),
    iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
  }
}
