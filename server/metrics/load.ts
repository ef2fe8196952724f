import { SECOND_MS } from '../lib/clock.ts'
import type { Services } from '../services/services.ts'
import type { DatabaseClock } from '../store/database-clock.ts'

/** Password hashes and messages that run or wait, and the clock. */
export interface Load {
  hashing: number
  hashesWaiting: number
  messagesWaiting: number
  oldestMessageSeconds: number
  clockAheadSeconds: number
}

/** Measures the load of this instance and of the outbox. */
export async function loadOf(
  { clock, outbox, passwords }: Services,
  databaseClock: DatabaseClock,
): Promise<Load> {
  const { running, waiting } = passwords.load()
  const { count, oldestAt } = await outbox.backlog()
  return {
    hashing: running,
    hashesWaiting: waiting,
    messagesWaiting: count,
    oldestMessageSeconds: oldestAt === undefined ? 0 : (clock() - oldestAt) / SECOND_MS,
    clockAheadSeconds: databaseClock.ahead() / SECOND_MS,
  }
}
