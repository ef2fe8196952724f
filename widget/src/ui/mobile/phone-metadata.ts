// The rules of all countries: the largest file that is ever loaded, and only with a mobile form.
import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min'
import { spellMobile, toPlainWidth } from '#protocol/spelling.ts'

/** A number that has as many digits as its country allows. */
export interface PhoneNumber {
  /** With country code and nothing but digits (E.164), as servers want it. */
  full: string
  /** As people of its country write it. */
  national: string
  /** With country code and spaces. */
  international: string
  /** Two letters (ISO 3166-1); of several that share a code, the likeliest. */
  country: string
}

/** Countries that have a calling code. */
export function listCountries(): { country: string; callingCode: string }[] {
  return getCountries().map((country) => ({ country, callingCode: getCountryCallingCode(country) }))
}

/** Reads what was typed; numbers that begin with + name their country themselves. */
export function readNumber(typed: string, country: string): PhoneNumber | undefined {
  const text = toPlainWidth(typed).replace(/^00(?=[1-9])/, '+')
  const plain = parsePhoneNumberFromString(text, { defaultCountry: country as CountryCode })
  const read = plain && parsePhoneNumberFromString(spellMobile(plain.number))
  if (!read?.isPossible()) return undefined
  return {
    full: read.number,
    national: read.formatNational(),
    international: read.formatInternational(),
    country: read.country ?? country,
  }
}
