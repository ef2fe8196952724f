import type { MailboxRepository } from '../store/mailbox-repository.ts'
import type { Sender } from './outbox-worker.ts'
import type { MailboxMessage } from '../store/schema/messages.ts'

export function mailboxSender(store: MailboxRepository): Sender {
  let queue: MailboxMessage[] = []
  let writing: Promise<void> | undefined
  // Simultaneous messages are written by one statement.
  async function write(): Promise<void> {
    await Promise.resolve()
    const messages = queue
    queue = []
    writing = undefined
    await store.insert(messages)
  }
  return {
    send: async ({ id, channel, recipient, subject, body, html, sender, code, createdAt }) => {
      if (channel === 'none' || channel === 'lark' || channel === 'logout') return ''
      queue.push({ id, channel, recipient, subject, body, html, sender, code, createdAt })
      writing ??= write()
      await writing
      return ''
    },
  }
}
