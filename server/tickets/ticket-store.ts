/** A ticket as it is kept; the reference itself is never stored. */
export interface Ticket {
  /** SHA-256 of the reference, hex. */
  hash: string
  /** What it was handed out for; it counts for nothing else. */
  purpose: string
  aid: number
  /** Whom it belongs to: an account id, a web id or the keyed hash of an address. */
  holder: string
  /** What has to be known when it is used. */
  data: Readonly<Record<string, unknown>>
  expiresAt: number
}

/** What tickets need from a database. */
export interface TicketStore {
  insert(ticket: Ticket): Promise<void>
  /** Reads a ticket without using it. */
  find(purpose: string, hash: string, now: number): Promise<Ticket | undefined>
  /** Takes a ticket away; of many calls with one ticket only one gets it. */
  take(purpose: string, hash: string, now: number): Promise<Ticket | undefined>
  /** Takes away what a holder has for a purpose. */
  drop(purpose: string, holder: string): Promise<void>
}
