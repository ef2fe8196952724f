import { toLanguage } from '#protocol/common-params.ts'
import type { RequestSource } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import {
  isSecurityKind,
  type MessageKind,
  type SecurityKind,
} from '../delivery/messages/messages.ts'
import type { MessageDetails, Outbox } from '../delivery/outbox.ts'
import { eventRules, type NoticedEvent } from '../events/event-rules.ts'
import { maskAddress } from '../lib/address.ts'
import type { Clock } from '../lib/clock.ts'
import { describeDevice } from '../lib/describe-device.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Tickets } from '../tickets/tickets.ts'
import { objectionLink } from './objection.ts'
import { recipientsOf } from './owner-recipients.ts'
import { formatRecipient, hintOf } from './recipients.ts'
import type { Account } from '../store/schema/accounts.ts'

/** Services that a notice needs. */
export interface NotifyServices {
  clock: Clock
  config: Config
  outbox: Outbox
  tickets: Tickets
}

/** A notice is about an event, whose rule names it, or one that nobody can object to. */
type Subject = { event: NoticedEvent } | { kind: Exclude<MessageKind, SecurityKind> }

/** Contents of a notice; device, place and time are added. */
interface NoticeDetails {
  details?: MessageDetails
  /** By default every proved address. */
  recipients?: readonly Recipient[]
  /** The address that changed; only messages to itself name it in full. */
  about?: Recipient
  /** The address that left the account; objecting puts it back. */
  former?: Recipient
}

export type Notice = NoticeDetails & Subject

/** Stores a notice in the owner's language. */
export async function notifyOwner(
  tx: NotifyServices,
  source: RequestSource,
  account: Account,
  { details = {}, recipients = recipientsOf(account), about, former, ...subject }: Notice,
): Promise<void> {
  if (recipients.length === 0) return
  const kind = 'event' in subject ? eventRules[subject.event].notice : subject.kind
  const { aid } = source.app
  const language = toLanguage(account.locale)
  const link = isSecurityKind(kind) ? await objectionLink(tx, aid, account.id, former) : ''
  await tx.outbox.add(
    recipients.map((recipient) => {
      const isAbout = about?.address === recipient.address
      // A mailbox that was just added gets no link to object: its owner wanted the change, and may be a thief.
      const mayObject = link !== '' && !(isAbout && former?.address !== recipient.address)
      return {
        kind,
        aid,
        recipient,
        language,
        details: {
          device: describeDevice(source.caller.userAgent),
          place: maskAddress(source.caller.address),
          at: tx.clock(),
          ...(about === undefined
            ? {}
            : { address: isAbout ? formatRecipient(about) : hintOf(about) }),
          ...(mayObject ? { notMe: withLanguage(link, recipient, language) } : {}),
          isRestorable: former !== undefined,
          ...details,
        },
      }
    }),
  )
}

// Text messages are short; browsers say the language too.
function withLanguage(link: string, { channel }: Recipient, language: string): string {
  return channel === 'email' ? `${link}&language=${language}` : link
}
