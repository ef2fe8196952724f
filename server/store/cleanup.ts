import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { DAY_MS, dayOf, MINUTE_MS, toSeconds, type Clock } from '../lib/clock.ts'
import type { Database, Queries } from './database.ts'
import { endLease, takeLease } from './leases.ts'
import { SEAL_KEY_KEPT_SECONDS } from './seal-repository.ts'
import { DEVICE_TRUST_MS } from './trusted-device-repository.ts'
import { firstEventId } from './webhook-repository.ts'

const INTERVAL_MS = MINUTE_MS
const BATCH_SIZE = 500
/** Maximum of batches per table and run; the next run continues. */
const MAX_BATCHES = 200
/** Pause between two batches, in which requests are served. */
const PAUSE_MS = 5
const MAILBOX_KEPT_MS = DAY_MS
const QR_KEPT_MS = 10 * MINUTE_MS
const FAILURES_KEPT_MS = 30 * DAY_MS
/** Captchas are kept a while after they expire, to tell late answers from forged ones. */
const CAPTCHAS_KEPT_MS = 10 * MINUTE_MS

const DONE_KEPT_MS = 3 * DAY_MS
const DEAD_KEPT_MS = 30 * DAY_MS

const YEAR_MS = 365 * DAY_MS

/** Retention of data without an expiry of its own. */
export interface Retention {
  eventsMs: number
  auditMs: number
  telemetryMs: number
  attemptsMs: number
}

/**
 * Deletes expired rows every minute, on the one instance that holds the lease, which then runs
 * `work` that is due, such as the deletion of accounts. Returns the function that stops it.
 */
export function startCleanup(
  database: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  work: () => Promise<unknown>,
  retention: Retention,
): () => Promise<void> {
  const holder = randomUUID()
  let isStopped = false
  let hadLease = false
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= cleanUp(database.query, holder, clock(), () => isStopped, retention)
      .then(async (hasLease) => {
        hadLease = hasLease
        if (hasLease && !isStopped) await work()
      })
      .catch(onError)
      .finally(() => {
        running = undefined
      })
  }, INTERVAL_MS).unref()
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
    // `db copy` begins at once, and so does the next instance.
    if (hadLease) await endLease(database.query, 'cleanup', holder).catch(onError)
  }
}

