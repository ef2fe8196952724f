import { isEmail, spellDigits, spellEmail, toPlainWidth } from '#protocol/spelling.ts'
import type { Address } from '../../client/calls/address.ts'
import type { Messages } from '../../messages/messages.ts'

/** Parses an e-mail address or mobile number, or returns what is wrong with it. */
export function readAddress(
  typed: string,
  common: Messages['common'],
): Address | { wrong: string; isNumber?: boolean } {
  const text = toPlainWidth(typed)
  if (text.includes('@')) {
    const value = spellEmail(text)
    return isEmail(value) ? { channel: 'email', value } : { wrong: common.needAddress }
  }
  const digits = spellDigits(text).replace(/^00/, '+')
  if (/^\+[1-9]\d{5,14}$/.test(digits)) return { channel: 'mobile', value: digits, shown: text }
  return /^\+?\d{5,}$/.test(digits)
    ? { wrong: common.needCountryCode, isNumber: true }
    : { wrong: common.needAddress }
}
