import type { Queries } from './database.ts'
import type { EventStore } from '../events/event-store.ts'

/** Security events in SQL. */
export function eventRows(query: Queries): EventStore {
  return {
    insert: async ({ accountId, ...event }) => {
      const inserted = await query
        .insertInto('security_events')
        .values({ ...event, account_id: accountId })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
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
