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
import type { DeferredDurability } from './deferred-durability.ts'
import { GroupCommits, type GroupTransaction } from './group-commits.ts'
import { isRead } from './reads.ts'

/** Time that opening waits for another process, in milliseconds; it blocks this process. */
const BUSY_TIMEOUT_MS = 2000

const ENDED = 'the transaction was rolled back'

/** Kysely on `node:sqlite`: a file, or `:memory:` for a database that ends with the process and may begin as a copy. */
export function sqliteDialect(file: string, copied?: Uint8Array): Dialect {
  return {
    createAdapter: () => new ConcurrentSqliteAdapter(),
    createDriver: () => new SqliteDriver(file, copied),
    createIntrospector: (query) => new SqliteIntrospector(query),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

// The driver queues writers itself; Kysely would block readers during each write.
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #writer: PreparedStatements
  // Reads committed data without waiting for writers. A database in memory has one connection only.
  readonly #reader: PreparedStatements | undefined
  readonly #commits: GroupCommits

  constructor(file: string, copied?: Uint8Array) {
    const isFile = file !== ':memory:'
    if (isFile) createPrivate(file)
    const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    if (copied !== undefined) database.deserialize(copied)
    // FULL syncs each commit: a used code must not become valid again after a power failure. For
    // deferred transactions `GroupCommits` changes it.
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory',
    )
    // From now on `GroupCommits` waits, without blocking the process.
    database.exec('pragma busy_timeout = 0')
    this.#writer = new PreparedStatements(database)
    this.#commits = new GroupCommits(database)
    if (isFile) {
      this.#reader = new PreparedStatements(
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

// SQLite would let every user of the machine read the file; its journal takes over the mode. An
// existing file is not opened: closing it would release the locks of this process.
function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

// A single statement, or a transaction, which is a savepoint in the group transaction.
class SqliteConnection implements DatabaseConnection, DeferredDurability {
  isDeferred = false
  readonly #writer: PreparedStatements
  readonly #reader: PreparedStatements | undefined
  readonly #commits: GroupCommits
  #transaction: GroupTransaction | undefined

  constructor(
    writer: PreparedStatements,
    reader: PreparedStatements | undefined,
    commits: GroupCommits,
  ) {
    this.#writer = writer
    this.#reader = reader
    this.#commits = commits
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction !== undefined) {
      if (!this.#commits.isOpen(this.#transaction)) throw new Error(ENDED)
      return this.#run<Row>(compiled)
    }
    if (isRead(compiled)) return await this.#read<Row>(compiled)
    const { result, transaction } = await this.#locked(async (since) => {
      const joined = await this.#commits.join(since)
      return { result: this.#run<Row>(compiled), transaction: joined }
    })
    await transaction.committed
    return result
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('rows are not streamed')
  }

  async begin(): Promise<void> {
    const since = await this.#commits.lock()
    try {
      const transaction = await this.#commits.join(since, this.isDeferred)
      this.#writer.run('savepoint caller', [])
      this.#transaction = transaction
    } catch (error) {
      this.#commits.noteError(error)
      this.#commits.unlock()
      throw error
    }
  }

  async commit(): Promise<void> {
    const transaction = this.#transaction
    if (transaction === undefined) throw new Error(ENDED)
    this.#writer.run('release caller', [])
    this.#end()
    await transaction.committed
  }

  rollback(): void {
    if (this.#transaction === undefined) return
    try {
      if (!this.#commits.isOpen(this.#transaction)) return
      this.#writer.run('rollback to caller', [])
      this.#writer.run('release caller', [])
    } catch (error) {
      this.#commits.rollBackAll(error)
      throw error
    } finally {
      this.#end()
    }
  }

  #end(): void {
    this.#transaction = undefined
    this.#commits.unlock()
  }

  async #read<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#reader !== undefined) return this.#reader.run(compiled.sql, compiled.parameters)
    return await this.#locked(async () => this.#run<Row>(compiled))
  }

  async #locked<Result>(work: (since: number) => Promise<Result>): Promise<Result> {
    const since = await this.#commits.lock()
    try {
      return await work(since)
    } finally {
      this.#commits.unlock()
    }
  }

  #run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    try {
      return this.#writer.run(sql, parameters)
    } catch (error) {
      this.#commits.noteError(error)
      throw error
    }
  }
}

/** More than the texts of all calls; lists of many lengths, as in imports, would go on without end. */
const MAX_PREPARED = 2000

// Statements are cached by their text, because preparing costs more than running; the oldest goes.
class PreparedStatements {
  readonly #database: DatabaseSync
  readonly #cache = new Map<string, { statement: StatementSync; hasRows: boolean }>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    let prepared = this.#cache.get(sql)
    if (prepared === undefined) {
      const statement = this.#database.prepare(sql)
      prepared = { statement, hasRows: statement.columns().length > 0 }
      this.#cache.set(sql, prepared)
      if (this.#cache.size > MAX_PREPARED) this.#cache.delete(this.#cache.keys().next().value ?? '')
    }
    const values = parameters as SQLInputValue[]
    if (prepared.hasRows) return { rows: prepared.statement.all(...values) as Row[] }
    const { changes } = prepared.statement.run(...values)
    return { numAffectedRows: BigInt(changes), rows: [] }
  }

  close(): void {
    this.#database.close()
  }
}
