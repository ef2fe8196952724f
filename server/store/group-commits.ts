import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../lib/clock.ts'
import { isContention } from './database-errors.ts'

/** Time that a writer waits for another process. */
const BUSY_MS = 2 * SECOND_MS
const MAX_WAIT_MS = 5

/** A transaction of SQLite that holds the changes of several callers. */
export interface GroupTransaction {
  /** Whether a power failure may lose all of it. */
  readonly isDeferred: boolean
  /** Resolves after the commit, which waits for the disk unless `isDeferred`. */
  readonly committed: Promise<void>
  readonly settle: (error?: unknown) => void
}

/**
 * Commits the changes of all callers of one round of the event loop together, because each commit
 * waits for the disk. Callers write one after another, each behind its own savepoint, and continue
 * after the commit. A deferred transaction reaches the disk with the next one that is not deferred.
 */
export class GroupCommits {
  readonly #database: DatabaseSync
  readonly #waiting: (() => void)[] = []
  #isLocked = false
  #open: GroupTransaction | undefined
  /** Values of `pragma synchronous`: FULL syncs each commit, NORMAL leaves it to a later one. */
  #sync: 'full' | 'normal' = 'full'

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Waits until no other caller writes, and returns when the wait began; `unlock` must follow. */
  async lock(): Promise<number> {
    const since = performance.now()
    if (this.#isLocked) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#isLocked = true
    return since
  }

  unlock(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#isLocked = false
    else next()
  }

  /** Returns the open transaction, or begins one. The caller holds the lock. */
  async join(since: number, isDeferred = false): Promise<GroupTransaction> {
    // An open transaction cannot change how it is synced, so a deferred one is committed first, without a wait.
    if (this.#open?.isDeferred === true && !isDeferred) this.#commit(this.#open)
    if (this.#open === undefined) {
      await this.#begin(since, isDeferred ? 'normal' : 'full')
      const { promise: committed, resolve, reject } = Promise.withResolvers<void>()
      // Callers that failed by themselves do not await it.
      committed.catch(() => {})
      const settle = (error?: unknown): void => (error === undefined ? resolve() : reject(error))
      const transaction = { isDeferred, committed, settle }
      this.#open = transaction
      setImmediate(() => void this.#commitLater(transaction))
    }
    return this.#open
  }

  /** Returns false when an error, such as a full disk, has ended the transaction. */
  isOpen(transaction: GroupTransaction): boolean {
    return this.#open === transaction
  }

  /** Must be called with each error, because some errors end the transaction of all callers. */
  noteError(error: unknown): void {
    if (this.#open === undefined || this.#database.isTransaction) return
    this.#open.settle(error)
    this.#open = undefined
  }

  /** Rolls back the changes of every caller, after a savepoint could not be rolled back. */
  rollBackAll(error: unknown): void {
    const transaction = this.#open
    if (transaction === undefined) return
    this.#open = undefined
    transaction.settle(error)
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  /** Commits the open transaction and closes the database. */
  async close(): Promise<void> {
    await this.lock()
    if (this.#open !== undefined) this.#commit(this.#open)
    this.#database.close()
    this.unlock()
  }

  // SQLite's own wait for another process would block this whole process.
  async #begin(since: number, sync: 'full' | 'normal'): Promise<void> {
    if (this.#sync !== sync) this.#database.exec(`pragma synchronous = ${sync}`)
    this.#sync = sync
    for (;;) {
      try {
        // A plain BEGIN takes the write lock late: two processes that read first and write then would
        // both fail with SQLITE_BUSY, which no waiting cures.
        this.#database.exec('begin immediate')
        return
      } catch (error) {
        if (!isContention(error) || performance.now() - since > BUSY_MS) throw error
        await sleep(1 + Math.random() * MAX_WAIT_MS)
      }
    }
  }

  // Waits for all callers that are queued now.
  async #commitLater(transaction: GroupTransaction): Promise<void> {
    await this.lock()
    if (this.#open === transaction) this.#commit(transaction)
    this.unlock()
  }

  #commit(transaction: GroupTransaction): void {
    this.#open = undefined
    try {
      this.#database.exec('commit')
      transaction.settle()
    } catch (error) {
      transaction.settle(error)
      if (this.#database.isTransaction) this.#database.exec('rollback')
    }
  }
}
