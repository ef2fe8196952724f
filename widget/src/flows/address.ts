import { is } from 'superstruct'
import type { Channel } from '#protocol/code-types.ts'
import { email } from '#protocol/fields.ts'
import type { Messages } from '../messages/messages.ts'

/** An address a code can be sent to. */
export interface Address {
  channel: Channel
  value: string
  /** As the person wrote it, where that reads better: a number with its spaces. */
  shown?: string | undefined
}

/** Reads what was typed as an e-mail address or a mobile number, or says what is wrong with it. */
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
