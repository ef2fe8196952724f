/** Kind of recipient of a code. */
export type Channel = 'mobile' | 'email'

/** Use of a code. */
export type Purpose =
  | 'login'
  | 'register'
  | 'reset'
  | 'bind'
  | 'change'
  | 'verify'
  | 'authorize'
  | 'recover'

/** Type of code, named by a number on the wire. */
export interface CodeType {
  readonly channel: Channel | 'both'
  readonly purpose: Purpose
  /**
   * Source of the recipient. `anyone`: the request. `session`: the request, with a session required.
   * `bound`: the account of the session or of a two-step verification. `pending`: the account of a
   * two-step verification only.
   */
  readonly to: 'anyone' | 'session' | 'bound' | 'pending'
  /** Operations that accept the code. */
  readonly operations: readonly string[]
}

const codeChecks = ['validate_code', 'check_code'] as const
const formChecks = [
  'form_login',
  'form_qr',
  'form_identity',
  'form_invitation',
  'form_level',
] as const

/** Every code type by its number on the wire. */
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
      'invitation_accept',
      'form_invitation',
      'bind_login',
      'cancel_revoke',
    ],
  },
  13: {
    channel: 'email',
    purpose: 'login',
    to: 'anyone',
    operations: [
      'invitation_accept',
      'form_invitation',
      'email_code_login',
      'register_verify_login',
      'bind_login',
      'cancel_revoke',
    ],
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
      'subject_create_by_mobile',
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
      'subject_create_by_email',
    ],
  },
  4: {
    channel: 'mobile',
    purpose: 'reset',
    to: 'anyone',
    operations: ['reset_by_mobile', 'password_reset', ...codeChecks],
  },
  6: {
    channel: 'email',
    purpose: 'reset',
    to: 'anyone',
    operations: ['reset_by_email', 'password_reset', 'email_verify', ...codeChecks],
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
    operations: [...formChecks, 'admin_verify_old', 'cancel_verify', ...codeChecks],
  },
  39: { channel: 'mobile', purpose: 'verify', to: 'bound', operations: codeChecks },
  11: {
    channel: 'email',
    purpose: 'verify',
    to: 'bound',
    operations: ['email_verify', 'admin_verify_old', 'cancel_verify', ...formChecks, ...codeChecks],
  },
  28: { channel: 'mobile', purpose: 'verify', to: 'bound', operations: codeChecks },
  34: { channel: 'mobile', purpose: 'verify', to: 'pending', operations: codeChecks },
  15: { channel: 'email', purpose: 'verify', to: 'pending', operations: codeChecks },
  26: {
    channel: 'both',
    purpose: 'authorize',
    to: 'anyone',
    operations: ['sms_authorize', 'open_sms', 'check_code'],
  },
  27: {
    channel: 'mobile',
    purpose: 'authorize',
    to: 'anyone',
    operations: ['open_sms', 'check_code'],
  },
  40: {
    channel: 'both',
    purpose: 'recover',
    to: 'anyone',
    operations: ['recovery_start', 'recovery_finish', 'form_recover'],
  },
} as const satisfies Record<number, CodeType>

/** Number of a code type. */
export type CodeTypeNumber = keyof typeof codeTypes

/** Returns the code type of a number, or undefined for an unknown one. */
export function codeType(number: number): CodeType | undefined {
  return Object.hasOwn(codeTypes, number) ? codeTypes[number as CodeTypeNumber] : undefined
}

/** Whether codes of this type may be sent by the channel. */
export function isFor(type: CodeType, channel: Channel): boolean {
  return type.channel === 'both' || type.channel === channel
}
