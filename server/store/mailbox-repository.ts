import { run } from './statements.ts'
import type { Queries } from './database.ts'
import type { MailboxMessage } from './schema/messages.ts'

/** Keeps the messages of the development mailbox. */
export type MailboxRepository = ReturnType<typeof mailboxRepository>

/** The development mailbox in SQL. */
export function mailboxRepository(query: Queries) {
  return {
    /** Returns the latest messages first, only those to `recipient` if given. */
    list: (limit: number, recipient?: string) =>
      query
        .selectFrom('mailbox')
        .selectAll()
        .$if(recipient !== undefined, (all) => all.where('recipient', '=', recipient ?? ''))
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    find: (id: string) =>
      query.selectFrom('mailbox').selectAll().where('id', '=', id).executeTakeFirst(),
    insert: (messages: readonly MailboxMessage[]) =>
      run(
        query
          .insertInto('mailbox')
          .values(messages)
          // An instance that was killed may have delivered the message already.
          .onConflict((conflict) => conflict.doNothing()),
      ),
  }
}
