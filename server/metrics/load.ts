import { SECOND_MS } from '../lib/clock.ts'
import type { Services } from '../services/services.ts'

/** How much is waiting. */
export interface Load {
  hashing: number
  hashesWaiting: number
  messagesWaiting: number
  oldestMessageSeconds: number
}

/** How much is waiting in these services. */
export async function loadOf({ clock, outbox, passwords }: Services): Promise<Load> {
  const { running, waiting } = passwords.load()
  const { count, oldestAt } = await outbox.backlog()
  return {
    hashing: running,
    hashesWaiting: waiting,
    messagesWaiting: count,
    oldestMessageSeconds: oldestAt === undefined ? 0 : (clock() - oldestAt) / SECOND_MS,
  }
}
