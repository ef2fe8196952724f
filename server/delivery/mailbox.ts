import type { MailboxMessage, MailboxRepository } from '../store/mailbox-repository.ts'
import type { Sender } from './outbox-worker.ts'

/** Delivers into the development mailbox, where anybody on this machine can read. */
export function mailboxSender(store: MailboxRepository): Sender {
  let waiting: MailboxMessage[] = []
  let written: Promise<void> | undefined
  // What is sent at the same moment is written together.
  async function write(): Promise<void> {
    await Promise.resolve()
    const messages = waiting
    waiting = []
    written = undefined
    await store.insert(messages)
  }
  return async ({ id, channel, recipient, subject, body, code, createdAt }) => {
    if (channel === 'none') return
    waiting.push({ id, channel, recipient, subject, body, code, createdAt })
    written ??= write()
    await written
  }
}
