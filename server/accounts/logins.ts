import type { Account } from '../store/account-repository.ts'
import type { Login, Recipient } from '../store/recipient.ts'
import { toUsername } from './names.ts'
import { toEmail, toMobile } from './recipients.ts'

/** Reads what was typed into the one field of a sign-in form. */
export function toLogin(typed: string, region: string | undefined): Login {
  const text = typed.trim()
  if (text.includes('@')) return loginOf(toEmail(text))
  const digits = text.replaceAll(/[\s().-]/g, '')
  if (/^\+?\d{5,15}$/.test(digits) && (digits.startsWith('+') || region !== undefined)) {
    return loginOf(toMobile(digits, region))
  }
  return { kind: 'username', text: toUsername(text) }
}

/** A login by an address that is already read. */
export function loginOf(recipient: Recipient): Login {
  return { kind: 'recipient', recipient, text: recipient.address }
}

/** Every text an account can be signed in with. */
export function loginTexts(account: Account): string[] {
  const { email, mobile, username, unverifiedEmail } = account
  return [email, mobile, username, unverifiedEmail].filter((text) => text !== null)
}
