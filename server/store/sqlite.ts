import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import { SharedCommits, type Shared } from './commits.ts'
import type { DeferredDurability } from './deferred-durability.ts'
import { isRead } from './reads.ts'

/** How long opening waits for another process, in milliseconds; the whole process waits with it. */
const BUSY_TIMEOUT_MS = 2000

const ENDED = 'the transaction was rolled back'

/** Kysely on `node:sqlite`: a file path, or `:memory:` for a database that ends with the process. */
export function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new SharingAdapter(),
    createDriver: () => new SqliteDriver(file),
    createIntrospector: (query) => new SqliteIntrospector(query),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

// Who comes when is for the driver to say; Kysely would let nobody read while somebody writes.
class SharingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #writer: Statements
  // Sees what was committed, and waits for nobody. A database in memory is there only once.
  readonly #reader: Statements | undefined
  readonly #commits: SharedCommits

  constructor(file: string) {
    const isFile = file !== ':memory:'
    if (isFile) makePrivate(file)
    const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    // FULL syncs each commit: a used code must not come back to life when the power fails. What may
    // be lost is committed without, by `commits.ts`.
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory',
    )
    // From here on `commits.ts` waits.
    database.exec('pragma busy_timeout = 0')
    this.#writer = new Statements(database)
    this.#commits = new SharedCommits(database)
    if (isFile) {
      this.#reader = new Statements(
        new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly: true }),
      )
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#writer, this.#reader, this.#commits)
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback()
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#reader?.close()
    await this.#commits.close()
  }
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

// One statement, or a transaction: a savepoint in the transaction that it shares with others.
class SqliteConnection implements DatabaseConnection, DeferredDurability {
  isDeferred = false
  readonly #writer: Statements
  readonly #reader: Statements | undefined
  readonly #commits: SharedCommits
  #mine: Shared | undefined

  constructor(writer: Statements, reader: Statements | undefined, commits: SharedCommits) {
    this.#writer = writer
    this.#reader = reader
    this.#commits = commits
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#mine !== undefined) {
      if (!this.#commits.isOpen(this.#mine)) throw new Error(ENDED)
      return this.#run<Row>(compiled)
    }
    if (isRead(compiled)) return await this.#read<Row>(compiled)
    const { result, shared } = await this.#inTurn(async (cameAt) => {
      const opened = await this.#commits.open(cameAt)
      return { result: this.#run<Row>(compiled), shared: opened }
    })
    await shared.done
    return result
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('rows are not streamed')
  }

  async begin(): Promise<void> {
    const cameAt = await this.#commits.turn()
    try {
      const shared = await this.#commits.open(cameAt, this.isDeferred)
      this.#writer.run('savepoint mine', [])
      this.#mine = shared
    } catch (error) {
      this.#commits.failed(error)
      this.#commits.leave()
      throw error
    }
  }

  async commit(): Promise<void> {
    const shared = this.#mine
    if (shared === undefined) throw new Error(ENDED)
    this.#writer.run('release mine', [])
    this.#end()
    await shared.done
  }

  rollback(): void {
    if (this.#mine === undefined) return
    try {
      if (!this.#commits.isOpen(this.#mine)) return
      this.#writer.run('rollback to mine', [])
      this.#writer.run('release mine', [])
    } catch (error) {
      this.#commits.giveUp(error)
      throw error
    } finally {
      this.#end()
    }
  }

  #end(): void {
    this.#mine = undefined
    this.#commits.leave()
  }

  async #read<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#reader !== undefined) return this.#reader.run(compiled.sql, compiled.parameters)
    return await this.#inTurn(async () => this.#run<Row>(compiled))
  }

  async #inTurn<Result>(work: (cameAt: number) => Promise<Result>): Promise<Result> {
    const cameAt = await this.#commits.turn()
    try {
      return await work(cameAt)
    } finally {
      this.#commits.leave()
    }
  }

  #run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    try {
      return this.#writer.run(sql, parameters)
    } catch (error) {
      this.#commits.failed(error)
      throw error
    }
  }
}

// Statements are kept: preparing costs more than running.
class Statements {
  readonly #database: DatabaseSync
  readonly #kept = new Map<string, { statement: StatementSync; isReader: boolean }>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    let kept = this.#kept.get(sql)
    if (kept === undefined) {
      const statement = this.#database.prepare(sql)
      kept = { statement, isReader: statement.columns().length > 0 }
      this.#kept.set(sql, kept)
    }
    const values = parameters as SQLInputValue[]
    if (kept.isReader) return { rows: kept.statement.all(...values) as Row[] }
    const { changes } = kept.statement.run(...values)
    return { numAffectedRows: BigInt(changes), rows: [] }
  }

  close(): void {
    this.#database.close()
  }
}
