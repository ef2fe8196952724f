import { MINUTE_MS, SECOND_MS, type Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { OutboxMessage, OutboxRepository } from '../store/outbox-repository.ts'

/** Sends one message; rejects when it may be tried again. */
export type Sender = (message: OutboxMessage) => Promise<void>

/** One sender for each channel that has one. */
export interface Senders {
  email?: Sender
  mobile?: Sender
}

/** Sends the messages of the outbox. */
export interface OutboxWorker {
  /** Sends what is waiting now. */
  wake(): void
  /** Looks for messages of other instances every few seconds. */
  start(): void
  /** Waits until nothing is being sent. */
  idle(): Promise<void>
  close(): Promise<void>
}

const BATCH = 20
const LEASE_MS = MINUTE_MS
const POLL_MS = 5 * SECOND_MS
const MAX_ATTEMPTS = 6
const FIRST_RETRY_MS = 5 * SECOND_MS

/** A worker on the outbox of a database. */
export function createOutboxWorker(
  repository: OutboxRepository,
  senders: Senders,
  clock: Clock,
  log: Log,
): OutboxWorker {
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined
  let isRequested = false
  let isClosed = false

  async function sendAll(): Promise<void> {
    let finished: string[] = []
    let isMore = true
    while (isMore && !isClosed) {
      isRequested = false
      const now = clock()
      // Sent messages are removed while the next are taken; what a crash leaves is sent again.
      const [messages] = await Promise.all([
        repository.take(now, now + LEASE_MS, BATCH),
        remove(finished),
      ])
      const results = await Promise.all(messages.map(sendOne))
      finished = messages.filter((_, at) => results[at]).map(({ id }) => id)
      isMore = isRequested || messages.length === BATCH
    }
    await remove(finished)
  }

  async function remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await repository.remove(ids)
  }

  /** Returns true when nothing is left to do for the message. */
  async function sendOne(message: OutboxMessage): Promise<boolean> {
    try {
      const send = senderOf(message.channel)
      if (send !== undefined) {
        await send(message)
        log.sent(message.id, message.channel)
      }
      return true
    } catch (error) {
      log.sendFailed(message.id, message.attempts, error)
      if (message.attempts >= MAX_ATTEMPTS) return true
      await repository.retry(message.id, clock() + FIRST_RETRY_MS * 2 ** message.attempts)
      return false
    }
  }

  function senderOf(channel: OutboxMessage['channel']): Sender | undefined {
    if (channel === 'none') return undefined
    return senders[channel === 'voice' ? 'mobile' : channel]
  }

  function wake(): void {
    if (isClosed) return
    isRequested = true
    sending ??= sendAll()
      .catch((error: unknown) => log.fault('', 'outbox', error))
      .finally(() => {
        sending = undefined
        if (isRequested) wake()
      })
  }

  return {
    wake,
    start: () => {
      timer = setInterval(wake, POLL_MS).unref()
    },
    idle: async () => {
      while (sending !== undefined) await sending
    },
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await sending
    },
  }
}
