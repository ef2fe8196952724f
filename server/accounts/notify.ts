import { toLanguage } from '#protocol/common-params.ts'
import type { MessageKind } from '../delivery/messages/messages.ts'
import type { MessageDetails, Outbox } from '../delivery/outbox.ts'
import type { Account } from '../store/account-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import { recipientsOf } from './owner-recipients.ts'

/** Stores a notice in the owner's language, by default to every proved address. */
export async function notifyOwner(
  { outbox }: { outbox: Outbox },
  account: Account,
  kind: MessageKind,
  values: MessageDetails = {},
  recipients: readonly Recipient[] = recipientsOf(account),
): Promise<void> {
  await outbox.notify(kind, recipients, toLanguage(account.locale), values)
}
