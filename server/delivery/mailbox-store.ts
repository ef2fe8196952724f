/** A message that was delivered to the development mailbox. */
export interface MailboxMessage {
  id: string
  channel: 'email' | 'mobile' | 'voice'
  target: string
  subject: string
  body: string
  /** The code in the message, or empty. */
  code: string
  createdAt: number
}

/** What the development mailbox needs from a database. */
export interface MailboxStore {
  /** Latest first, only those to `target` where one is given. */
  list(limit: number, target?: string): Promise<MailboxMessage[]>
  insert(messages: readonly MailboxMessage[]): Promise<void>
}
