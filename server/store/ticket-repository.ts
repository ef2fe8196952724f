import { create, record, string, unknown } from 'superstruct'
import type { Queries } from './database.ts'

/** A ticket; its reference is never stored. */
export interface Ticket {
  /** SHA-256 of the reference, hex. */
  hash: string
  /** The only purpose it is valid for. */
  purpose: string
  aid: number
  /** An account id, a web id or the keyed hash of an address. */
  holder: string
  /** Data for the call that uses it. */
  data: Readonly<Record<string, unknown>>
  expiresAt: number
}

/** A row of `tickets`; `data` is JSON. */
export interface StoredTicket extends Omit<Ticket, 'data'> {
  data: string
}

/** Issued tickets. */
export interface TicketRepository {
  insert(ticket: Ticket): Promise<void>
  /** Reads a ticket without using it. */
  find(purpose: string, hash: string, now: number): Promise<Ticket | undefined>
  /** Uses a ticket; of many calls one gets it. */
  take(purpose: string, hash: string, now: number): Promise<Ticket | undefined>
  /** Removes the tickets of a holder for a purpose. */
  drop(purpose: string, holder: string): Promise<void>
  /** Removes those that expire later than a given time. */
  dropLater(purpose: string, holder: string, expiresAt: number): Promise<void>
}

/** Tickets in SQL. */
export function ticketRepository(query: Queries): TicketRepository {
  return {
    insert: async (ticket) => {
      await query
        .insertInto('tickets')
        .values({ ...ticket, data: JSON.stringify(ticket.data) })
        .execute()
    },
    find: async (purpose, hash, now) => {
      const row = await query
        .selectFrom('tickets')
        .selectAll()
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expiresAt', '>', now)
        .executeTakeFirst()
      return row && toTicket(row)
    },
    take: async (purpose, hash, now) => {
      const row = await query
        .deleteFrom('tickets')
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expiresAt', '>', now)
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
    dropLater: async (purpose, holder, expiresAt) => {
      await query
        .deleteFrom('tickets')
        .where('holder', '=', holder)
        .where('purpose', '=', purpose)
        .where('expiresAt', '>', expiresAt)
        .execute()
    },
  }
}

function toTicket(row: StoredTicket): Ticket {
  return { ...row, data: create(JSON.parse(row.data), record(string(), unknown())) }
}
