import { number, object, optional } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { everyFamily } from '../families.ts'
import { email, flag, mobile, seconds, whole, words } from '../fields.ts'

export const sendCode = endpoint({
  operation: 'send_code',
  about:
    'Sends a verification code to a mobile number or an e-mail address. The reply and its time are the same whether or not the address has an account; only the message differs.',
  paths: {
    ...everyFamily('send_code'),
    mobile: ['send_code/v1', 'send_code'],
    aff: ['mobile/send_code', 'email/send_code', 'send_code'],
    sso: ['send_code', 'aff/web/mobile/send_code'],
    root: ['send_activation_code/v2', 'send_email_activate_code/v2'],
  },
  payload: object({
    mobile: optional(mobile),
    email: optional(email),
    /** Purpose and channel, see the code types. */
    type: whole,
    unbind_exist: flag,
  }),
  defaults: { unbind_exist: 0 },
  sensitive: ['mobile', 'email'],
  session: 'optional',
  reply: object({
    /** Masked address the code went to. */
    mobile: optional(words),
    email: optional(words),
    /** Seconds until another may be asked for. */
    retry_time: seconds,
    /** Seconds the code stays good. */
    expire_time: seconds,
    code_length: number(),
  }),
  errors: [
    'mobile_empty',
    'mobile_error',
    'email_error',
    'code_type_error',
    'session_expired',
    'binding_not_exist',
    'code_send_error',
    'code_frequency',
    'captcha_slide',
  ],
})
