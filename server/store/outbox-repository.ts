import type { Queries } from './database.ts'

/** A message that waits to be sent. */
export interface OutboxMessage {
  id: string
  /**
   * `voice` calls a mobile number, and `logout` the client whose id is the recipient. `none` is thrown
   * away: it makes a request that sends nothing take as long as one that does.
   */
  channel: 'email' | 'mobile' | 'voice' | 'lark' | 'none' | 'logout'
  recipient: string
  subject: string
  /** Text of the message. */
  body: string
  /** The same as HTML; empty for text messages. */
  html: string
  /** Sender of a mail. */
  sender: string
  code: string
  /** Address that ends a mailing list (RFC 8058); empty for mails of no list. */
  oneClick: string
  createdAt: number
  attempts: number
}

/** Keeps messages until they are sent. */
export interface OutboxRepository {
  insert(messages: readonly OutboxMessage[]): Promise<void>
  /** Takes messages that are due; other instances do not get them before `leaseUntil`. */
  take(now: number, leaseUntil: number, limit: number): Promise<OutboxMessage[]>
  /** Returns how many messages wait, and since when the oldest does. */
  backlog(): Promise<{ count: number; oldestAt: number | undefined }>
  /** Removes messages that were sent or given up. */
  remove(ids: readonly string[]): Promise<void>
  /** Postpones a message that could not be sent. */
  retry(id: string, dueAt: number): Promise<void>
}

/** The outbox in SQL. */
export function outboxRepository(query: Queries): OutboxRepository {
  return {
    insert: async (messages) => {
      await query
        .insertInto('outbox')
        .values(messages.map((message) => ({ ...message, dueAt: message.createdAt })))
        .execute()
    },
    take: (now, leaseUntil, limit) =>
      query
        .updateTable('outbox')
        .set((set) => ({ dueAt: leaseUntil, attempts: set('attempts', '+', 1) }))
        .where('id', 'in', (due) =>
          due
            .selectFrom('outbox')
            .select('id')
            .where('dueAt', '<=', now)
            .orderBy('dueAt')
            .limit(limit),
        )
        // The condition is repeated: another instance may have taken the message after the inner select.
        .where('dueAt', '<=', now)
        .returningAll()
        .execute(),
    backlog: async () => {
      const row = await query
        .selectFrom('outbox')
        .select((of) => [of.fn.countAll<number>().as('count'), of.fn.min('createdAt').as('oldest')])
        .executeTakeFirstOrThrow()
      return { count: row.count, oldestAt: row.oldest ?? undefined }
    },
    remove: async (ids) => {
      await query.deleteFrom('outbox').where('id', 'in', ids).execute()
    },
    retry: async (id, dueAt) => {
      await query.updateTable('outbox').set({ dueAt }).where('id', '=', id).execute()
    },
  }
}
