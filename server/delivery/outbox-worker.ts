import { MINUTE_MS, SECOND_MS, type Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { OutboxRepository } from '../store/outbox-repository.ts'
import type { AddedMessage } from './outbox.ts'
import { createLane, type Lane } from './lane.ts'
import { MessageRefused, replyOf } from './message-refused.ts'
import type { MessageOutcome } from '../store/schema/attempts.ts'
import type { OutboxMessage } from '../store/schema/messages.ts'

/** Sends the messages of a channel. */
export interface Sender {
  /**
   * Returns the code that the receiver answered, such as `250 2.0.0`; empty for none. Rejects if the
   * message should be sent again later. @throws MessageRefused if it should not
   */
  send(message: OutboxMessage): Promise<string>
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

type Channel = OutboxMessage['channel']

/** Called with what became of a message, and the code that the receiver answered. */
type OnOutcome = (message: OutboxMessage, outcome: MessageOutcome, reply: string) => void

/** Background worker that sends the messages of the outbox. */
export type OutboxWorker = ReturnType<typeof createOutboxWorker>

const LEASE_MS = MINUTE_MS
/** Ends before the lease, so that no other instance takes a message that is being sent. */
const SEND_TIMEOUT_MS = LEASE_MS / 2
const POLL_MS = 5 * SECOND_MS
const MAX_ATTEMPTS = 6
const FIRST_RETRY_MS = 5 * SECOND_MS

/** Messages of a channel that are sent at once; mails are as many as connections to the mail server. */
const PLACES = 20
export const MAIL_PLACES = 5

/** The channels that share a lane; what is thrown away goes with the texts that it is to look like. */
const lanesOf: Record<Channel, keyof Senders> = {
  email: 'email',
  mobile: 'mobile',
  voice: 'mobile',
  none: 'mobile',
  lark: 'lark',
  logout: 'logout',
}

/** Creates the worker. */
export function createOutboxWorker(
  repository: OutboxRepository,
  senders: Senders,
  clock: Clock,
  log: Log,
  onOutcome: OnOutcome,
) {
  let timer: NodeJS.Timeout | undefined
  const lanes: Record<keyof Senders, Lane> = {
    email: laneFor('email', MAIL_PLACES),
    mobile: laneFor('mobile', PLACES),
    lark: laneFor('lark', PLACES),
    logout: laneFor('logout', PLACES),
  }
  const allLanes = Object.values(lanes)

  function laneFor(name: keyof Senders, places: number): Lane {
    const all = Object.keys(lanesOf) as Channel[]
    const channels = all.filter((channel) => lanesOf[channel] === name)
    const sender = senders[name]
    return createLane(
      {
        take: (limit, slowReceivers) => {
          const now = clock()
          return repository.take({
            channels,
            slowReceivers,
            now,
            leaseUntil: now + LEASE_MS,
            limit,
          })
        },
        send: (message) => sendBy(message.channel === 'none' ? undefined : sender, message),
        remove: repository.remove,
        onError: (error) => log.fault('', 'outbox', error),
      },
      receiverOf,
      places,
    )
  }

  /** Returns whether the message can be removed. */
  async function sendBy(sender: Sender | undefined, message: OutboxMessage): Promise<boolean> {
    try {
      if (sender === undefined) {
        onOutcome(message, 'not_sent', '')
      } else {
        const reply = await withTimeout(sender.send(message))
        log.sent(message.id, message.channel)
        onOutcome(message, 'sent', reply)
      }
      return true
    } catch (error) {
      log.sendFailed(message.id, message.attempts, error)
      const isRefused = error instanceof MessageRefused
      if (isRefused || message.attempts >= (sender?.maxAttempts ?? MAX_ATTEMPTS)) {
        onOutcome(message, isRefused ? 'refused' : 'given_up', replyOf(error))
        return true
      }
      await repository.retry(message.id, clock() + FIRST_RETRY_MS * 2 ** message.attempts)
      return false
    }
  }

  return {
    /** Sends waiting messages now, of the channels of `added` or of all. */
    wake,
    /** Starts polling for messages of other instances. */
    start: (): void => {
      timer = setInterval(wake, POLL_MS).unref()
    },
    /** Resolves when nothing is being sent. */
    idle,
    close: async (): Promise<void> => {
      clearInterval(timer)
      for (const lane of allLanes) lane.close()
      await idle()
      await senders.email?.close?.()
      await senders.mobile?.close?.()
    },
  }

  function wake(added?: readonly AddedMessage[]): void {
    const wanted = added?.map(({ channel }) => lanes[lanesOf[channel]]) ?? allLanes
    for (const lane of new Set(wanted)) lane.wake()
  }

  async function idle(): Promise<void> {
    await Promise.all(allLanes.map((lane) => lane.idle()))
  }
}

/** Mails of one domain have one mail server; other recipients answer for themselves. */
function receiverOf({ channel, recipient }: OutboxMessage): string {
  return channel === 'email' ? recipient.slice(recipient.lastIndexOf('@')) : recipient
}

async function withTimeout(sending: Promise<string>): Promise<string> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new Error('the receiver does not answer'))
  }, SEND_TIMEOUT_MS).unref()
  return await Promise.race([sending, timeout]).finally(() => clearTimeout(timer))
}
