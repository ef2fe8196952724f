import type { Queries } from './database.ts'

/** A message that was delivered to the development mailbox. */
export interface MailboxMessage {
  id: string
  channel: 'email' | 'mobile' | 'voice'
  recipient: string
  subject: string
  body: string
  /** HTML and sender of a mail, otherwise empty. */
  html: string
  sender: string
  /** The code in the message, or empty. */
  code: string
  createdAt: number
}

/** Keeps the messages of the development mailbox. */
export interface MailboxRepository {
  /** Returns the latest messages first, only those to `recipient` if given. */
  list(limit: number, recipient?: string): Promise<MailboxMessage[]>
  find(id: string): Promise<MailboxMessage | undefined>
  insert(messages: readonly MailboxMessage[]): Promise<void>
}

/** The development mailbox in SQL. */
export function mailboxRepository(query: Queries): MailboxRepository {
  return {
    list: (limit, recipient) =>
      query
        .selectFrom('mailbox')
        .selectAll()
        .$if(recipient !== undefined, (all) => all.where('recipient', '=', recipient ?? ''))
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    find: (id) => query.selectFrom('mailbox').selectAll().where('id', '=', id).executeTakeFirst(),
    insert: async (messages) => {
      await query
        .insertInto('mailbox')
        .values(messages)
        // An instance that was killed may have delivered the message already.
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}
