import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import { DatabaseError, Pool, types, type PoolClient, type QueryConfig } from 'pg'
import { MINUTE_MS, SECOND_MS } from '../lib/clock.ts'
import { urlsOfHosts } from '../lib/database-hosts.ts'
import { ConnectionLost, isReadOnly, StatementNameLost, UnknownOutcome } from './database-errors.ts'
import { connectionsTo, type Connections } from './postgres-hosts.ts'
import { isRead } from './reads.ts'
import { retrying } from './retry.ts'
import { StatementNames } from './statement-names.ts'

/** Limits for the connections to PostgreSQL. */
export interface PoolOptions {
  /** Maximum of connections. */
  size: number
  /** Maximum time for a statement, after which the server cancels it. */
  statementMs: number
  /** Maximum wait for a lock; `statementMs` by default. */
  lockMs?: number
  /** Called when a connection breaks, used or idle; a failed statement throws as well. */
  onConnectionError?: (error: Error) => void
}

const CONNECT_MS = 3 * SECOND_MS
const IDLE_MS = 30 * SECOND_MS
/** Connections are renewed after this, so that they spread over added servers. */
const LIFE_SECONDS = 30 * 60
/** A commit may wait for a standby, which no timeout of the server ends. */
const COMMIT_MS = 5 * SECOND_MS
/** Time for the server to report a cancelled statement, before the connection counts as lost. */
const GRACE_MS = 2 * SECOND_MS

const INT8 = types.builtins.INT8
const NUMERIC = types.builtins.NUMERIC

/** Creates a pool for each host of a postgres:// URL, and gives connections of one that takes writes. */
export function connectTo(url: string, options: PoolOptions): Connections {
  return connectionsTo(urlsOfHosts(url).map((one) => createPool(one, options)))
}

/** Creates a pool for a postgres:// URL of one host, whose parameters configure TLS. */
export function createPool(
  url: string,
  { size, statementMs, lockMs, onConnectionError = () => {} }: PoolOptions,
): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'passport',
    max: size,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFE_SECONDS,
    keepAlive: true,
    statement_timeout: statementMs,
    ...(lockMs === undefined ? {} : { lock_timeout: lockMs }),
    idle_in_transaction_session_timeout: Math.max(statementMs, MINUTE_MS),
    query_timeout: statementMs + GRACE_MS,
    // Counts and times come as 64-bit integers, sums as numerics: all of ours fit a JS number.
    types: {
      getTypeParser: (oid, format) =>
        oid === INT8 || oid === NUMERIC ? Number : types.getTypeParser(oid, format),
    },
  })
  // Without listeners, a broken connection would end the process. The pool emits the errors of idle
  // connections again, so only the listener of the connection reports them.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', onConnectionError))
  return pool
}

/** Kysely on `pg`. Outside of transactions, statements are repeated if that is safe. */
export function postgresDialect(connections: Connections): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(connections),
    createIntrospector: (query) => new PostgresIntrospector(query),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class PostgresDriver implements Driver {
  readonly #pool: Connections
  readonly #names = new StatementNames()

  constructor(pool: Connections) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(this.#pool, this.#names)
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback()
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

// Takes a client of the pool for each statement or transaction, so that a repetition uses another one.
class PostgresConnection implements DatabaseConnection {
  readonly #pool: Connections
  readonly #names: StatementNames
  #client: PoolClient | undefined
  #isBroken = false

  constructor(pool: Connections, names: StatementNames) {
    this.#pool = pool
    this.#names = names
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#client !== undefined) return await this.#send<Row>(compiled)
    return await retrying(async () => {
      await this.#connect()
      try {
        return await this.#send<Row>(compiled)
      } catch (error) {
        throw isRead(compiled) ? error : toUnknown(error)
      } finally {
        this.release()
      }
    })
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('rows are not streamed')
  }

  async begin(): Promise<void> {
    await this.#connect()
    await this.#send(CompiledQuery.raw('begin'))
  }

  async commit(): Promise<void> {
    const command = await this.#send<{ command: string }>(CompiledQuery.raw('commit')).catch(
      (error: unknown) => {
        throw toUnknown(error)
      },
    )
    // PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement had failed.
    if (command.rows[0]?.command === 'ROLLBACK') throw new Error('the transaction was rolled back')
  }

  async rollback(): Promise<void> {
    if (this.#isBroken) return
    // If this fails, closing the connection rolls back as well.
    await this.#send(CompiledQuery.raw('rollback')).catch(() => {
      this.#isBroken = true
    })
  }

  release(): void {
    this.#client?.release(this.#isBroken)
    this.#client = undefined
    this.#isBroken = false
  }

  async #connect(): Promise<void> {
    try {
      this.#client = await this.#pool.connect()
    } catch (error) {
      // On a full disk it lets nobody in, since it cannot write a file of its own.
      const isInternal = error instanceof DatabaseError && error.code === 'XX000'
      throw isInternal ? new ConnectionLost(error) : toLost(error)
    }
  }

  async #send<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    const name = this.#names.of(compiled)
    try {
      const { command, rowCount, rows } = await this.#query(compiled, name)
      return {
        numAffectedRows: BigInt(rowCount ?? 0),
        rows: (command === 'COMMIT' || command === 'ROLLBACK' ? [{ command }] : rows) as Row[],
      }
    } catch (error) {
      if (name !== undefined && this.#names.explains(error)) throw new StatementNameLost(error)
      const cause = toLost(error)
      if (cause instanceof ConnectionLost) this.#isBroken = true
      throw cause
    }
  }

  async #query(
    { sql, parameters }: CompiledQuery,
    name: string | undefined,
  ): Promise<{ command: string; rowCount: number | null; rows: object[] }> {
    const client = this.#client
    if (client === undefined) throw new Error('a statement was sent without a connection')
    if (sql === 'commit') return await client.query(withTimeout(sql, COMMIT_MS))
    if (name === undefined) return await client.query(sql, [...parameters])
    return await client.query({ name, text: sql, values: [...parameters] })
  }
}

// The types of `pg` do not know this option.
function withTimeout(text: string, timeoutMs: number): QueryConfig {
  return Object.assign({ text }, { query_timeout: timeoutMs })
}

// Connection errors, shutdown, a server that is starting, full or read-only. Errors that `pg` itself throws
// mean a useless connection as well.
const lostStates = /^(?:08...|57P0[1-5]|53300|25P03|25006)$/

function toLost(error: unknown): unknown {
  if (error instanceof TypeError) return error
  const isAnswered = error instanceof DatabaseError && !lostStates.test(error.code ?? '')
  return isAnswered ? error : new ConnectionLost(error)
}

// Distributed databases report this when a commit may or may not have been made.
const UNSURE = '40003'

function toUnknown(error: unknown): unknown {
  // A read-only database has done nothing.
  if (isReadOnly(error)) return error
  if (error instanceof ConnectionLost) return new UnknownOutcome(error.cause)
  return error instanceof DatabaseError && error.code === UNSURE ? new UnknownOutcome(error) : error
}
