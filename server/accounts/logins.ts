import { spellDigits, toPlainWidth } from '#protocol/spelling.ts'
import type { Login, Recipient } from '../store/recipient.ts'
import { toUsername } from '../names/names.ts'
import { toEmail, toMobile } from './recipients.ts'
import type { Account } from '../store/schema/accounts.ts'

/** Reads an e-mail address, mobile number or username from the one field of a sign-in form. */
export function toLogin(input: string, region: string | undefined): Login {
  const text = toPlainWidth(input)
  if (text.includes('@')) return recipientLogin(toEmail(text))
  const digits = spellDigits(text)
  if (/^\+?\d{5,15}$/.test(digits) && (digits.startsWith('+') || region !== undefined)) {
    return recipientLogin(toMobile(digits, region))
  }
  return { kind: 'username', text: toUsername(text) }
}

/** Returns whether a text is a number without its country, which only the page it was typed on knows. */
export function isNationalNumber(text: string): boolean {
  const digits = spellDigits(text)
  return /^0\d{4,14}$/.test(digits) || (/^\d{5,15}$/.test(digits) && digits !== text.trim())
}

/** Returns the login for a normalized address. */
export function recipientLogin(recipient: Recipient): Login {
  return { kind: 'recipient', recipient, text: recipient.address }
}

/** Returns every text that an account can be signed in with. */
export function loginTexts(account: Account): string[] {
  const { email, mobile, username, unverifiedEmail } = account
  return [email, mobile, username, unverifiedEmail].filter((text) => text !== null)
}
