import type { Language } from '#protocol/common-params.ts'
import { codeMessages as codesEn } from './en/codes.ts'
import { accountMessages as accountEn } from './en/account.ts'
import { earlyAccessMessages as earlyAccessEn } from './en/early-access.ts'
import { mailMessages as mailEn } from './en/mail.ts'
import { securityMessages as securityEn } from './en/security.ts'
import { codeMessages as codesJa } from './ja/codes.ts'
import { accountMessages as accountJa } from './ja/account.ts'
import { earlyAccessMessages as earlyAccessJa } from './ja/early-access.ts'
import { mailMessages as mailJa } from './ja/mail.ts'
import { securityMessages as securityJa } from './ja/security.ts'
import { codeMessages as codesZh } from './zh/codes.ts'
import { accountMessages as accountZh } from './zh/account.ts'
import { earlyAccessMessages as earlyAccessZh } from './zh/early-access.ts'
import { mailMessages as mailZh } from './zh/mail.ts'
import { securityMessages as securityZh } from './zh/security.ts'

const english = { ...codesEn, ...securityEn, ...accountEn, ...earlyAccessEn }

/** Kind of a message; a new one is an entry in each language. */
export type MessageKind = keyof typeof english

/** Texts of one message, with names of `MessageValues` in braces. */
export interface MessageText {
  readonly subject: string
  /** Heading of the mail; the subject if it is missing. */
  readonly title?: string
  /** Paragraphs of the mail, with empty lines between them. */
  readonly text: string
  /** Label of the mail's button. */
  readonly action?: string
  /** What the mail says last, in small letters. */
  readonly note?: string
  /** Text message; empty if there is none. */
  readonly sms: string
  /** What the text message adds for those who may object. */
  readonly smsObjection?: string
}

/** Messages by language and kind. */
export const messageTexts: Readonly<Record<Language, Readonly<Record<MessageKind, MessageText>>>> =
  {
    en: english,
    ja: { ...codesJa, ...securityJa, ...accountJa, ...earlyAccessJa },
    zh: { ...codesZh, ...securityZh, ...accountZh, ...earlyAccessZh },
  }

/** What all mails share, by language. */
export const mailTexts: Readonly<Record<Language, typeof mailEn>> = {
  en: mailEn,
  ja: mailJa,
  zh: mailZh,
}

/** Kind of a notice that its reader may object to. */
export type SecurityKind = keyof typeof securityEn

/** Returns whether the reader of a notice may object to it. */
export function isSecurityKind(kind: MessageKind): kind is SecurityKind {
  return kind in securityEn
}
