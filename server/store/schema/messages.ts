/** A message that waits to be sent. */
export interface OutboxMessage {
  id: string
  /**
   * `voice` calls a mobile number, and `logout` the client whose id is the recipient. `none` is thrown
   * away: it makes a request that sends nothing take as long as one that does.
   */
  channel: 'email' | 'mobile' | 'voice' | 'lark' | 'none' | 'logout'
  recipient: string
  subject: string
  /** Text of the message. */
  body: string
  /** The same as HTML; empty for text messages. */
  html: string
  /** Sender of a mail. */
  sender: string
  code: string
  /** Address that ends a mailing list (RFC 8058); empty for mails of no list. */
  oneClick: string
  createdAt: number
  attempts: number
  /** Of the call that asked for a code; empty for other messages. */
  logId: string
}

/** A message that was delivered to the development mailbox. */
export interface MailboxMessage {
  id: string
  channel: 'email' | 'mobile' | 'voice'
  recipient: string
  subject: string
  body: string
  /** HTML and sender of a mail, otherwise empty. */
  html: string
  sender: string
  /** The code in the message, or empty. */
  code: string
  createdAt: number
}

/** Tables of messages. */
export interface MessageTables {
  outbox: OutboxMessage & { dueAt: number }
  mailbox: MailboxMessage
}
