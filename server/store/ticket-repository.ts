import { create, record, string, unknown } from 'superstruct'
import { readFirst, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { StoredTicket, Ticket } from './schema/proofs.ts'

/** Issued tickets. */
export type TicketRepository = ReturnType<typeof ticketRepository>

/** Tickets in SQL. */
export function ticketRepository(query: Queries) {
  const dropped = (purpose: string, holder: string) =>
    query.deleteFrom('tickets').where('holder', '=', holder).where('purpose', '=', purpose)
  const valid = (purpose: string, now: number) =>
    query
      .selectFrom('tickets')
      .selectAll()
      .where('purpose', '=', purpose)
      .where('expiresAt', '>', now)
  return {
    insert: (ticket: Ticket) =>
      run(query.insertInto('tickets').values({ ...ticket, data: JSON.stringify(ticket.data) })),
    /** Reads a ticket without using it. */
    find: (purpose: string, hash: string, now: number) =>
      readFirst(valid(purpose, now).where('hash', '=', hash), toTicket),
    /** Returns the ticket of a holder that expires first. */
    oldestOf: (purpose: string, holder: string, now: number) =>
      readFirst(
        valid(purpose, now).where('holder', '=', holder).orderBy('expiresAt').limit(1),
        toTicket,
      ),
    /** Uses a ticket; of many calls one gets it. */
    take: (purpose: string, hash: string, now: number) =>
      readFirst(
        query
          .deleteFrom('tickets')
          .where('hash', '=', hash)
          .where('purpose', '=', purpose)
          .where('expiresAt', '>', now)
          .returningAll(),
        toTicket,
      ),
    /** Removes the tickets of a holder for a purpose. */
    drop: (purpose: string, holder: string) => run(dropped(purpose, holder)),
    /** Removes the tickets of a holder but those for some purposes. */
    dropAll: (holder: string, kept: readonly string[]) =>
      run(
        query.deleteFrom('tickets').where('holder', '=', holder).where('purpose', 'not in', kept),
      ),
    /** Does so for all holders that are accounts. */
    dropAllOfAccounts: (kept: readonly string[]) =>
      run(
        query
          .deleteFrom('tickets')
          .where('holder', 'in', (from) => from.selectFrom('accounts').select('id'))
          .where('purpose', 'not in', kept),
      ),
    /** Removes those that expire later than a given time. */
    dropLater: (purpose: string, holder: string, expiresAt: number) =>
      run(dropped(purpose, holder).where('expiresAt', '>', expiresAt)),
  }
}

function toTicket(row: StoredTicket): Ticket {
  return { ...row, data: create(JSON.parse(row.data), record(string(), unknown())) }
}
