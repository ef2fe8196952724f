import { toLanguage } from '#protocol/common-params.ts'
import type { Account } from '../store/account-repository.ts'
import type { Recipient } from './recipients.ts'
import { recipientsOf } from './recipients-of.ts'
import type { MessageKind } from '../delivery/messages/messages.ts'
import type { About, Outbox } from '../delivery/outbox.ts'
import type { Stores } from '../services/stores.ts'

/**
 * Tells a person about their account in their own language, at every proved address where none are
 * named; in the transaction of what it tells.
 */
export async function notifyOwner(
  outbox: Outbox,
  tx: Stores,
  account: Account,
  kind: MessageKind,
  about: About = {},
  targets: readonly Recipient[] = recipientsOf(account),
): Promise<void> {
  await outbox.notify(tx.outbox, kind, targets, toLanguage(account.locale), about)
}
