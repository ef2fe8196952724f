import type { messages } from './en/messages.ts'
import { securityMessages } from './en/security.ts'

/** Messages in one language; the English ones give the shape. */
export type Messages = typeof messages

/** Kind of a message; a new one is an entry in each language. */
export type MessageKind = keyof Messages['byKind']

/** Texts of one message, with names of placeholders in braces. */
export interface MessageText {
  readonly subject: string
  /** Heading of the mail; the subject if it is missing. */
  readonly title?: string
  /** Paragraphs of the mail, with empty lines between them. */
  readonly text: string
  /** Label of the mail's button. */
  readonly action?: string
  /** Last paragraph of the mail, in small letters. */
  readonly note?: string
  /** Text message; empty if there is none. */
  readonly sms: string
}

/** Kind of a notice whose reader may object. */
export type SecurityKind = keyof typeof securityMessages

/** Returns whether the reader of a notice may object to it. */
export function isSecurityKind(kind: MessageKind): kind is SecurityKind {
  return kind in securityMessages
}
