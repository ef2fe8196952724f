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
import { DatabaseError, Pool, types, type PoolClient } from 'pg'
import { ConnectionLost, StatementLost, UnknownOutcome } from './faults.ts'
import { isRead } from './reads.ts'
import { retrying } from './retry.ts'
import { StatementNames } from './statement-names.ts'
import { MINUTE_MS, SECOND_MS } from '../lib/clock.ts'

/** How a server of PostgreSQL is used. */
export interface PoolOptions {
  /** Most connections at once. */
  size: number
  /** What takes longer is given up, by the server itself where it still answers. */
  statementMs: number
  /** What waits longer for somebody else's row is given up; without it, that is a matter of `statementMs`. */
  lockMs?: number
}

const CONNECT_MS = 3 * SECOND_MS
const IDLE_MS = 30 * SECOND_MS
/** Connections end after this, so that they spread over servers that were added. */
const LIFE_SECONDS = 30 * 60
/** What the server is given to say that it gave up, before the connection counts as dead. */
const GRACE_MS = 2 * SECOND_MS

const INT8 = types.builtins.INT8
const NUMERIC = types.builtins.NUMERIC

/** Connections to the server that a postgres:// URL names; its parameters say how TLS is used. */
export function createPool(url: string, { size, statementMs, lockMs }: PoolOptions): Pool {
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
  // A connection that breaks while nobody uses it is replaced when one is needed; without a
  // listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Kysely on `pg`. A statement outside of a transaction is sent again where that is safe. */
export function postgresDialect(pool: Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(pool),
    createIntrospector: (query) => new PostgresIntrospector(query),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class PostgresDriver implements Driver {
  readonly #pool: Pool
  readonly #names = new StatementNames()

  constructor(pool: Pool) {
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

// Takes a client of the pool for each statement, or keeps one from the begin of a transaction to its
// end, so that what may be repeated is repeated on another client.
class PostgresConnection implements DatabaseConnection {
  readonly #pool: Pool
  readonly #names: StatementNames
  #client: PoolClient | undefined
  #isBroken = false

  constructor(pool: Pool, names: StatementNames) {
    this.#pool = pool
    this.#names = names
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#client !== undefined) return await this.#send<Row>(compiled)
    return await retrying(async () => {
      await this.#take()
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
    await this.#take()
    await this.#send(CompiledQuery.raw('begin'))
  }

  async commit(): Promise<void> {
    const command = await this.#send<{ command: string }>(CompiledQuery.raw('commit')).catch(
      (error: unknown) => {
        throw toUnknown(error)
      },
    )
    // Of a transaction in which a statement failed nothing is kept, and only this tells.
    if (command.rows[0]?.command === 'ROLLBACK') throw new Error('the transaction was rolled back')
  }

  async rollback(): Promise<void> {
    if (this.#isBroken) return
    // Whatever goes wrong here, closing the connection rolls back as well.
    await this.#send(CompiledQuery.raw('rollback')).catch(() => {
      this.#isBroken = true
    })
  }

  release(): void {
    this.#client?.release(this.#isBroken)
    this.#client = undefined
    this.#isBroken = false
  }

  async #take(): Promise<void> {
    try {
      this.#client = await this.#pool.connect()
    } catch (error) {
      throw toLost(error)
    }
  }

  async #send<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    const name = this.#names.of(compiled)
    try {
      const { command, rowCount, rows } = await this.#ask(compiled, name)
      return {
        numAffectedRows: BigInt(rowCount ?? 0),
        rows: (command === 'COMMIT' || command === 'ROLLBACK' ? [{ command }] : rows) as Row[],
      }
    } catch (error) {
      if (name !== undefined && this.#names.explains(error)) throw new StatementLost(error)
      const fault = toLost(error)
      if (fault instanceof ConnectionLost) this.#isBroken = true
      throw fault
    }
  }

  async #ask(
    { sql, parameters }: CompiledQuery,
    name: string | undefined,
  ): Promise<{ command: string; rowCount: number | null; rows: object[] }> {
    const client = this.#client
    if (client === undefined) return { command: '', rowCount: 0, rows: [] }
    if (name === undefined) return await client.query(sql, [...parameters])
    return await client.query({ name, text: sql, values: [...parameters] })
  }
}

// Connection errors, shutdown, a server that is starting or full; whatever `pg` says by itself is
// that the connection is of no use any more.
const lostStates = /^(?:08...|57P0[1-5]|53300|25P03)$/

function toLost(error: unknown): unknown {
  if (error instanceof TypeError) return error
  const isAnswered = error instanceof DatabaseError && !lostStates.test(error.code ?? '')
  return isAnswered ? error : new ConnectionLost(error)
}

// What distributed databases say where a commit may or may not have reached enough of them.
const UNSURE = '40003'

function toUnknown(error: unknown): unknown {
  if (error instanceof ConnectionLost) return new UnknownOutcome(error.cause)
  return error instanceof DatabaseError && error.code === UNSURE ? new UnknownOutcome(error) : error
}