/** Deletes expired rows once; returns false when another instance holds the lease. */
export async function cleanUp(
  query: Queries,
  holder: string,
  now: number,
  isStopped: () => boolean = () => false,
  retention: Retention = {
    eventsMs: YEAR_MS,
    auditMs: YEAR_MS,
    telemetryMs: YEAR_MS,
    attemptsMs: YEAR_MS,
  },
): Promise<boolean> {
  if (!(await takeLease(query, 'cleanup', holder, now, 2 * INTERVAL_MS))) return false
  for (const { table, key, column, before, where = sql`1 = 1` } of expiries(now, retention)) {
    const keyColumns = sql.join([key].flat().map((name) => sql.ref(name)))
    for (let batch = 0; batch < MAX_BATCHES && !isStopped(); batch++) {
      // The condition is repeated, because a row may be renewed after the inner select found it.
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where (${keyColumns}) in (
          select ${keyColumns} from ${sql.table(table)}
          where ${sql.ref(column)} < ${before} and ${where} limit ${BATCH_SIZE}
        ) and ${sql.ref(column)} < ${before} and ${where}`.execute(query)
      if (Number(numAffectedRows) < BATCH_SIZE) break
      await sleep(PAUSE_MS)
    }
  }
  return true
}

interface Expiry {
  table: string
  /** Primary key. */
  key: string | string[]
  column: string
  /** Rows with a smaller value in `column` go. */
  before: number | string
  /** And only such rows. */
  where?: RawBuilder<unknown>
}

function expiries(now: number, retention: Retention): Expiry[] {
  const captchas = now - CAPTCHAS_KEPT_MS
  const keys = toSeconds(now) - SEAL_KEY_KEPT_SECONDS
  return [
    { table: 'sessions', key: 'hash', column: 'expiresAt', before: now },
    { table: 'rateLimits', key: 'key', column: 'expiresAt', before: now },
    { table: 'attemptLimits', key: 'key', column: 'updatedAt', before: now - FAILURES_KEPT_MS },
    { table: 'rememberedBrowsers', key: 'tokenHash', column: 'expiresAt', before: now },
    {
      table: 'idempotencyKeys',
      key: ['tokenId', 'key'],
      column: 'expiresAt',
      before: now,
    },
    { table: 'tickets', key: 'hash', column: 'expiresAt', before: now },
    { table: 'verifications', key: 'keyHash', column: 'expiresAt', before: now },
    {
      table: 'trustedDevices',
      key: ['accountId', 'webId'],
      column: 'lastSeenAt',
      before: now - DEVICE_TRUST_MS,
    },
    {
      table: 'invitationBlocks',
      key: ['address', 'organizationId'],
      column: 'expiresAt',
      before: now,
    },
    { table: 'formerAddresses', key: 'id', column: 'expiresAt', before: now },
    { table: 'erasedAddresses', key: 'hash', column: 'expiresAt', before: now },
    { table: 'captchaDecisions', key: 'id', column: 'expiresAt', before: captchas },
    { table: 'captchaChallenges', key: 'id', column: 'expiresAt', before: captchas },
    { table: 'captchaCounters', key: 'key', column: 'resetsAt', before: now },
    {
      table: 'codes',
      key: ['aid', 'recipient', 'type'],
      column: 'expiresAt',
      before: now - DAY_MS,
    },
    // Kept a while, because the clocks of instances differ.
    { table: 'passkeyChallenges', key: 'hash', column: 'expiresAt', before: now - QR_KEPT_MS },
    { table: 'earlyAccess', key: 'id', column: 'expiresAt', before: now },
    { table: 'sealUses', key: 'jti', column: 'expiresAt', before: now },
    { table: 'sealKeys', key: 'kid', column: 'exp', before: keys },
    // Kept a while, so that a late poll still learns that its code has expired.
    { table: 'qrCodes', key: 'id', column: 'expiresAt', before: now - QR_KEPT_MS },
    { table: 'oauthAuthorizations', key: 'id', column: 'expiresAt', before: now },
    { table: 'oauthTokens', key: 'hash', column: 'expiresAt', before: now },
    // Kept a while, so that a late poll still learns that its code has expired.
    { table: 'oauthDeviceCodes', key: 'hash', column: 'expiresAt', before: now - QR_KEPT_MS },
    { table: 'oauthReferences', key: 'hash', column: 'expiresAt', before: now },
    { table: 'oauthReplays', key: 'hash', column: 'expiresAt', before: now },
    { table: 'oauthClients', key: 'id', column: 'expiresAt', before: now },
    { table: 'oauthRequests', key: 'hash', column: 'expiresAt', before: now },
    { table: 'oauthKeys', key: 'kid', column: 'expiresAt', before: now },
    { table: 'mailbox', key: 'id', column: 'createdAt', before: now - MAILBOX_KEPT_MS },
    { table: 'securityEvents', key: 'id', column: 'at', before: now - retention.eventsMs },
    { table: 'organizationEvents', key: 'id', column: 'at', before: now - retention.auditMs },
    {
      table: 'attempts',
      key: 'id',
      column: 'id',
      before: firstEventId(now - retention.attemptsMs),
    },
    { table: 'operatorEvents', key: 'id', column: 'at', before: now - retention.auditMs },
    { table: 'consoleSessions', key: 'hash', column: 'expiresAt', before: now },
    ...(['done', 'dead'] as const).map((state) => ({
      table: 'webhookDeliveries',
      key: ['eventId', 'endpointId'],
      column: 'eventId',
      before: firstEventId(now - (state === 'done' ? DONE_KEPT_MS : DEAD_KEPT_MS)),
      where: sql`${sql.ref('state')} = ${state}`,
    })),
    {
      table: 'webhookEvents',
      key: 'id',
      column: 'id',
      before: firstEventId(now - DONE_KEPT_MS),
      where: sql`not exists (
        select 1 from ${sql.table('webhookDeliveries')}
        where ${sql.ref('eventId')} = ${sql.ref('webhookEvents.id')}
      )`,
    },
    {
      table: 'telemetry',
      key: ['day', 'aid', 'kind', 'name', 'bucket'],
      column: 'day',
      before: dayOf(now - retention.telemetryMs),
    },
  ]
}
