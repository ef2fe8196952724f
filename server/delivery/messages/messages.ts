import type { Language } from '#protocol/common-params.ts'
import { messages as en } from './en.ts'
import { messages as ja } from './ja.ts'
import { messages as zh } from './zh.ts'

/** What a message says. */
export type MessageKind =
  | 'login'
  | 'register'
  | 'register_known'
  | 'reset'
  | 'reset_unknown'
  | 'bind'
  | 'verify'
  | 'verify_unknown'
  | 'new_device'
  | 'voice_code'
  | 'qr_sign_in'
  | 'captcha_link'
  | 'password_changed'
  | 'address_added'
  | 'address_removed'
  | 'address_changed'
  | 'connection_added'
  | 'connection_removed'
  | 'password_set'
  | 'closing_started'
  | 'closing_revoked'
  | 'account_erased'
  | 'early_access_confirm'
  | 'early_access_known'
  | 'early_access_invitation'

/** Texts of one message, with the names of `MessageValues` in braces to fill in. */
export interface MessageText {
  readonly subject: string
  readonly body: string
  /** The same for a phone, in one or two lines. */
  readonly sms: string
}

/** All messages in one language. */
export type Messages = Readonly<Record<MessageKind, MessageText>>

const byLanguage: Record<Language, Messages> = { en, ja, zh }

/** What texts are filled in with. */
export interface MessageValues {
  code: string
  /** The code with its digits apart, for a voice. */
  spoken: string
  product: string
  /** Where the pages of the site are. */
  origin: string
  /** Where the account server is. */
  server: string
  /** How long a code stays good. */
  minutes: number
  /** The masked address that a notice is about. */
  address: string
  /** Browser and system in words. */
  device: string
  /** Day of something that will happen. */
  date: string
  /** How long something can be undone. */
  hours: number
  /** Where the message leads to. */
  link: string
  /** Page on which mail of this list is ended. */
  stop: string
}

/** Texts of a message in a language, filled in. */
export function renderMessage(
  kind: MessageKind,
  language: Language,
  values: MessageValues,
): MessageText {
  const text = byLanguage[language][kind]
  const fill = (template: string): string =>
    template.replaceAll(
      /\{(code|spoken|product|origin|server|minutes|address|device|date|hours|link|stop)\}/g,
      (_, name: keyof MessageValues) => String(values[name]),
    )
  return { subject: fill(text.subject), body: fill(text.body), sms: fill(text.sms) }
}
