import type { MailboxStore } from './mailbox-store.ts'
import type { Sender } from './outbox.ts'

/** Delivers into the development mailbox, where anybody on this machine can read. */
export function mailboxSender(store: MailboxStore): Sender {
  return async ({ id, channel, target, subject, body, code, createdAt }) => {
    if (channel === 'none') return
    await store.insert({ id, channel, target, subject, body, code, createdAt })
  }
}
