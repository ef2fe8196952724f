import type { Queries } from './database.ts'
import { statement } from './statement.ts'
import type { EventStore, SecurityEvent } from '../events/event-store.ts'

const insert = statement((query, { accountId, ...event }: SecurityEvent) =>
  query
    .insertInto('security_events')
    .values({ ...event, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)

/** Security events in SQL. */
export function eventRows(query: Queries): EventStore {
  return {
    insert: async (event) => {
      const inserted = await insert(query, event)
      return inserted.length > 0
    },
    list: async (accountId, { offset, limit }) => {
      const all = query
        .selectFrom('security_events')
        .$if(accountId !== undefined, (of) => of.where('account_id', '=', accountId ?? ''))
      const { total } = await all
        .select((count) => count.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await all
        .selectAll()
        // Two events of one millisecond keep their order by the id.
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute()
      return {
        list: rows.map(({ account_id, ...event }) => ({ ...event, accountId: account_id })),
        total: Number(total),
      }
    },
  }
}
