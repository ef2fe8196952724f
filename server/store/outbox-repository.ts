import type { Queries } from './database.ts'

/** A message that waits to be sent. */
export interface OutboxMessage {
  id: string
  /** `voice` calls a mobile number. `none` is thrown away: a request that sends nothing then costs as much. */
  channel: 'email' | 'mobile' | 'voice' | 'none'
  target: string
  subject: string
  body: string
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
        .values(
          messages.map(({ target, createdAt, oneClick, ...message }) => ({
            ...message,
            recipient: target,
            one_click: oneClick,
            created_at: createdAt,
            due_at: createdAt,
          })),
        )
        .execute()
    },
    take: async (now, leaseUntil, limit) => {
      const rows = await query
        .updateTable('outbox')
        .set((set) => ({ due_at: leaseUntil, attempts: set('attempts', '+', 1) }))
        .where('id', 'in', (due) =>
          due
            .selectFrom('outbox')
            .select('id')
            .where('due_at', '<=', now)
            .orderBy('due_at')
            .limit(limit),
        )
        // Asked again: another instance may have taken the message after the inner select.
        .where('due_at', '<=', now)
        .returningAll()
        .execute()
      return rows.map((row) => ({
        id: row.id,
        channel: row.channel,
        target: row.recipient,
        subject: row.subject,
        body: row.body,
        code: row.code,
        oneClick: row.one_click,
        createdAt: row.created_at,
        attempts: row.attempts,
      }))
    },
    backlog: async () => {
      const row = await query
        .selectFrom('outbox')
        .select((of) => [
          of.fn.countAll<number>().as('count'),
          of.fn.min('created_at').as('oldest'),
        ])
        .executeTakeFirstOrThrow()
      return { count: Number(row.count), oldestAt: row.oldest ?? undefined }
    },
    remove: async (ids) => {
      await query.deleteFrom('outbox').where('id', 'in', ids).execute()
    },
    retry: async (id, dueAt) => {
      await query.updateTable('outbox').set({ due_at: dueAt }).where('id', '=', id).execute()
    },
  }
}
