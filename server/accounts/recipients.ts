import { createRequire } from 'node:module'
import { domainToASCII } from 'node:url'
import type * as Plans from 'libphonenumber-js/min'
import { is } from 'superstruct'
import { email as emailField } from '#protocol/fields.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Recipient } from '../store/recipient.ts'

// Names, not numbers: `127.1` would be read as an address of this machine.
const DOMAIN = /^(?:[a-z0-9-]+\.)+(?!\d+$)[a-z0-9-]{2,}$/

/** An e-mail address in lower case with its domain in ASCII; @throws email_error. */
export function toEmail(typed: string): Recipient {
  // Checked here as well as on the wire: a list such as `a, b@example.com` is two addresses to mail.
  if (!is(typed, emailField)) throw new PassportError('email_error')
  const at = typed.lastIndexOf('@')
  const domain = domainToASCII(typed.slice(at + 1))
  if (!DOMAIN.test(domain)) throw new PassportError('email_error')
  return {
    channel: 'email',
    address: `${typed.slice(0, at).normalize('NFC').toLowerCase()}@${domain}`,
  }
}

/** Fifteen digits and the sign before them. */
const E164_LENGTH = 16

/** Reads numbers by the plans of all countries. */
interface PhoneBook {
  parse: typeof Plans.parsePhoneNumberFromString
  /** Calling codes of countries. */
  known: ReadonlySet<string>
}

let book: PhoneBook | undefined

// Loaded with the first number: a start would wait for all those plans.
function phoneBook(): PhoneBook {
  if (book === undefined) {
    const require = createRequire(import.meta.url)
    // The types of `require` end here.
    const plans = require('libphonenumber-js/min') as typeof Plans
    const codes = plans.getCountries().map((country) => plans.getCountryCallingCode(country))
    book = { parse: plans.parsePhoneNumberFromString, known: new Set(codes) }
  }
  return book
}

/**
 * A mobile number in E.164, without the digit that is dialled only within a country; national digits
 * need the calling code. Codes and lengths are those of the numbering plans: nothing is sent to where
 * no phone can be. @throws mobile_error.
 */
export function toMobile(typed: string, region: string | undefined): Recipient {
  const digits = typed.replace(/^00/, '+')
  const read = /^\+?\d{1,20}$/.test(digits) ? parse(digits, region) : undefined
  // Plans have longer ones for machines, which are no numbers of the network (ITU-T E.164, 6.2.1).
  if (read?.isPossible() !== true || read.number.length > E164_LENGTH)
    throw new PassportError('mobile_error')
  // What was read would be read as another one: the digit for calls within the country came twice.
  if (parse(read.number, undefined)?.number !== read.number) throw new PassportError('mobile_error')
  return { channel: 'mobile', address: read.number }
}

function parse(digits: string, region: string | undefined): Plans.PhoneNumber | undefined {
  const { parse: read, known } = phoneBook()
  return read(digits, {
    extract: false,
    ...(region !== undefined && known.has(region) ? { defaultCallingCode: region } : {}),
  })
}

/** The target of a payload; @throws bad_parameter unless it has exactly one of the two. */
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

/** The target in the data of a ticket, if there is one. */
export function readRecipient(data: Readonly<Record<string, unknown>> = {}): Recipient | undefined {
  const { channel, address } = data
  if ((channel !== 'mobile' && channel !== 'email') || typeof address !== 'string') return undefined
  return { channel, address }
}

/** `a***@example.com`; the mailbox stays recognisable to its owner only. */
export function maskEmail(email: string): string {
  return email === '' ? '' : `${[...email][0] ?? ''}***${email.slice(email.lastIndexOf('@'))}`
}

/** `138****8000`: national digits without the middle. */
export function maskMobile(mobile: string): string {
  if (mobile === '') return ''
  const national = mobile.slice(1 + String(callingCode(mobile)).length)
  return `${national.slice(0, Math.min(3, national.length - 4))}****${national.slice(-4)}`
}

/** A target as it may be shown: masked. */
export function maskRecipient({ channel, address }: Recipient): string {
  return channel === 'email' ? maskEmail(address) : maskMobile(address)
}

/** The same as a field of a reply. */
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

/** Calling code of an E.164 number (ITU-T E.164 list), 0 for an empty one. */
export function callingCode(mobile: string): number {
  const digits = mobile.slice(1)
  if (digits === '') return 0
  if (digits.startsWith('1') || digits.startsWith('7')) return Number(digits[0])
  return Number(digits.slice(0, twoDigitCodes.has(digits.slice(0, 2)) ? 2 : 3))
}
