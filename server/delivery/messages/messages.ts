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
  | 'password_changed'

/** Texts of one message, with `{code}`, `{product}`, `{origin}` and `{minutes}` to fill in. */
export interface MessageText {
  readonly subject: string
  readonly body: string
  /** The same for a phone, in one or two lines. */
  readonly sms: string
}

/** All messages in one language. */
export type Messages = Readonly<Record<MessageKind, MessageText>>

const byLanguage: Record<Language, Messages> = { en, ja, zh }

/** Texts of a message in a language, filled in. */
export function writeMessage(
  kind: MessageKind,
  language: Language,
  values: { code: string; product: string; origin: string; minutes: number },
): MessageText {
  const text = byLanguage[language][kind]
  const fill = (template: string): string =>
    template.replaceAll(/\{(code|product|origin|minutes)\}/g, (_, name: keyof typeof values) =>
      String(values[name]),
    )
  return { subject: fill(text.subject), body: fill(text.body), sms: fill(text.sms) }
}
