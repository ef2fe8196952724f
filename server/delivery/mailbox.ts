import type { MailboxMessage, MailboxRepository } from '../store/mailbox-repository.ts'
import type { Sender } from './outbox-worker.ts'

/** Creates a sender into the development mailbox. */
export function mailboxSender(store: MailboxRepository): Sender {
  let waiting: MailboxMessage[] = []
  let writing: Promise<void> | undefined
  // Messages of the same moment are written by one statement.
  async function write(): Promise<void> {
    await Promise.resolve()
    const messages = waiting
    waiting = []
    writing = undefined
    await store.insert(messages)
  }
  return {
    send: async ({ id, channel, recipient, subject, body, html, sender, code, createdAt }) => {
      if (channel === 'none' || channel === 'lark' || channel === 'logout') return
      waiting.push({ id, channel, recipient, subject, body, html, sender, code, createdAt })
      writing ??= write()
      await writing
    },
  }
}
