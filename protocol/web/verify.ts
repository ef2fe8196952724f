import { object, optional, size, string } from 'superstruct'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import { everyFamily } from '../families.ts'
import { anyText, code, codeType, email, mobile, password, seconds } from '../fields.ts'
import { accountStateErrors } from '../sign-in-errors.ts'

const reference = optional(size(string(), 1, 512))

export const verifyAccount = endpoint({
  operation: 'account_verify',
  description:
    'Checks the password of the session, of a two-step verification or of `account`, and returns a ticket for the next step. It also passes the two-step verification.',
  paths: everyFamily('account/verify'),
  payload: object({
    /** Required, so a method with another answer has an endpoint of its own. */
    password,
    /** E-mail address, mobile number or username; only without a session. */
    account: optional(size(string(), 1, 254)),
    sms_code_key: reference,
    verify_ticket: reference,
    encrypt_uid: reference,
  }),
  sensitive: ['account', 'password'],
  session: 'optional',
  reply: object({
    ticket: anyText,
    expire_time: seconds,
    /** Set if the call that required two-step verification must be sent again. */
    verify_ticket: optional(anyText),
  }),
  errors: [
    'password_error',
    'password_locked',
    'session_expired',
    'ticket_expired',
    'account_banned',
    'account_limited',
    'frozen',
    'captcha_slide',
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const smsAuthorize = endpoint({
  operation: 'sms_authorize',
  description:
    'Uses a code of type 26 and returns a ticket that proves the consent of its recipient. The ticket is without effect: no call takes it, because `open_auth` asks for a session and `open_sms` for the code; clients may go by the reply alone.',
  paths: { web: ['sms/authorize'], mobile: ['sms/authorize'] },
  payload: object({ mobile: optional(mobile), email: optional(email), code, type: codeType }),
  defaults: { type: 26 },
  sensitive: ['mobile', 'email', 'code'],
  oneOf: ['mobile', 'email'],
  reply: object({ auth_ticket: anyText, expire_time: seconds }),
  errors: ['code_expired', 'code_superseded', 'code_type_mismatch', ...accountStateErrors],
})
