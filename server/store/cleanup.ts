import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Queries } from './database.ts'
import { takeLease } from './leases.ts'
import { DAY_MS, dayOf, MINUTE_MS, type Clock } from '../lib/clock.ts'
import { DEVICE_TRUST_MS } from '../two-step/trusted-devices.ts'

const EVERY_MS = MINUTE_MS
const BATCH = 500
/** Batches of a table in one round; what is left waits for the next. */
const MAX_BATCHES = 200
/** Between two batches, so that calls come in between. */
const PAUSE_MS = 5
const MAILBOX_KEPT_MS = DAY_MS
const QR_KEPT_MS = 10 * MINUTE_MS
const FAILURES_KEPT_MS = 30 * DAY_MS
/** Captchas outlive their time a little, so that late answers are told apart from forged ones. */
const CAPTCHAS_KEPT_MS = 10 * MINUTE_MS

const YEAR_MS = 365 * DAY_MS

/** How long is kept what nobody ends. */
export interface Kept {
  eventsMs: number
  telemetryMs: number
}

/**
 * Deletes what has run out, in small batches, by whichever instance holds the lease; `erase` does
 * the same for closed accounts.
 */
export function startCleanup(
  database: Database,
  clock: Clock,
  onFault: (error: unknown) => void,
  erase: () => Promise<unknown>,
  kept: Kept,
): () => Promise<void> {
  const holder = randomUUID()
  let isStopped = false
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= cleanUp(database.query, holder, clock(), () => isStopped, kept)
      .then(async (isMine) => {
        if (isMine && !isStopped) await erase()
      })
      .catch(onFault)
      .finally(() => {
        running = undefined
      })
  }, EVERY_MS).unref()
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
}

/** One round, unless another instance has the lease; false then. It ends early when `isStopped`. */
export async function cleanUp(
  query: Queries,
  holder: string,
  now: number,
  isStopped: () => boolean = () => false,
  kept: Kept = { eventsMs: YEAR_MS, telemetryMs: YEAR_MS },
): Promise<boolean> {
  if (!(await takeLease(query, 'cleanup', holder, now, 2 * EVERY_MS))) return false
  for (const { table, key, column, before } of [
    { table: 'sessions', key: 'hash', column: 'expires_at', before: now },
    { table: 'counters', key: 'key', column: 'expires_at', before: now },
    { table: 'tickets', key: 'hash', column: 'expires_at', before: now },
    { table: 'verifications', key: 'key_hash', column: 'expires_at', before: now },
    {
      table: 'trusted_devices',
      key: ['account_id', 'web_id'],
      column: 'last_seen_at',
      before: now - DEVICE_TRUST_MS,
    },
    { table: 'former_addresses', key: 'id', column: 'expires_at', before: now },
    { table: 'closed_addresses', key: 'hash', column: 'expires_at', before: now },
    { table: 'captcha_decisions', key: 'id', column: 'expires_at', before: now - CAPTCHAS_KEPT_MS },
    {
      table: 'captcha_challenges',
      key: 'id',
      column: 'expires_at',
      before: now - CAPTCHAS_KEPT_MS,
    },
    { table: 'captcha_counters', key: 'key', column: 'resets_at', before: now },
    { table: 'codes', key: ['aid', 'target', 'type'], column: 'expires_at', before: now - DAY_MS },
    { table: 'early_access', key: 'id', column: 'expires_at', before: now },
    { table: 'seal_uses', key: 'jti', column: 'expires_at', before: now },
    // Kept a while, so that a late poll still learns that its code has expired.
    { table: 'qr_codes', key: 'id', column: 'expires_at', before: now - QR_KEPT_MS },
    { table: 'login_failures', key: 'key', column: 'updated_at', before: now - FAILURES_KEPT_MS },
    { table: 'mailbox', key: 'id', column: 'created_at', before: now - MAILBOX_KEPT_MS },
    { table: 'security_events', key: 'id', column: 'at', before: now - kept.eventsMs },
    {
      table: 'telemetry',
      key: ['day', 'aid', 'kind', 'name', 'bucket'],
      column: 'day',
      before: dayOf(now - kept.telemetryMs),
    },
  ]) {
    for (let batch = 0; batch < MAX_BATCHES && !isStopped(); batch++) {
      const names = [key].flat().map((name) => sql.ref(name))
      // Asked twice: what was renewed since it was found is not to go.
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where (${sql.join(names)}) in (
          select ${sql.join(names)} from ${sql.table(table)}
          where ${sql.ref(column)} < ${before} limit ${BATCH}
        ) and ${sql.ref(column)} < ${before}`.execute(query)
      if (Number(numAffectedRows) < BATCH) break
      await sleep(PAUSE_MS)
    }
  }
  return true
}
