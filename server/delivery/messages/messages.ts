import type { Language } from '#protocol/common-params.ts'
import { allMessages } from './all-messages.ts'
import type { messages } from './en/messages.ts'

/** Kind of a message; a new one is an entry in each language. */
export type MessageKind = keyof typeof messages

/** Texts of one message, with names of `MessageValues` in braces. */
export interface MessageText {
  readonly subject: string
  readonly body: string
  /** Text message; empty if there is none. */
  readonly sms: string
}

/** Messages in one language. */
export type Messages = Readonly<Record<MessageKind, MessageText>>

/** Values of the placeholders. */
export interface MessageValues {
  code: string
  /** Code with separate digits for voice calls. */
  spoken: string
  product: string
  /** Origin of the site. */
  origin: string
  /** Origin of the account server. */
  server: string
  /** Validity of the code. */
  minutes: number
  /** Masked address that changed. */
  address: string
  /** Browser and system. */
  device: string
  /** Day of a scheduled deletion. */
  date: string
  /** Time to undo a change. */
  hours: number
  /** Address of the page to open. */
  link: string
  /** Address of the page to unsubscribe on. */
  stop: string
}

/** Returns the texts of a message with all placeholders replaced. */
export function renderMessage(
  kind: MessageKind,
  language: Language,
  values: MessageValues,
): MessageText {
  const text = allMessages[language][kind]
  const fill = (template: string): string =>
    template.replaceAll(
      /\{(code|spoken|product|origin|server|minutes|address|device|date|hours|link|stop)\}/g,
      (_, name: keyof MessageValues) => String(values[name]),
    )
  return { subject: fill(text.subject), body: fill(text.body), sms: fill(text.sms) }
}
