/** Where a code is sent. */
export type Channel = 'mobile' | 'email'

/** What a code is for. */
export type Purpose = 'login' | 'register' | 'reset'

interface CodeType {
  readonly channel: Channel
  readonly purpose: Purpose
  /** Operations that may use up such a code; a code works nowhere else. */
  readonly operations: readonly string[]
}

/** Numeric code types and what each may be used for. */
export const codeTypes = {
  7: { channel: 'mobile', purpose: 'login', operations: ['sms_login'] },
  24: { channel: 'mobile', purpose: 'login', operations: ['sms_login'] },
  13: { channel: 'email', purpose: 'login', operations: ['email_code_login'] },
  1: { channel: 'mobile', purpose: 'register', operations: ['mobile_register'] },
  16: { channel: 'email', purpose: 'register', operations: ['email_register'] },
  4: { channel: 'mobile', purpose: 'reset', operations: ['reset_by_mobile'] },
  6: { channel: 'email', purpose: 'reset', operations: ['reset_by_email'] },
} as const satisfies Record<number, CodeType>

/** A number that names a channel and a purpose. */
export type CodeTypeNumber = keyof typeof codeTypes

/** The type for a number from the wire, or undefined for one that does not exist. */
export function codeType(number: number): CodeType | undefined {
  return Object.hasOwn(codeTypes, number) ? codeTypes[number as CodeTypeNumber] : undefined
}

/** The number our client sends for a channel and a purpose. */
export const preferredType = {
  login: { mobile: 24, email: 13 },
  register: { mobile: 1, email: 16 },
  reset: { mobile: 4, email: 6 },
} as const satisfies Record<Purpose, Record<Channel, CodeTypeNumber>>
