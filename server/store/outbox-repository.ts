import type { ExpressionBuilder } from 'kysely'
import { CLOCK_SKEW_MS, MINUTE_MS } from '../lib/clock.ts'
import { run } from './statements.ts'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'
import type { OutboxMessage } from './schema/messages.ts'

/** No message waits longer for its next attempt. */
const MAX_DELAY_MS = 10 * MINUTE_MS

/** Which messages to take, and until when. */
export interface OutboxClaim {
  channels: readonly OutboxMessage['channel'][]
  /** Messages whose recipient ends with one of these stay. */
  slowReceivers: readonly string[]
  now: number
  leaseUntil: number
  limit: number
}

/** A message that waits, without its text. */
export type WaitingMessage = Pick<OutboxMessage, 'attempts' | 'channel' | 'createdAt' | 'logId'>

/** Keeps messages until they are sent. */
export type OutboxRepository = ReturnType<typeof outboxRepository>

/** The outbox in SQL. */
export function outboxRepository(query: Queries) {
  return {
    insert: (messages: readonly OutboxMessage[]) =>
      run(
        query
          .insertInto('outbox')
          .values(messages.map((message) => ({ ...message, dueAt: message.createdAt }))),
      ),
    /** Takes messages that are due, in the order of writing; other instances do not get them before `leaseUntil`. */
    take: async ({
      channels,
      slowReceivers,
      now,
      leaseUntil,
      limit,
    }: OutboxClaim): Promise<OutboxMessage[]> => {
      const isDue = (row: ExpressionBuilder<Tables, 'outbox'>) =>
        row.or([row('dueAt', '<=', now), row('dueAt', '>', now + MAX_DELAY_MS + CLOCK_SKEW_MS)])
      const taken = await query
        .updateTable('outbox')
        .set((set) => ({ dueAt: leaseUntil, attempts: set('attempts', '+', 1) }))
        .where('id', 'in', (due) =>
          due
            .selectFrom('outbox')
            .select('id')
            .where(isDue)
            .where('channel', 'in', channels)
            .where((row) =>
              row.and(slowReceivers.map((end) => row('recipient', 'not like', `%${end}`))),
            )
            .orderBy('dueAt')
            .orderBy('id')
            .limit(limit),
        )
        // The condition is repeated: another instance may have taken the message after the inner select.
        .where(isDue)
        .returningAll()
        .execute()
      return taken.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    },
    /** Returns how many messages wait, and since when the oldest does. */
    backlog: async (): Promise<{ count: number; oldestAt: number | undefined }> => {
      const row = await query
        .selectFrom('outbox')
        .select((of) => [of.fn.countAll<number>().as('count'), of.fn.min('createdAt').as('oldest')])
        .executeTakeFirstOrThrow()
      return { count: row.count, oldestAt: row.oldest ?? undefined }
    },
    /** Returns what waits in each channel: how many, since when the oldest, and the most attempts. */
    byChannel: () =>
      query
        .selectFrom('outbox')
        .select((of) => [
          'channel',
          of.fn.countAll<number>().as('count'),
          of.fn.min('createdAt').as('oldestAt'),
          of.fn.max('attempts').as('attempts'),
        ])
        .groupBy('channel')
        .orderBy('channel')
        .execute(),
    /** Returns the messages to some recipients that wait to be sent. */
    waitingFor: async (recipients: readonly string[]): Promise<WaitingMessage[]> =>
      recipients.length === 0
        ? []
        : await query
            .selectFrom('outbox')
            .select(['attempts', 'channel', 'createdAt', 'logId'])
            .where('recipient', 'in', recipients)
            .orderBy('id')
            .execute(),
    /** Removes messages that were sent or given up. */
    remove: (ids: readonly string[]) => run(query.deleteFrom('outbox').where('id', 'in', ids)),
    /** Postpones a message that could not be sent. */
    retry: (id: string, dueAt: number) =>
      run(query.updateTable('outbox').set({ dueAt }).where('id', '=', id)),
  }
}
