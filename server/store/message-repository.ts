import type { Queries } from './database.ts'
import { statement } from './statement.ts'

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

/** What the development mailbox needs from a database. */
export interface MailboxRepository {
  /** Latest first, only those to `target` where one is given. */
  list(limit: number, target?: string): Promise<MailboxMessage[]>
  insert(messages: readonly MailboxMessage[]): Promise<void>
}

/** A message on its way. */
export interface OutboxMessage {
  id: string
  /** `voice` is a call to a mobile number. `none` is thrown away: it makes a call that sends nothing cost the same as one that does. */
  channel: 'email' | 'mobile' | 'voice' | 'none'
  target: string
  subject: string
  body: string
  code: string
  /** Where a mail program ends a list by itself (RFC 8058); empty for mails of no list. */
  oneClick: string
  createdAt: number
  attempts: number
}

/** What sending needs from a database. */
export interface OutboxRepository {
  insert(messages: readonly OutboxMessage[]): Promise<void>
  /** Takes messages that are due; until `leaseUntil` no other instance gets them. */
  take(now: number, leaseUntil: number, limit: number): Promise<OutboxMessage[]>
  /** How many messages wait, and since when the oldest of them does. */
  backlog(): Promise<{ count: number; oldestAt: number | undefined }>
  /** Forgets messages that were sent or given up. */
  remove(ids: readonly string[]): Promise<void>
  /** Puts a failed message back for a later time. */
  retry(id: string, dueAt: number): Promise<void>
}

const insert = statement((query, { messages }: { messages: readonly OutboxMessage[] }) =>
  query.insertInto('outbox').values(
    messages.map(({ createdAt, oneClick, ...message }) => ({
      ...message,
      one_click: oneClick,
      created_at: createdAt,
      due_at: createdAt,
    })),
  ),
)

const take = statement(
  (query, { now, leaseUntil, limit }: { now: number; leaseUntil: number; limit: number }) =>
    query
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
      // Asked again: between the inner look and this change another instance may have taken it.
      .where('due_at', '<=', now)
      .returningAll(),
)

const remove = statement((query, { ids }: { ids: readonly string[] }) =>
  query.deleteFrom('outbox').where('id', 'in', ids),
)

const deliver = statement((query, { messages }: { messages: readonly MailboxMessage[] }) =>
  query
    .insertInto('mailbox')
    .values(messages.map(({ createdAt, ...message }) => ({ ...message, created_at: createdAt })))
    .onConflict((conflict) => conflict.doNothing()),
)

/** Messages on their way, in SQL. */
export function outboxRepository(query: Queries): OutboxRepository {
  return {
    insert: async (messages) => {
      await insert(query, { messages })
    },
    take: async (now, leaseUntil, limit) => {
      const rows = await take(query, { now, leaseUntil, limit })
      return rows.map((row) => ({
        id: row.id,
        channel: row.channel,
        target: row.target,
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
      await remove(query, { ids })
    },
    retry: async (id, dueAt) => {
      await query.updateTable('outbox').set({ due_at: dueAt }).where('id', '=', id).execute()
    },
  }
}

/** The development mailbox in SQL. */
export function mailboxRepository(query: Queries): MailboxRepository {
  return {
    list: async (limit, target) => {
      const rows = await query
        .selectFrom('mailbox')
        .selectAll()
        .$if(target !== undefined, (all) => all.where('target', '=', target ?? ''))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at }))
    },
    insert: async (messages) => {
      await deliver(query, { messages })
    },
  }
}
