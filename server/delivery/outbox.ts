import { randomBytes } from 'node:crypto'
import type { Language } from '#protocol/common-params.ts'
import { deviceName } from '#protocol/device-name.ts'
import { writeMessage, type MessageKind } from './messages/messages.ts'
import type { OutboxMessage, OutboxRepository } from '../store/message-repository.ts'
import type { Recipient } from '../accounts/recipients.ts'
import { FORMER_ADDRESS_MS } from '../store/former-address-repository.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS, type Clock } from '../lib/clock.ts'
import { CODE_LIFE_MS } from '../codes/codes.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../lib/log.ts'

/** Brings one message on its way; rejects when it may be tried again. */
export type Sender = (message: OutboxMessage) => Promise<void>

/** One way out for each channel that has one. */
export interface Senders {
  email?: Sender
  mobile?: Sender
}

/** What a notice tells besides its kind. */
export interface About {
  readonly address?: string
  readonly device?: string
  readonly date?: string
  /** Where the message leads to. */
  readonly link?: string
  /** Page on which mail of this list is ended. */
  readonly stop?: string
  readonly oneClick?: string
}

/** A message that is to be written; `code` is empty for notices, `about` fills in what they tell. */
export interface Post {
  readonly kind: MessageKind
  readonly target: Recipient
  readonly language: Language
  readonly code: string
  readonly about?: About
}

/**
 * Messages are stored in the transaction of the call and sent afterwards, so that a call takes the
 * same time whether or not there is something to send, and a crash loses none.
 */
export interface Outbox {
  canSend(channel: Recipient['channel']): boolean
  /** Stores a message; `wake` sends it. */
  post(
    store: OutboxRepository,
    kind: MessageKind,
    target: Recipient,
    language: Language,
    code: string,
    about?: About,
  ): Promise<void>
  /** Stores several messages, in one statement. */
  postAll(store: OutboxRepository, posts: readonly Post[]): Promise<void>
  /** Stores a notice to every address of a person, in one statement. */
  notify(
    store: OutboxRepository,
    kind: MessageKind,
    targets: readonly Recipient[],
    language: Language,
    about?: About,
  ): Promise<void>
  wake(): void
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

// Ids rise, so that of two messages of one millisecond the later one is the newest.
function makeMessageId(now: number, posted: number): string {
  const time = now.toString(16).padStart(12, '0')
  const count = (posted % 2 ** 24).toString(16).padStart(6, '0')
  return `${time}${count}${randomBytes(12).toString('hex')}`
}

/** The outbox over a store. */
export function createOutbox(
  store: OutboxRepository,
  senders: Senders,
  config: Config,
  clock: Clock,
  log: Log,
): Outbox {
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined
  let isAsked = false
  let isClosed = false
  let posted = 0

  async function sendAll(): Promise<void> {
    let finished: string[] = []
    let isMore = true
    while (isMore && !isClosed) {
      isAsked = false
      const now = clock()
      // Forgotten together, while the next are taken. What a crash leaves here is sent again.
      const [messages] = await Promise.all([
        store.take(now, now + LEASE_MS, BATCH),
        forget(finished),
      ])
      const done = await Promise.all(messages.map(sendOne))
      finished = messages.filter((_, at) => done[at]).map(({ id }) => id)
      isMore = isAsked || messages.length === BATCH
    }
    await forget(finished)
  }

  async function forget(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await store.remove(ids)
  }

  /** True when there is nothing left to do for the message. */
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
      await store.retry(message.id, clock() + FIRST_RETRY_MS * 2 ** message.attempts)
      return false
    }
  }

  function senderOf(channel: OutboxMessage['channel']): Sender | undefined {
    if (channel === 'none') return undefined
    return senders[channel === 'voice' ? 'mobile' : channel]
  }

  function wake(): void {
    if (isClosed) return
    isAsked = true
    sending ??= sendAll()
      .catch((error: unknown) => log.fault('', 'outbox', error))
      .finally(() => {
        sending = undefined
        if (isAsked) wake()
      })
  }

  function write({ kind, target, language, code, about = {} }: Post): OutboxMessage {
    const host = new URL(config.SITE_ORIGIN).hostname
    const text = writeMessage(kind, language, {
      code,
      spoken: [...code].join(', '),
      product: config.PRODUCT_NAME,
      origin: config.SITE_ORIGIN,
      server: config.PUBLIC_ORIGIN,
      minutes: CODE_LIFE_MS / MINUTE_MS,
      hours: FORMER_ADDRESS_MS / HOUR_MS,
      address: about.address ?? '',
      device: deviceName(about.device ?? '', language) || '–',
      date: about.date ?? '',
      link: about.link ?? '',
      stop: about.stop ?? '',
    })
    const isMobile = target.channel === 'mobile'
    const isSpoken = kind === 'voice_code'
    const now = clock()
    return {
      id: makeMessageId(now, posted++),
      channel: isMobile && text.sms === '' ? 'none' : isSpoken ? 'voice' : target.channel,
      target: target.address,
      subject: isMobile ? '' : text.subject,
      // The last line lets a phone offer the code to this host only (WebOTP).
      body: isMobile
        ? `${text.sms}${code === '' || isSpoken ? '' : `\n\n@${host} #${code}`}`
        : text.body,
      code: text.body.includes(code) ? code : '',
      oneClick: about.oneClick ?? '',
      createdAt: now,
      attempts: 0,
    }
  }

  return {
    canSend: (channel) => senders[channel] !== undefined,
    post: (into, kind, target, language, code, about = {}) =>
      into.insert([write({ kind, target, language, code, about })]),
    postAll: (into, posts) => into.insert(posts.map(write)),
    notify: async (into, kind, targets, language, about = {}) => {
      if (targets.length === 0) return
      await into.insert(targets.map((target) => write({ kind, target, language, code: '', about })))
    },
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
