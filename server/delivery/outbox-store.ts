/** A message on its way. */
export interface OutboxMessage {
  id: string
  /** `voice` is a call to a mobile number. `none` is thrown away: it makes a call that sends nothing cost the same as one that does. */
  channel: 'email' | 'mobile' | 'voice' | 'none'
  target: string
  subject: string
  body: string
  code: string
  /** Where a mail program ends a list by itself (RFC 8058); empty for mails of no list. */
  oneClick: string
  createdAt: number
  attempts: number
}

/** What sending needs from a database. */
export interface OutboxStore {
  insert(messages: readonly OutboxMessage[]): Promise<void>
  /** Takes messages that are due; until `leaseUntil` no other instance gets them. */
  take(now: number, leaseUntil: number, limit: number): Promise<OutboxMessage[]>
  /** How many messages wait, and since when the oldest of them does. */
  backlog(): Promise<{ count: number; oldestAt: number | undefined }>
  /** Forgets messages that were sent or given up. */
  remove(ids: readonly string[]): Promise<void>
  /** Puts a failed message back for a later time. */
  retry(id: string, dueAt: number): Promise<void>
}
