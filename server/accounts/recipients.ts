import { createRequire } from 'node:module'
import { domainToASCII, domainToUnicode } from 'node:url'
import type * as Plans from 'libphonenumber-js/min'
import { is } from 'superstruct'
import { email as emailField } from '#protocol/fields.ts'
import { spellDigits, spellEmail, spellMobile, toPlainWidth } from '#protocol/spelling.ts'
import { PassportError } from '../lib/passport-error.ts'
import { looksLatin } from '../names/names.ts'
import { mixesScripts } from '../names/scripts-of-names.ts'
import type { InvitedRecipient, Recipient } from '../store/recipient.ts'

// Labels of RFC 1123. The last one has letters alone: `127.1` would be read as an address of this machine.
const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/
// Names that lead to no mail server of the internet (RFC 6761, RFC 7686, RFC 3172).
const WITHOUT_MAIL = /\.(?:arpa|invalid|localhost|onion)$/
// What stands for no letters (RFC 3492) stays as it is when it is read.
const UNREADABLE = /(?:^|\.)xn--/
// Of RFC 5321, in bytes.
const MAX_LOCAL_BYTES = 64
const MAX_ADDRESS_BYTES = 254

/** Returns an e-mail address in lower case with its domain in ASCII. @throws email_error */
export function toEmail(typed: string): Recipient {
  const input = spellEmail(typed)
  // Mail programs read `a, b@example.com` as two addresses, and not every input comes from the wire.
  if (!is(input, emailField)) throw new PassportError('email_error')
  const at = input.lastIndexOf('@')
  const domain = domainToASCII(input.slice(at + 1))
  const local = input.slice(0, at).toLowerCase()
  const address = `${local}@${domain}`
  const isTooLong =
    Buffer.byteLength(local) > MAX_LOCAL_BYTES || Buffer.byteLength(address) > MAX_ADDRESS_BYTES
  const isDomain = DOMAIN.test(domain) && !UNREADABLE.test(domainToUnicode(domain))
  const hasMail = isDomain && !WITHOUT_MAIL.test(domain)
  if (isTooLong || !hasMail) throw new PassportError('email_error')
  return { channel: 'email', address }
}

/** Fifteen digits and the plus sign before them. */
const E164_LENGTH = 16

interface NumberingPlans {
  parse: typeof Plans.parsePhoneNumberFromString
  callingCodes: ReadonlySet<string>
}

let numberingPlans: NumberingPlans | undefined

// Loaded with the first number, because loading the plans would delay the start.
function loadNumberingPlans(): NumberingPlans {
  if (numberingPlans === undefined) {
    const require = createRequire(import.meta.url)
    // `require` returns `any`.
    const plans = require('libphonenumber-js/min') as typeof Plans
    const codes = plans.getCountries().map((country) => plans.getCountryCallingCode(country))
    numberingPlans = { parse: plans.parsePhoneNumberFromString, callingCodes: new Set(codes) }
  }
  return numberingPlans
}

/**
 * Returns a mobile number in E.164 if the numbering plans allow it; `region` is the calling code for
 * national numbers. @throws mobile_error
 */
export function toMobile(input: string, region: string | undefined): Recipient {
  const digits = spellDigits(input).replace(/^00/, '+')
  const typed = /^\+?\d{1,20}$/.test(digits) ? parse(digits, region) : undefined
  const number = spellMobile(typed?.number ?? '')
  const parsed = parse(number, undefined)
  // A number that parses differently the second time had its national prefix typed twice, and longer
  // numbers are for machines only (ITU-T E.164, 6.2.1).
  if (parsed?.isPossible() !== true || parsed.number !== number || number.length > E164_LENGTH) {
    throw new PassportError('mobile_error')
  }
  return { channel: 'mobile', address: number }
}

function parse(digits: string, region: string | undefined): Plans.PhoneNumber | undefined {
  const plans = loadNumberingPlans()
  const isKnown = region !== undefined && plans.callingCodes.has(region)
  return plans.parse(digits, {
    extract: false,
    ...(isKnown ? { defaultCallingCode: region } : {}),
  })
}

/** Reads an address or a number with its country code. @throws email_error, mobile_error */
export function readRecipientText(input: string): Recipient {
  return toPlainWidth(input).includes('@') ? toEmail(input) : toMobile(input, undefined)
}

