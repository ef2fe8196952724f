import { randomBytes } from 'node:crypto'
import type { Language } from '#protocol/common-params.ts'
import { deviceName } from '#protocol/device-name.ts'
import type { Brand } from '../apps/brand.ts'
import type { Config } from '../config/config.ts'
import { HOUR_MS, MINUTE_MS, type Clock } from '../lib/clock.ts'
import { timeText } from '../lib/time-text.ts'
import { CODE_LIFE_MS } from '../store/code-repository.ts'
import { FORMER_ADDRESS_MS } from '../store/former-address-repository.ts'
import type { OutboxRepository } from '../store/outbox-repository.ts'
import type { InvitedRecipient } from '../store/recipient.ts'
import { composeMessage, type MessageValues } from './compose-message.ts'
import { mailHtml } from './mail-html.ts'
import { mailText } from './mail.ts'
import type { MessageKind } from './messages/messages.ts'
import type { OutboxMessage } from '../store/schema/messages.ts'

/** Values of a message besides its code. */
export interface MessageDetails extends Partial<
  Omit<MessageValues, 'code' | 'product' | 'origin' | 'minutes' | 'hours' | 'time' | 'date'>
> {
  /** Time of the event, in milliseconds. */
  readonly at?: number
  /** When the account is deleted, in milliseconds. */
  readonly erasedAt?: number
  /** When the link ends, in milliseconds. */
  readonly expiresAt?: number
  /** Address for one-click unsubscription (RFC 8058). */
  readonly oneClick?: string
}

/** Message before it is rendered. */
export interface NewMessage {
  readonly kind: MessageKind
  /** The application whose brand the message carries. */
  readonly aid: number
  readonly recipient: InvitedRecipient
  readonly language: Language
  /** Empty for notices. */
  readonly code?: string
  /** Of the call that asked for the code. */
  readonly logId?: string
  readonly details?: MessageDetails
}

/** Messages are stored in the transaction of a call and sent after it, so a crash loses none. */
export interface Outbox extends Pick<OutboxRepository, 'backlog' | 'byChannel' | 'waitingFor'> {
  canSend(channel: InvitedRecipient['channel']): boolean
  /** Stores messages, in one statement. */
  add(messages: readonly NewMessage[]): Promise<void>
}

/** Renders a message for storage. */
export type MessageWriter = (message: NewMessage) => OutboxMessage

/** A message that was stored. */
export type AddedMessage = Pick<OutboxMessage, 'channel'>

/** The same, or something that webhooks are told. */
export interface Added {
  readonly channel: AddedMessage['channel'] | 'webhook'
}

export type OnAdded = (added: readonly Added[]) => void

/** Creates the outbox; `onAdded` runs after messages were stored. */
export function createOutbox(
  repository: OutboxRepository,
  write: MessageWriter,
  channels: ReadonlySet<InvitedRecipient['channel']>,
  onAdded: OnAdded,
): Outbox {
  return {
    ...repository,
    add: async (messages) => {
      if (messages.length === 0) return
      const written = messages.map(write)
      await repository.insert(written)
      onAdded(written)
    },
    canSend: (channel) => channels.has(channel),
  }
}

/** Mails to people whose language nobody knows: the caller's is first. */
const toAnybody: ReadonlySet<MessageKind> = new Set(['organization_invitation'])

const otherLanguage: Readonly<Record<Language, Language>> = { en: 'ja', ja: 'en', zh: 'en' }

/** Creates a writer that uses the settings of this server and the brands of its applications. */
export function createMessageWriter(
  config: Config,
  brandFor: (aid: number) => Brand,
  clock: Clock,
): MessageWriter {
  let writeCount = 0

  // The counter keeps messages of one millisecond in order.
  function createId(now: number): string {
    const time = now.toString(16).padStart(12, '0')
    const count = (writeCount++ % 2 ** 24).toString(16).padStart(6, '0')
    return `${time}${count}${randomBytes(12).toString('hex')}`
  }

  return ({ kind, aid, recipient, language, code = '', logId = '', details = {} }) => {
    const brand = brandFor(aid)
    const endsAt = details.erasedAt ?? details.expiresAt
    const valuesIn = (spoken: Language): MessageValues => ({
      code,
      product: brand.name,
      origin: config.SITE_ORIGIN,
      minutes: CODE_LIFE_MS / MINUTE_MS,
      hours: FORMER_ADDRESS_MS / HOUR_MS,
      address: details.address ?? '',
      device: deviceName(details.device ?? '', spoken),
      place: details.place ?? '',
      time: details.at === undefined ? '' : timeText(details.at, spoken),
      date: endsAt === undefined ? '' : timeText(endsAt, spoken),
      organization: details.organization ?? '',
      inviter: details.inviter ?? '',
      invited: details.invited ?? '',
      program: details.program ?? '',
      link: details.link ?? '',
      notMe: details.notMe ?? '',
      isRestorable: details.isRestorable ?? false,
      unsubscribe: details.unsubscribe ?? '',
    })
    const compose = (spoken: Language) => composeMessage(kind, spoken, valuesIn(spoken))
    const { mail: own, sms } = compose(language)
    const mail = toAnybody.has(kind) ? { ...own, also: compose(otherLanguage[language]).mail } : own
    const now = clock()
    const common = {
      id: createId(now),
      recipient: recipient.address,
      code,
      createdAt: now,
      attempts: 0,
      logId,
    }
    const plain = { subject: '', html: '', sender: '', oneClick: '' }
    if (recipient.channel === 'email') {
      return {
        ...common,
        channel: 'email',
        subject: mail.subject,
        body: mailText(mail),
        html: mailHtml(mail, brand),
        sender: brand.sender,
        oneClick: details.oneClick ?? '',
      }
    }
    if (recipient.channel === 'lark') return { ...common, ...plain, channel: 'lark', body: sms }
    const isSpoken = kind === 'voice_code'
    // With the last line, phones offer the code only to this host (WebOTP).
    const lastLine = `\n\n@${new URL(config.SITE_ORIGIN).hostname} #${code}`
    return {
      ...common,
      channel: sms === '' ? 'none' : isSpoken ? 'voice' : 'mobile',
      ...plain,
      body: code === '' || isSpoken ? sms : sms + lastLine,
    }
  }
}
