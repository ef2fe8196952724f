import { MINUTE_MS, SECOND_MS, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken, isToken, makeToken } from '../lib/tokens.ts'
import type { Ticket, TicketRepository } from '../store/ticket-repository.ts'

/** How long a ticket stays good where nothing else is said, in milliseconds. */
export const TICKET_LIFE_MS = 10 * MINUTE_MS

/** The same in seconds, as answers and cookies tell it. */
export const TICKET_LIFE_SECONDS = TICKET_LIFE_MS / SECOND_MS

/** What a ticket is handed out with. */
export interface NewTicket {
  /** The step that was proved, which the next step asks for. */
  purpose: string
  aid: number
  /** Account id, web id or keyed hash of an address. */
  holder: string
  data?: Readonly<Record<string, unknown>>
  lifeMs?: number
}

/**
 * Random references to something proved. They hold nothing themselves, count once, for one purpose,
 * application and holder, and are stored as hashes.
 */
export interface Tickets extends Pick<TicketRepository, 'drop' | 'find' | 'insert'> {
  /** Stores a ticket and answers the reference, 43 characters. */
  issue(ticket: NewTicket): Promise<string>
  /** Reads a ticket that is to be used later. */
  peek(purpose: string, aid: number, reference: string): Promise<Ticket | undefined>
  /**
   * Uses a ticket up, in the transaction of what it allows; undefined for an unknown, used, expired
   * or foreign one. With `holder` it counts for that holder only.
   */
  use(purpose: string, aid: number, reference: string, holder?: string): Promise<Ticket | undefined>
  /** The same where nothing goes on without it. @throws ticket_expired. */
  claim(purpose: string, aid: number, reference: string, holder?: string): Promise<Ticket>
}

/** Tickets by a clock. */
export function createTickets(repository: TicketRepository, clock: Clock): Tickets {
  const tickets: Tickets = {
    drop: repository.drop,
    find: repository.find,
    insert: repository.insert,
    issue: async ({ purpose, aid, holder, data = {}, lifeMs = TICKET_LIFE_MS }) => {
      const reference = makeToken()
      await repository.insert({
        hash: hashToken(reference),
        purpose,
        aid,
        holder,
        data,
        expiresAt: clock() + lifeMs,
      })
      return reference
    },
    peek: async (purpose, aid, reference) => {
      if (!isToken(reference)) return undefined
      const ticket = await repository.find(purpose, hashToken(reference), clock())
      return ticket?.aid === aid ? ticket : undefined
    },
    // Taken before it is looked at: of two that show it at once, one sees it.
    use: async (purpose, aid, reference, holder) => {
      if (!isToken(reference)) return undefined
      const ticket = await repository.take(purpose, hashToken(reference), clock())
      if (ticket === undefined || ticket.aid !== aid) return undefined
      return holder === undefined || ticket.holder === holder ? ticket : undefined
    },
    claim: async (...of) => {
      const ticket = await tickets.use(...of)
      if (ticket === undefined) throw new PassportError('ticket_expired')
      return ticket
    },
  }
  return tickets
}
