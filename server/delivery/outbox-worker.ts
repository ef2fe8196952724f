import { MINUTE_MS, SECOND_MS, type Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { OutboxMessage, OutboxRepository } from '../store/outbox-repository.ts'

/** Sends the messages of a channel. */
export interface Sender {
  /** Rejects if the message should be sent again later. */
  send(message: OutboxMessage): Promise<void>
  /** Ends connections that wait for the next message. */
  close?(): Promise<void>
  /** Maximum number of attempts for a message; 6 by default. */
  maxAttempts?: number
}

/** Senders of the configured channels. */
export interface Senders {
  email?: Sender
  mobile?: Sender
  lark?: Sender
  /** Tells clients that a session has ended. */
  logout?: Sender
}

/** Background worker that sends the messages of the outbox. */
export interface OutboxWorker {
  /** Sends waiting messages now. */
  wake(): void
  /** Starts polling for messages of other instances. */
  start(): void
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>
  close(): Promise<void>
}

const BATCH = 20
const LEASE_MS = MINUTE_MS
const POLL_MS = 5 * SECOND_MS
const MAX_ATTEMPTS = 6
const FIRST_RETRY_MS = 5 * SECOND_MS

/** Creates the worker. */
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
      // Removing overlaps with taking the next batch. After a crash, messages may be sent twice.
      const [messages] = await Promise.all([
        repository.take(now, now + LEASE_MS, BATCH),
        remove(finished),
      ])
      const results = await Promise.all(messages.map(sendOne))
      finished = messages.filter((_, index) => results[index]).map(({ id }) => id)
      isMore = isRequested || messages.length === BATCH
    }
    await remove(finished)
  }

  async function remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await repository.remove(ids)
  }

  /** Returns whether the message can be removed. */
  async function sendOne(message: OutboxMessage): Promise<boolean> {
    const sender = senderOf(message.channel)
    try {
      if (sender !== undefined) {
        await sender.send(message)
        log.sent(message.id, message.channel)
      }
      return true
    } catch (error) {
      log.sendFailed(message.id, message.attempts, error)
      if (message.attempts >= (sender?.maxAttempts ?? MAX_ATTEMPTS)) return true
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
      await senders.email?.close?.()
      await senders.mobile?.close?.()
    },
  }
}
