import { object, optional, size, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { everyFamily } from '../families.ts'
import { anyText, code, codeType, email, flag, mobile, seconds, ticket } from '../fields.ts'
import { sendErrors, sentCode } from '../sent-code.ts'

const reference = optional(size(string(), 1, 512))

/** Recipient of a code: an address, or the account of a two-step verification. */
const recipient = {
  mobile: optional(mobile),
  email: optional(email),
  /** References of a two-step verification; the code goes to its account. */
  sms_code_key: reference,
  verify_ticket: reference,
  encrypt_uid: reference,
  std_verify_way: reference,
  /** Ticket of an invitation; the code goes to the invited address. */
  invite_ticket: optional(ticket),
}

const request = object({
  ...recipient,
  /** Code type. */
  type: optional(codeType),
  /** Older name of `type`. */
  ect_type: optional(codeType),
  /** Has no effect: codes always have six digits. */
  is6Digits: flag,
  /** 1 if the address may be moved from another account. */
  unbind_exist: flag,
})

const sending = {
  payload: request,
  defaults: { is6Digits: 1, unbind_exist: 0 },
  sensitive: ['mobile', 'email'],
  session: 'optional',
  reply: sentCode,
  errors: sendErrors,
} as const

export const sendCode = endpoint({
  operation: 'send_code',
  description:
    'Sends a code to a mobile number or an e-mail address. Reply and response time do not depend on whether the address has an account, unless the application allows that; only the message differs.',
  paths: {
    ...everyFamily('send_code'),
    mobile: ['send_code/v1', 'send_code'],
    aff: ['mobile/send_code', 'email/send_code', 'send_code'],
    sso: ['send_code', 'aff/web/mobile/send_code'],
    root: ['send_activation_code/v2', 'send_email_activate_code/v2'],
  },
  ...sending,
})

export const sendVoiceCode = endpoint({
  operation: 'send_voice_code',
  description: 'Sends a code as `send_code` does, but by a voice call to a mobile number.',
  paths: everyFamily('send_voice_code'),
  ...sending,
})

const enteredCode = object({ ...recipient, type: codeType, code })

const checkErrors = [
  'code_expired',
  'code_superseded',
  'code_type_mismatch',
  'mobile_empty',
  'session_expired',
  'ticket_expired',
  'binding_not_exist',
  'account_limited',
] as const

const issuedTicket = {
  ticket: anyText,
  /** Seconds until the ticket expires. */
  expire_time: seconds,
}

export const validateCode = endpoint({
  operation: 'validate_code',
  description:
    'Uses a code and returns a ticket for the next step. It also passes a two-step verification, after which the call that required it is sent again.',
  paths: everyFamily('validate_code'),
  payload: enteredCode,
  sensitive: ['mobile', 'email', 'code'],
  session: 'optional',
  /** `verify_ticket` is set if the call that required two-step verification must be sent again. */
  reply: object({ ...issuedTicket, verify_ticket: optional(anyText) }),
  errors: checkErrors,
})

export const checkCode = endpoint({
  operation: 'check_code',
  description: 'Checks a code without using it. It counts as one of five attempts.',
  paths: everyFamily('check_code'),
  payload: enteredCode,
  sensitive: ['mobile', 'email', 'code'],
  session: 'optional',
  reply: object({ valid: flag, ticket: anyText }),
  errors: checkErrors,
})

export const verifyEmail = endpoint({
  operation: 'email_verify',
  description: 'Uses a code sent to an e-mail address and returns a ticket for the next step.',
  paths: { web: ['email/verify'], mobile: ['email/verify'], aff: ['email/verify'] },
  payload: enteredCode,
  defaults: { type: 11 },
  sensitive: ['mobile', 'email', 'code'],
  session: 'optional',
  reply: object(issuedTicket),
  errors: checkErrors,
})
