import type { EventKind } from '../events/event-store.ts'

interface TicketTable {
  /** SHA-256 of the reference, hex. */
  hash: string
  purpose: string
  aid: number
  holder: string
  /** JSON object. */
  data: string
  expires_at: number
}

interface EventTable {
  id: string
  account_id: string
  kind: EventKind
  by: string
  aid: number
  device: string
  address: string
  at: number
}

/** Tickets and security events, as `migrations/003-tickets.ts` makes them. */
export interface TicketTables {
  tickets: TicketTable
  security_events: EventTable
}
