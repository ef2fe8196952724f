import { SECOND_MS } from '../lib/clock.ts'
import type { Services } from '../services/services.ts'
import type { DatabaseClock } from '../store/database-clock.ts'
import { timeOfEventId } from '../store/webhook-repository.ts'

/** Password hashes and messages that run or wait, and the clock. */
export interface Load {
  hashing: number
  hashesWaiting: number
  messagesWaiting: number
  oldestMessageSeconds: number
  oldestWebhookSeconds: number
  clockAheadSeconds: number
}

/** Measures the load of this instance and of the outbox. */
export async function loadOf(
  { clock, outbox, passwords, webhooks }: Services,
  databaseClock: DatabaseClock,
): Promise<Load> {
  const { running, waiting } = passwords.load()
  const { count, oldestAt } = await outbox.backlog()
  const oldest = await webhooks.oldestDue()
  const ageOf = (at: number | undefined): number =>
    at === undefined ? 0 : (clock() - at) / SECOND_MS
  return {
    hashing: running,
    hashesWaiting: waiting,
    messagesWaiting: count,
    oldestMessageSeconds: ageOf(oldestAt),
    oldestWebhookSeconds: ageOf(oldest === undefined ? undefined : timeOfEventId(oldest)),
    clockAheadSeconds: databaseClock.ahead() / SECOND_MS,
  }
}
