import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Queries } from './database.ts'
import { takeLease } from './leases.ts'
import { DAY_MS, MINUTE_MS, type Clock } from '../clock.ts'

const EVERY_MS = MINUTE_MS
const BATCH = 500
const MAILBOX_KEPT_MS = DAY_MS
const QR_KEPT_MS = 10 * MINUTE_MS
const FAILURES_KEPT_MS = 30 * DAY_MS

/**
 * Deletes what has run out, in small batches, by whichever instance holds the lease; `erase` does
 * the same for closed accounts.
 */
export function startCleanup(
  database: Database,
  clock: Clock,
  onFault: (error: unknown) => void,
  erase: () => Promise<unknown>,
): () => Promise<void> {
  const holder = randomUUID()
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= cleanUp(database.query, holder, clock())
      .then(async (isMine) => {
        if (isMine) await erase()
      })
      .catch(onFault)
      .finally(() => {
        running = undefined
      })
  }, EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** One round, unless another instance has the lease; a table with more to delete than a batch has the rest deleted by the next rounds. */
export async function cleanUp(query: Queries, holder: string, now: number): Promise<boolean> {
  if (!(await takeLease(query, 'cleanup', holder, now, 2 * EVERY_MS))) return false
  for (const { table, key, column, before } of [
    { table: 'sessions', key: 'hash', column: 'expires_at', before: now },
    { table: 'counters', key: 'key', column: 'expires_at', before: now },
    { table: 'tickets', key: 'hash', column: 'expires_at', before: now },
    { table: 'verifications', key: 'key_hash', column: 'expires_at', before: now },
    { table: 'former_addresses', key: 'id', column: 'expires_at', before: now },
    { table: 'closed_addresses', key: 'hash', column: 'expires_at', before: now },
    { table: 'seal_uses', key: 'jti', column: 'expires_at', before: now },
    // Kept a while, so that a late poll still learns that its code has expired.
    { table: 'qr_codes', key: 'id', column: 'expires_at', before: now - QR_KEPT_MS },
    { table: 'login_failures', key: 'key', column: 'updated_at', before: now - FAILURES_KEPT_MS },
    { table: 'mailbox', key: 'id', column: 'created_at', before: now - MAILBOX_KEPT_MS },
  ]) {
    await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)}
        where ${sql.ref(column)} < ${before} limit ${BATCH}
      )`.execute(query)
  }
  // A code has a key of three columns, which not every database takes in such a list.
  await query
    .deleteFrom('codes')
    .where('expires_at', '<', now - DAY_MS)
    .execute()
  return true
}
