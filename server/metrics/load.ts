import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { SECOND_MS } from '../lib/clock.ts'
import type { Services } from '../services/services.ts'
import type { DatabaseClock } from '../store/database-clock.ts'
import { timeOfEventId } from '../store/webhook-repository.ts'
import type { Load } from './metrics.ts'

/** A database that hangs longer counts as away: what this process knows of itself does not wait for it. */
const ANSWER_MS = SECOND_MS
const away = { isDatabaseUp: 0 }

/** Measures the load of this instance; without the database, what waits there is left out. */
export async function loadOf(
  { isWritable, services }: { isWritable: () => boolean; services: Services },
  databaseClock: DatabaseClock,
  { DATA_DIR, DATABASE_URL }: Config,
): Promise<Partial<Load>> {
  const { running, waiting } = services.passwords.load()
  // With PostgreSQL nothing grows there.
  const room = DATABASE_URL === '' ? await statfs(DATA_DIR) : undefined
  return {
    hashing: running,
    hashesWaiting: waiting,
    clockAheadSeconds: databaseClock.ahead() / SECOND_MS,
    dataFreeBytes: room === undefined ? Number.NaN : room.bavail * room.bsize,
    isDatabaseWritable: Number(isWritable()),
    ...(await Promise.race([
      waitingIn(services).catch(() => away),
      sleep(ANSWER_MS, away, { ref: false }),
    ])),
  }
}

/** Returns what waits in the database, and how long it has. */
export async function waitingIn({ clock, outbox, webhooks }: Services) {
  const ageOf = (at: number | undefined): number =>
    at === undefined ? 0 : (clock() - at) / SECOND_MS
  const { count, oldestAt } = await outbox.backlog()
  const oldest = await webhooks.oldestDue()
  return {
    isDatabaseUp: 1,
    messagesWaiting: count,
    oldestMessageSeconds: ageOf(oldestAt),
    oldestWebhookSeconds: ageOf(oldest === undefined ? undefined : timeOfEventId(oldest)),
  }
}
