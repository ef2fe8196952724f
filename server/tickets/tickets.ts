import { MINUTE_MS, SECOND_MS, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken, isToken, makeToken } from '../lib/tokens.ts'
import type { TicketRepository } from '../store/ticket-repository.ts'
import type { Ticket } from '../store/schema/proofs.ts'

/** Default life of a ticket, in milliseconds. */
export const TICKET_LIFE_MS = 10 * MINUTE_MS

/** Default life of a ticket in seconds, for replies and cookies. */
export const TICKET_LIFE_SECONDS = TICKET_LIFE_MS / SECOND_MS

/** Purpose of the ticket in the link "This was not me" of a notice; its holder is the account. */
export const OBJECTION = 'objection'

/** Purpose of the ticket that nobody has: the owner objected, and a reset undoes things once more. */
export const OBJECTED = 'objected'

// These take access away, so they stay when access ends.
const PURPOSES_OF_OWNERS = [OBJECTION, OBJECTED]

/** The data of a new ticket. */
export interface NewTicket {
  /** Purpose that the ticket may be used for. */
  purpose: string
  aid: number
  /** Account id, web id or keyed hash of an address. */
  holder: string
  data?: Readonly<Record<string, unknown>>
  lifeMs?: number
}

/** Random references to something proved, stored as hashes. */
export interface Tickets extends Pick<TicketRepository, 'drop' | 'dropLater' | 'find' | 'insert'> {
  /** Stores a ticket and returns its reference of 43 characters. */
  issue(ticket: NewTicket): Promise<string>
  /** Returns a valid ticket without using it up. */
  peek(purpose: string, aid: number, reference: string): Promise<Ticket | undefined>
  /** Returns the valid ticket of a holder that expires first. */
  oldestOf(purpose: string, holder: string): Promise<Ticket | undefined>
  /** Uses a ticket up, in the transaction of what it allows; undefined if it is not valid. */
  use(purpose: string, aid: number, reference: string, holder?: string): Promise<Ticket | undefined>
  /** Ends every ticket of an account but those by which its owner objects. */
  endOf(accountId: string): Promise<void>
  /** Does so for all accounts. */
  endOfEverybody(): Promise<void>
  /** Like `use`. @throws ticket_expired */
  claim(purpose: string, aid: number, reference: string, holder?: string): Promise<Ticket>
}

export function createTickets(repository: TicketRepository, clock: Clock): Tickets {
  const tickets: Tickets = {
    ...repository,
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
    oldestOf: (purpose, holder) => repository.oldestOf(purpose, holder, clock()),
    // Deleted before it is compared, so that concurrent calls cannot both use it.
    use: async (purpose, aid, reference, holder) => {
      if (!isToken(reference)) return undefined
      const ticket = await repository.take(purpose, hashToken(reference), clock())
      if (ticket === undefined || ticket.aid !== aid) return undefined
      return holder === undefined || ticket.holder === holder ? ticket : undefined
    },
    endOf: (accountId) => repository.dropAll(accountId, PURPOSES_OF_OWNERS),
    endOfEverybody: () => repository.dropAllOfAccounts(PURPOSES_OF_OWNERS),
    claim: async (...args) => {
      const ticket = await tickets.use(...args)
      if (ticket === undefined) throw new PassportError('ticket_expired')
      return ticket
    },
  }
  return tickets
}
