/** Where a code is sent. */
export type Channel = 'mobile' | 'email'

/** What a code is for. */
export type Purpose =
  | 'login'
  | 'register'
  | 'reset'
  | 'bind'
  | 'change'
  | 'verify'
  | 'authorize'
  | 'transfer'

/** One kind of code: where it goes, what it is for, and which calls may use it up. */
export interface CodeType {
  readonly channel: Channel | 'both'
  readonly purpose: Purpose
  /**
   * Whose address it goes to. `anyone`: the one in the request. `session`: one in the request, for
   * whoever is signed in. `bound`: one of the account itself, known from its session or from a
   * pending second verification, never one from the request. `pending`: the same without a session.
   */
  readonly to: 'anyone' | 'session' | 'bound' | 'pending'
  /** Operations that may use up such a code; a code works nowhere else. */
  readonly operations: readonly string[]
}

const anyTarget = ['validate_code', 'check_code'] as const

/**
 * Numeric code types and what each may be used for. An operation that is not there yet is listed in
 * `laterOperations`.
 */
export const codeTypes = {
  7: {
    channel: 'mobile',
    purpose: 'login',
    to: 'anyone',
    operations: ['sms_login', 'sms_login_only', 'email_code_login', 'register_verify_login'],
  },
  24: {
    channel: 'mobile',
    purpose: 'login',
    to: 'anyone',
    operations: [
      'sms_login',
      'sms_login_only',
      'email_code_login',
      'register_verify_login',
      'bind_login',
      'cancel_revoke',
    ],
  },
  13: {
    channel: 'email',
    purpose: 'login',
    to: 'anyone',
    operations: ['email_code_login', 'register_verify_login', 'bind_login', 'cancel_revoke'],
  },
  1: {
    channel: 'mobile',
    purpose: 'register',
    to: 'anyone',
    operations: [
      'mobile_register',
      'mobile_email_register',
      'register_verify',
      'register_verify_login',
      'register_bind',
    ],
  },
  16: {
    channel: 'email',
    purpose: 'register',
    to: 'anyone',
    operations: [
      'email_register',
      'mobile_email_register',
      'register_verify',
      'register_verify_login',
      'register_bind',
    ],
  },
  4: {
    channel: 'mobile',
    purpose: 'reset',
    to: 'anyone',
    operations: ['reset_by_mobile', 'password_reset', ...anyTarget],
  },
  6: {
    channel: 'email',
    purpose: 'reset',
    to: 'anyone',
    operations: ['reset_by_email', 'password_reset', 'email_verify', ...anyTarget],
  },
  17: {
    channel: 'mobile',
    purpose: 'bind',
    to: 'session',
    operations: ['mobile_bind', 'mobile_switch_bind', 'check_code'],
  },
  8: {
    channel: 'email',
    purpose: 'bind',
    to: 'session',
    operations: ['email_bind', 'email_switch_bind', 'check_code'],
  },
  20: {
    channel: 'both',
    purpose: 'change',
    to: 'session',
    operations: ['mobile_change', 'email_change', 'check_code'],
  },
  22: {
    channel: 'mobile',
    purpose: 'verify',
    to: 'bound',
    operations: ['cancel_verify', 'form_login', 'form_qr', ...anyTarget],
  },
  39: { channel: 'mobile', purpose: 'verify', to: 'bound', operations: anyTarget },
  11: {
    channel: 'email',
    purpose: 'verify',
    to: 'bound',
    operations: ['email_verify', 'cancel_verify', 'form_login', 'form_qr', ...anyTarget],
  },
  28: { channel: 'mobile', purpose: 'verify', to: 'bound', operations: anyTarget },
  34: { channel: 'mobile', purpose: 'verify', to: 'pending', operations: anyTarget },
  15: { channel: 'email', purpose: 'verify', to: 'pending', operations: anyTarget },
  26: {
    channel: 'both',
    purpose: 'authorize',
    to: 'anyone',
    operations: ['sms_authorize', 'open_sms', 'check_code'],
  },
  27: { channel: 'mobile', purpose: 'authorize', to: 'anyone', operations: ['open_sms'] },
  101: { channel: 'both', purpose: 'transfer', to: 'session', operations: ['admin_transfer'] },
} as const satisfies Record<number, CodeType>

/** Operations that codes are meant for and that no row serves yet: these rooms come later. */
export const laterOperations: readonly string[] = ['open_sms', 'admin_transfer']

/** The type whose codes may be asked for by GET. */
export const CODE_TYPE_BY_GET = 27

/** A number that names a channel and a purpose. */
export type CodeTypeNumber = keyof typeof codeTypes

/** The type for a number from the wire, or undefined for one that does not exist. */
export function codeType(number: number): CodeType | undefined {
  return Object.hasOwn(codeTypes, number) ? codeTypes[number as CodeTypeNumber] : undefined
}

/** Whether codes of a type go out by a channel. */
export function isFor(type: CodeType, channel: Channel): boolean {
  return type.channel === 'both' || type.channel === channel
}
