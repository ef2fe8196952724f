import { toLanguage } from '#protocol/common-params.ts'
import type { RequestSource } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { isSecurityKind, type MessageKind } from '../delivery/messages/messages.ts'
import type { MessageDetails, Outbox } from '../delivery/outbox.ts'
import { maskAddress } from '../lib/address.ts'
import type { Clock } from '../lib/clock.ts'
import { describeDevice } from '../lib/describe-device.ts'
import type { Account } from '../store/account-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Tickets } from '../tickets/tickets.ts'
import { objectionLink } from './objection.ts'
import { recipientsOf } from './owner-recipients.ts'
import { hintOf } from './recipients.ts'

/** Services that a notice needs. */
export interface NotifyServices {
  clock: Clock
  config: Config
  outbox: Outbox
  tickets: Tickets
}

/** Contents of a notice; device, place and time are added. */
export interface Notice {
  kind: MessageKind
  details?: MessageDetails
  /** By default every proved address. */
  recipients?: readonly Recipient[]
  /** The address that changed; only messages to itself name it in full. */
  about?: Recipient
  /** The address that left the account; objecting puts it back. */
  former?: Recipient
}

/** Stores a notice in the owner's language. */
export async function notifyOwner(
  tx: NotifyServices,
  source: RequestSource,
  account: Account,
  { kind, details = {}, recipients = recipientsOf(account), about, former }: Notice,
): Promise<void> {
  if (recipients.length === 0) return
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
          ...(about === undefined ? {} : { address: isAbout ? about.address : hintOf(about) }),
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
