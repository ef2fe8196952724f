import type { Queries } from './database.ts'

/** A message that was delivered to the development mailbox. */
export interface MailboxMessage {
  id: string
  channel: 'email' | 'mobile' | 'voice'
  target: string
  subject: string
  body: string
  /** The code in the message, or empty. */
  code: string
  createdAt: number
}

/** Keeps the messages of the development mailbox. */
export interface MailboxRepository {
  /** Returns the latest messages first, only those to `target` if given. */
  list(limit: number, target?: string): Promise<MailboxMessage[]>
  insert(messages: readonly MailboxMessage[]): Promise<void>
}

/** The development mailbox in SQL. */
export function mailboxRepository(query: Queries): MailboxRepository {
  return {
    list: async (limit, target) => {
      const rows = await query
        .selectFrom('mailbox')
        .selectAll()
        .$if(target !== undefined, (all) => all.where('recipient', '=', target ?? ''))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ recipient, created_at, ...row }) => ({
        ...row,
        target: recipient,
        createdAt: created_at,
      }))
    },
    insert: async (messages) => {
      await query
        .insertInto('mailbox')
        .values(
          messages.map(({ target, createdAt, ...message }) => ({
            ...message,
            recipient: target,
            created_at: createdAt,
          })),
        )
        // An instance that was killed may have delivered the message already.
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}
