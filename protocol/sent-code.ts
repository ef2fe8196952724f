import { number, object, optional } from 'superstruct'
import type { ErrorName } from './errors.ts'
import { anyText, flag, seconds } from './fields.ts'

/** Reply to calls that send a code. */
export const sentCode = object({
  /** Masked recipient. */
  mobile: optional(anyText),
  email: optional(anyText),
  /** Seconds until another code may be requested. */
  retry_time: seconds,
  /** Seconds until the code expires. */
  expire_time: seconds,
  code_length: number(),
  /** 1 if the last mail to this address was refused for good, less than a day ago. */
  mail_refused: optional(flag),
  /** The reference from the request. */
  sms_code_key: optional(anyText),
})

/** Errors of calls that send a code. */
export const sendErrors = [
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
  'code_type_error',
  'frozen',
  'recovery_off',
  'invitation_unknown',
  'invitation_expired',
  'invitation_used',
  'invitation_cancelled',
] as const satisfies readonly ErrorName[]
