import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { isContention } from './faults.ts'
import { SECOND_MS } from '../lib/clock.ts'

/** How long a writer waits for another process. */
const BUSY_MS = 2 * SECOND_MS
const MAX_WAIT_MS = 5

/** A transaction of SQLite that the changes of several callers are in. */
export interface Shared {
  /** Whether a power cut may take all of it back. */
  readonly isDeferred: boolean
  /** Resolves when all of it is on the disk, or handed to the system where it may be lost. */
  readonly done: Promise<void>
  readonly settle: (error?: unknown) => void
}

/**
 * Lets callers change a SQLite database one after another, and commits together what came in one
 * round of the event loop: a commit waits for the disk, however little is in it. Nobody goes on
 * before the commit, and what one caller takes back leaves the others as they are. A commit of
 * nothing but what may be lost does not wait for the disk; the next one that does takes it along.
 */
export class SharedCommits {
  readonly #database: DatabaseSync
  readonly #line: (() => void)[] = []
  #isTaken = false
  #shared: Shared | undefined
  /** SQLite's own words: FULL syncs each commit, NORMAL leaves it to the next sync. */
  #sync: 'full' | 'normal' = 'full'

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /**
   * Waits until nobody else uses the database, and answers since when. Whoever has the turn gives it
   * back by `leave`.
   */
  async turn(): Promise<number> {
    const cameAt = performance.now()
    if (this.#isTaken) await new Promise<void>((resolve) => this.#line.push(resolve))
    else this.#isTaken = true
    return cameAt
  }

  leave(): void {
    const next = this.#line.shift()
    if (next === undefined) this.#isTaken = false
    else next()
  }

  /** Opens the transaction in one's turn, unless one is open that keeps what must be kept. */
  async open(cameAt: number, isDeferred = false): Promise<Shared> {
    // How a transaction is synced cannot change while it is open, and this commit waits for nothing.
    if (this.#shared?.isDeferred === true && !isDeferred) this.#end(this.#shared)
    if (this.#shared === undefined) {
      await this.#begin(cameAt, isDeferred ? 'normal' : 'full')
      const { promise: done, resolve, reject } = Promise.withResolvers<void>()
      // Callers that failed by themselves do not ask how it ended.
      done.catch(() => {})
      const settle = (error?: unknown): void => (error === undefined ? resolve() : reject(error))
      const shared = { isDeferred, done, settle }
      this.#shared = shared
      setImmediate(() => void this.#commit(shared))
    }
    return this.#shared
  }

  /** Whether a transaction is open still: a full disk ends it in the midst. */
  isOpen(shared: Shared): boolean {
    return this.#shared === shared
  }

  /** To be told of each error, because some end the transaction for those before as well. */
  failed(error: unknown): void {
    if (this.#shared === undefined || this.#database.isTransaction) return
    this.#shared.settle(error)
    this.#shared = undefined
  }

  /** Takes back what is open, of every caller, where one alone could not be taken back. */
  giveUp(error: unknown): void {
    const shared = this.#shared
    if (shared === undefined) return
    this.#shared = undefined
    shared.settle(error)
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  /** Commits what is open, and closes the database. */
  async close(): Promise<void> {
    await this.turn()
    if (this.#shared !== undefined) this.#end(this.#shared)
    this.#database.close()
    this.leave()
  }

  // SQLite would wait for another process by itself, and this whole process with it.
  async #begin(cameAt: number, sync: 'full' | 'normal'): Promise<void> {
    if (this.#sync !== sync) this.#database.exec(`pragma synchronous = ${sync}`)
    this.#sync = sync
    for (;;) {
      try {
        // A plain BEGIN takes the write lock late: two processes that read first and write then would
        // both fail with SQLITE_BUSY, which no waiting cures.
        this.#database.exec('begin immediate')
        return
      } catch (error) {
        if (!isContention(error) || performance.now() - cameAt > BUSY_MS) throw error
        await sleep(1 + Math.random() * MAX_WAIT_MS)
      }
    }
  }

  /** Commits what is open, in a turn of its own, after all who came before. */
  async #commit(shared: Shared): Promise<void> {
    await this.turn()
    if (this.#shared === shared) this.#end(shared)
    this.leave()
  }

  #end(shared: Shared): void {
    this.#shared = undefined
    try {
      this.#database.exec('commit')
      shared.settle()
    } catch (error) {
      shared.settle(error)
      if (this.#database.isTransaction) this.#database.exec('rollback')
    }
  }
}
