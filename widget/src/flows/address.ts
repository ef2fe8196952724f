import { is } from 'superstruct'
import type { Channel } from '#protocol/code-types.ts'
import { email } from '#protocol/fields.ts'
import type { Messages } from '../messages/messages.ts'

/** A recipient of a code. */
export interface Address {
  channel: Channel
  value: string
  /** The address as the person typed it, for example with spaces. */
  shown?: string | undefined
}

/** Parses an e-mail address or mobile number, or returns what is wrong with it. */
export function readAddress(
  typed: string,
  common: Messages['common'],
): Address | { wrong: string; isNumber?: boolean } {
  // Japanese and Chinese keyboards may leave full-width digits, + and @ behind.
  const text = typed.normalize('NFKC').trim()
  if (text.includes('@')) {
    return is(text, email) ? { channel: 'email', value: text } : { wrong: common.needAddress }
  }
  const digits = text.replaceAll(/[\s().-]/g, '').replace(/^00/, '+')
  if (/^\+[1-9]\d{5,14}$/.test(digits)) return { channel: 'mobile', value: digits, shown: text }
  return /^\+?\d{5,}$/.test(digits)
    ? { wrong: common.needCountryCode, isNumber: true }
    : { wrong: common.needAddress }
}

/** The field that an address travels in. */
export function addressFields({ channel, value }: Address): { email: string } | { mobile: string } {
  return channel === 'email' ? { email: value } : { mobile: value }
}
