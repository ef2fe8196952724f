import { randomBytes } from 'node:crypto'
import type { Language } from '#protocol/common-params.ts'
import { deviceName } from '#protocol/device-name.ts'
import type { Config } from '../config/config.ts'
import { HOUR_MS, MINUTE_MS, type Clock } from '../lib/clock.ts'
import { CODE_LIFE_MS } from '../store/code-repository.ts'
import { FORMER_ADDRESS_MS } from '../store/former-address-repository.ts'
import type { OutboxMessage, OutboxRepository } from '../store/outbox-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import { renderMessage, type MessageKind } from './messages/messages.ts'

/** Values of a message besides its code. */
export interface MessageDetails {
  readonly address?: string
  readonly device?: string
  readonly date?: string
  /** Address of the page to open. */
  readonly link?: string
  /** Address of the page to unsubscribe on. */
  readonly stop?: string
  /** Address for one-click unsubscription (RFC 8058). */
  readonly oneClick?: string
}

/** Message before it is rendered. */
export interface NewMessage {
  readonly kind: MessageKind
  readonly recipient: Recipient
  readonly language: Language
  /** Empty for notices. */
  readonly code?: string
  readonly details?: MessageDetails
}

/** Messages are stored in the transaction of a call and sent after it, so a crash loses none. */
export interface Outbox extends Pick<OutboxRepository, 'backlog'> {
  canSend(channel: Recipient['channel']): boolean
  /** Stores messages, in one statement. */
  add(messages: readonly NewMessage[]): Promise<void>
  /** Stores a notice to every address, in one statement. */
  notify(
    kind: MessageKind,
    recipients: readonly Recipient[],
    language: Language,
    details?: MessageDetails,
  ): Promise<void>
}

/** Renders a message for storage. */
export type MessageWriter = (message: NewMessage) => OutboxMessage

/** Creates the outbox; `onAdded` runs after messages were stored. */
export function createOutbox(
  repository: OutboxRepository,
  write: MessageWriter,
  channels: ReadonlySet<Recipient['channel']>,
  onAdded: () => void,
): Outbox {
  async function add(messages: readonly NewMessage[]): Promise<void> {
    if (messages.length === 0) return
    await repository.insert(messages.map(write))
    onAdded()
  }
  return {
    add,
    backlog: repository.backlog,
    canSend: (channel) => channels.has(channel),
    notify: (kind, recipients, language, details = {}) =>
      add(recipients.map((recipient) => ({ kind, recipient, language, details }))),
  }
}

/** Creates a writer that uses the settings of this server. */
export function createMessageWriter(config: Config, clock: Clock): MessageWriter {
  let writeCount = 0

  // The counter keeps messages of one millisecond in order.
  function createId(now: number): string {
    const time = now.toString(16).padStart(12, '0')
    const count = (writeCount++ % 2 ** 24).toString(16).padStart(6, '0')
    return `${time}${count}${randomBytes(12).toString('hex')}`
  }

  return ({ kind, recipient, language, code = '', details = {} }) => {
    const host = new URL(config.SITE_ORIGIN).hostname
    const text = renderMessage(kind, language, {
      code,
      spoken: [...code].join(', '),
      product: config.PRODUCT_NAME,
      origin: config.SITE_ORIGIN,
      server: config.PUBLIC_ORIGIN,
      minutes: CODE_LIFE_MS / MINUTE_MS,
      hours: FORMER_ADDRESS_MS / HOUR_MS,
      address: details.address ?? '',
      device: deviceName(details.device ?? '', language) || '–',
      date: details.date ?? '',
      link: details.link ?? '',
      stop: details.stop ?? '',
    })
    const isMobile = recipient.channel === 'mobile'
    const isSpoken = kind === 'voice_code'
    const now = clock()
    return {
      id: createId(now),
      channel: isMobile && text.sms === '' ? 'none' : isSpoken ? 'voice' : recipient.channel,
      recipient: recipient.address,
      subject: isMobile ? '' : text.subject,
      // With the last line, phones offer the code only to this host (WebOTP).
      body: isMobile
        ? `${text.sms}${code === '' || isSpoken ? '' : `\n\n@${host} #${code}`}`
        : text.body,
      code: text.body.includes(code) ? code : '',
      oneClick: details.oneClick ?? '',
      createdAt: now,
      attempts: 0,
    }
  }
}
