import { create, record, string, unknown } from 'superstruct'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'
import type { Ticket, TicketStore } from '../tickets/ticket-store.ts'

/** Tickets in SQL. */
export function ticketRows(query: Queries): TicketStore {
  return {
    insert: async ({ expiresAt, data, ...ticket }) => {
      await query
        .insertInto('tickets')
        .values({ ...ticket, data: JSON.stringify(data), expires_at: expiresAt })
        .execute()
    },
    find: async (purpose, hash, now) => {
      const row = await query
        .selectFrom('tickets')
        .selectAll()
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row && toTicket(row)
    },
    take: async (purpose, hash, now) => {
      const row = await query
        .deleteFrom('tickets')
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row && toTicket(row)
    },
    drop: async (purpose, holder) => {
      await query
        .deleteFrom('tickets')
        .where('holder', '=', holder)
        .where('purpose', '=', purpose)
        .execute()
    },
  }
}

function toTicket({ expires_at: expiresAt, data, ...row }: Tables['tickets']): Ticket {
  return { ...row, data: create(JSON.parse(data), record(string(), unknown())), expiresAt }
}
