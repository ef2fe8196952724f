import type { Queries } from './database.ts'
import type { MailboxStore } from '../delivery/mailbox-store.ts'
import type { OutboxStore } from '../delivery/outbox-store.ts'

/** Messages on their way, in SQL. */
export function outboxRows(query: Queries): OutboxStore {
  return {
    insert: async (messages) => {
      await query
        .insertInto('outbox')
        .values(
          messages.map(({ createdAt, oneClick, ...message }) => ({
            ...message,
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
        // Asked again: between the inner look and this change another instance may have taken it.
        .where('due_at', '<=', now)
        .returningAll()
        .execute()
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
      await query.deleteFrom('outbox').where('id', 'in', ids).execute()
    },
    retry: async (id, dueAt) => {
      await query.updateTable('outbox').set({ due_at: dueAt }).where('id', '=', id).execute()
    },
  }
}

/** The development mailbox in SQL. */
export function mailboxRows(query: Queries): MailboxStore {
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
    insert: async ({ createdAt, ...message }) => {
      await query
        .insertInto('mailbox')
        .values({ ...message, created_at: createdAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}
