import { setImmediate as afterIo } from 'node:timers/promises'
import { SECOND_MS } from '../lib/clock.ts'

/** A send that takes longer gives its place to another message. */
const SLOW_MS = SECOND_MS / 2
/** Slow sends of a lane; further ones keep their places. */
export const MAX_SLOW = 40
/** A receiver with as many slow sends gets no further message until one of them has ended. */
const MAX_SLOW_PER_RECEIVER = 4

/** What a lane does to messages. */
export interface LaneWork<Message> {
  /** Claims messages that are due, but none to `slowReceivers`. */
  take(limit: number, slowReceivers: readonly string[]): Promise<Message[]>
  /** Sends a message; returns whether it can be removed. */
  send(message: Message): Promise<boolean>
  remove(ids: readonly string[]): Promise<void>
  onError(error: unknown): void
}

/** Sends the messages of a channel beside those of other channels, a few at once. */
export type Lane = ReturnType<typeof createLane>

/** A message that is being sent. */
interface Sending {
  readonly receiver: string
  /** Whether it has given its place to another one. */
  isSlow: boolean
}

/** `receiverOf` names who answers slowly when a message does; `places` is the number of sends at once that are not slow. */
export function createLane<Message extends { readonly id: string }>(
  { take, send, remove, onError }: LaneWork<Message>,
  receiverOf: (message: Message) => string,
  places: number,
) {
  const sendings = new Map<Sending, Promise<void>>()
  /** Messages to be removed. */
  let finished: string[] = []
  /** Whether there may be messages that the last look left. */
  let isMore = false
  let isRequested = false
  let isClosed = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    // Sends that end together are removed together.
    await afterIo()
    const removed = finished
    finished = []
    const slow = slowSendings()
    const free = places - (sendings.size - slow.length)
    const slowReceivers = [...Map.groupBy(slow, ({ receiver }) => receiver)].flatMap(
      ([receiver, { length }]) => (length < MAX_SLOW_PER_RECEIVER ? [] : receiver),
    )
    const isTaking = isRequested && !isClosed && free > 0
    if (isRequested) isMore = true
    isRequested = false
    try {
      // Removing overlaps with taking. After a crash, messages may be sent twice.
      const [messages] = await Promise.all([
        isTaking ? take(free, slowReceivers) : [],
        removed.length > 0 && remove(removed),
      ])
      if (isTaking) isMore = messages.length === free || slowReceivers.length > 0
      for (const message of messages) start(message)
    } catch (error) {
      finished.push(...removed)
      throw error
    }
  }

  function slowSendings(): Sending[] {
    return [...sendings.keys()].filter(({ isSlow }) => isSlow)
  }

  function start(message: Message): void {
    const sending = { receiver: receiverOf(message), isSlow: false }
    const timer = setTimeout(() => {
      if (slowSendings().length >= MAX_SLOW) return
      sending.isSlow = true
      next()
    }, SLOW_MS)
    const ended = send(message)
      .then((isDone) => {
        if (isDone) finished.push(message.id)
      }, onError)
      .finally(() => {
        clearTimeout(timer)
        sendings.delete(sending)
        next()
      })
    sendings.set(sending, ended)
  }

  // A place is free, or a receiver answers again.
  function next(): void {
    if (isMore) isRequested = true
    begin()
  }

  function begin(): void {
    if (running !== undefined || (!isRequested && finished.length === 0)) return
    running = run().then(
      () => {
        running = undefined
        begin()
      },
      // The next wake tries again.
      (error: unknown) => {
        running = undefined
        onError(error)
      },
    )
  }

  return {
    /** Looks for messages now. */
    wake: () => {
      isRequested = true
      begin()
    },
    /** Resolves when nothing is being done. */
    idle: async () => {
      while (running !== undefined || sendings.size > 0) {
        await (running ?? Promise.race(sendings.values()))
      }
    },
    /** Takes no further messages. */
    close: () => {
      isClosed = true
    },
  }
}