/** Reads the recipient of a payload. @throws bad_parameter unless it has one of the two */
export function toRecipient(
  call: { email?: string | undefined; mobile?: string | undefined },
  region: string | undefined,
): Recipient {
  const { email, mobile } = call
  if (email !== undefined && mobile === undefined) return toEmail(email)
  if (mobile !== undefined && email === undefined) return toMobile(mobile, region)
  throw new PassportError('bad_parameter', {
    fields: ['mobile', 'email'].map((field) => ({ field, rule: 'one_of' })),
  })
}

/** Reads the recipient from the data of a ticket. */
export function readRecipient(data: Readonly<Record<string, unknown>> = {}): Recipient | undefined {
  const { channel, address } = data
  if ((channel !== 'mobile' && channel !== 'email') || typeof address !== 'string') return undefined
  return { channel, address }
}

/** Letters of an e-mail address that a notice to another address shows. */
const MAX_HINT_LETTERS = 3

/** Writes an e-mail address with its domain in the letters of its country, unless they are mixed to deceive. */
export function formatEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 0) return email
  const domain = domainToUnicode(email.slice(at + 1))
  // A hyphen ends a word of a name, but not a label.
  const labels = domain.replaceAll('-', '').split('.')
  const isDisguised = /^[a-z]+$/.test(labels.at(-1) ?? '') && labels.some(looksLatin)
  const isShown = !isDisguised && !labels.some(mixesScripts)
  return isShown ? `${email.slice(0, at)}@${domain}` : email
}

/** Writes an address for its owner. */
export function formatRecipient({ channel, address }: Recipient): string {
  return channel === 'email' ? formatEmail(address) : address
}

/** Masks an e-mail address, such as `a***@example.com`. */
export function maskEmail(email: string): string {
  if (email === '') return ''
  return `${[...email][0] ?? ''}***${formatEmail(email).slice(email.lastIndexOf('@'))}`
}

/** Masks a mobile number, such as `138****8000`, without its calling code. */
export function maskMobile(mobile: string): string {
  if (mobile === '') return ''
  const national = mobile.slice(1 + String(callingCode(mobile)).length)
  return `${national.slice(0, Math.min(3, national.length - 4))}****${national.slice(-4)}`
}

/** Writes a mobile number with its country code and spaces (ITU-T E.123), such as `+81 90 1234 5678`. */
export function formatMobile(mobile: string): string {
  return (mobile === '' ? undefined : parse(mobile, undefined)?.formatInternational()) ?? mobile
}

/** Masks an address for display. */
export function maskRecipient({ channel, address }: InvitedRecipient): string {
  if (channel === 'lark') return `Lark ${address.slice(0, 6)}***`
  return channel === 'email' ? maskEmail(address) : maskMobile(address)
}

/** Returns an invited address for those who may see it; an open id says nothing to people. */
export function showRecipient({ channel, address }: InvitedRecipient): string {
  return channel === 'lark'
    ? maskRecipient({ channel, address })
    : formatRecipient({ channel, address })
}

/** Returns the first letters and the domain of an e-mail address, or a masked mobile number. */
export function hintOf({ channel, address }: Recipient): string {
  if (channel === 'mobile') return maskMobile(address)
  const at = address.lastIndexOf('@')
  const local = Array.from(address.slice(0, at))
  const shown = Math.max(1, Math.min(MAX_HINT_LETTERS, Math.floor(local.length / 2)))
  return `${local.slice(0, shown).join('')}***${formatEmail(address).slice(at)}`
}

/** Returns a masked address as a field of a reply. */
export function maskedField(recipient: Recipient): { email: string } | { mobile: string } {
  return recipient.channel === 'email'
    ? { email: maskRecipient(recipient) }
    : { mobile: maskRecipient(recipient) }
}

const twoDigitCodes = new Set(
  (
    '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 ' +
    '60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'
  ).split(' '),
)

/** Returns the calling code of an E.164 number, or 0 for an empty one. */
export function callingCode(mobile: string): number {
  const digits = mobile.slice(1)
  if (digits === '') return 0
  if (digits.startsWith('1') || digits.startsWith('7')) return Number(digits[0])
  return Number(digits.slice(0, twoDigitCodes.has(digits.slice(0, 2)) ? 2 : 3))
}
