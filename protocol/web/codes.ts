import { number, object, optional, size, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { everyFamily } from '../families.ts'
import { code, email, flag, mobile, seconds, wholeNumber, anyText } from '../fields.ts'

const reference = optional(size(string(), 1, 512))

/** Whom a code goes to: an address, or the person of a second verification under way. */
const addressee = {
  mobile: optional(mobile),
  email: optional(email),
  /** From the answer that asked for a second verification; then its own address is used. */
  sms_code_key: reference,
  verify_ticket: reference,
  encrypt_uid: reference,
  std_verify_way: reference,
}

const sent = object({
  /** Masked address the code went to. */
  mobile: optional(anyText),
  email: optional(anyText),
  /** Seconds until another may be asked for. */
  retry_time: seconds,
  /** Seconds the code stays good. */
  expire_time: seconds,
  code_length: number(),
  /** The one that was sent. */
  sms_code_key: optional(anyText),
})

const request = object({
  ...addressee,
  /** Purpose and channel, see the code types. */
  type: optional(wholeNumber),
  /** The same under its older name. */
  ect_type: optional(wholeNumber),
  /** Codes always have six digits. */
  is6Digits: flag,
  /** 1 when the address may be taken from another account. */
  unbind_exist: flag,
})

const sendErrors = [
  'mobile_empty',
  'code_send_error',
  'code_frequency',
  'session_expired',
  'ticket_expired',
  'binding_not_exist',
  'has_registered',
  'unregistered',
  'mobile_has_bound',
  'address_unchanged',
  'device_banned',
  'system_busy',
  'captcha_slide',
] as const

export const sendCode = endpoint({
  operation: 'send_code',
  description:
    'Sends a verification code to a mobile number or an e-mail address. The reply and its time are the same whether or not the address has an account, unless the application reveals that; only the message differs. GET is for type 27.',
  methods: ['POST', 'GET'],
  paths: {
    ...everyFamily('send_code'),
    mobile: ['send_code/v1', 'send_code'],
    aff: ['mobile/send_code', 'email/send_code', 'send_code'],
    sso: ['send_code', 'aff/web/mobile/send_code'],
    root: ['send_activation_code/v2', 'send_email_activate_code/v2'],
  },
  payload: request,
  defaults: { is6Digits: 1, unbind_exist: 0 },
  sensitive: ['mobile', 'email'],
  session: 'optional',
  reply: sent,
  errors: sendErrors,
})

export const sendVoiceCode = endpoint({
  operation: 'send_voice_code',
  description: 'As `send_code`, but the code is read out in a call to a mobile number.',
  paths: everyFamily('send_voice_code'),
  payload: request,
  defaults: { is6Digits: 1, unbind_exist: 0 },
  sensitive: ['mobile', 'email'],
  session: 'optional',
  reply: sent,
  errors: sendErrors,
})

const typed = object({ ...addressee, type: wholeNumber, code })

const checkErrors = [
  'code_expired',
  'code_type_mismatch',
  'mobile_empty',
  'session_expired',
  'ticket_expired',
  'binding_not_exist',
  'account_limited',
] as const

const proved = {
  /** Stands for the proof in the next step, once. */
  ticket: anyText,
  /** Seconds the ticket stays good. */
  expire_time: seconds,
}

export const validateCode = endpoint({
  operation: 'validate_code',
  description:
    'Uses a code up and answers a ticket for the next step. A second verification is passed by it: then the call that asked for it is sent again.',
  paths: everyFamily('validate_code'),
  payload: typed,
  sensitive: ['mobile', 'email', 'code'],
  session: 'optional',
  /** `verify_ticket` comes back where the call that asked for it is to be sent again. */
  reply: object({ ...proved, verify_ticket: optional(anyText) }),
  errors: checkErrors,
})

export const checkCode = endpoint({
  operation: 'check_code',
  description:
    'Tells whether a code is right without using it up. It counts as one of its five tries.',
  paths: everyFamily('check_code'),
  payload: typed,
  sensitive: ['mobile', 'email', 'code'],
  session: 'optional',
  reply: object({ valid: flag, ticket: anyText }),
  errors: checkErrors,
})

export const verifyEmail = endpoint({
  operation: 'email_verify',
  description: 'Uses a code sent to an e-mail address up and answers a ticket for the next step.',
  paths: { web: ['email/verify'], mobile: ['email/verify'], aff: ['email/verify'] },
  payload: typed,
  defaults: { type: 11 },
  sensitive: ['mobile', 'email', 'code'],
  session: 'optional',
  reply: object(proved),
  errors: checkErrors,
})
