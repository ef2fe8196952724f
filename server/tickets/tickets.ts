import { MINUTE_MS, SECOND_MS, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken, isToken, makeToken } from '../lib/tokens.ts'
import type { TicketRepository } from '../store/ticket-repository.ts'
import type { Ticket } from '../store/schema/proofs.ts'

/** Default life of a ticket, in milliseconds. */
export const TICKET_LIFE_MS = 10 * MINUTE_MS

/** Default life of a ticket in seconds, for replies and cookies. */
export const TICKET_LIFE_SECONDS = TICKET_LIFE_MS / SECOND_MS

/** Returns when a ticket of the default life was issued: when its holder was proved. */
export function issuedAt({ expiresAt }: Pick<Ticket, 'expiresAt'>): number {
  return expiresAt - TICKET_LIFE_MS
}

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
export type Tickets = ReturnType<typeof createTickets>

export function createTickets(repository: TicketRepository, clock: Clock) {
  const { drop, dropLater, find, insert } = repository
  // Deleted before it is compared, so that concurrent calls cannot both use it.
  async function spend(
    purpose: string,
    aid: number,
    reference: string,
    holder?: string,
  ): Promise<Ticket | undefined> {
    if (!isToken(reference)) return undefined
    const ticket = await repository.take(purpose, hashToken(reference), clock())
    if (ticket === undefined || ticket.aid !== aid) return undefined
    return holder === undefined || ticket.holder === holder ? ticket : undefined
  }
  return {
    drop,
    dropLater,
    find,
    insert,
    /** Stores a ticket and returns its reference of 43 characters. */
    issue: async ({ purpose, aid, holder, data = {}, lifeMs = TICKET_LIFE_MS }: NewTicket) => {
      const reference = makeToken()
      const hash = hashToken(reference)
      await insert({ hash, purpose, aid, holder, data, expiresAt: clock() + lifeMs })
      return reference
    },
    /** Returns a valid ticket without using it up. */
    peek: async (purpose: string, aid: number, reference: string) => {
      if (!isToken(reference)) return undefined
      const ticket = await find(purpose, hashToken(reference), clock())
      return ticket?.aid === aid ? ticket : undefined
    },
    /** Returns the valid ticket of a holder that expires first. */
    oldestOf: (purpose: string, holder: string) => repository.oldestOf(purpose, holder, clock()),
    /** Uses a ticket up, in the transaction of what it allows; undefined if it is not valid. */
    use: spend,
    /** Ends every ticket of an account but those by which its owner objects. */
    endOf: (accountId: string) => repository.dropAll(accountId, PURPOSES_OF_OWNERS),
    /** Does so for all accounts. */
    endOfEverybody: () => repository.dropAllOfAccounts(PURPOSES_OF_OWNERS),
    /** Like `use`. @throws ticket_expired */
    claim: async (...args: Parameters<typeof spend>) => {
      const ticket = await spend(...args)
      if (ticket === undefined) throw new PassportError('ticket_expired')
      return ticket
    },
  }
}
