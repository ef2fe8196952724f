import { object, optional } from 'superstruct'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import { everyFamily } from '../families.ts'
import { code, displayName, email, mobile, next, password } from '../fields.ts'
import { user } from '../objects.ts'

export const mobileRegister = endpoint({
  operation: 'mobile_register',
  about:
    'Makes an account for a mobile number that a code of type 1 proved, with a password if one is sent, and signs in.',
  paths: everyFamily('mobile/register'),
  payload: object({
    mobile,
    code,
    password: optional(password),
    name: optional(displayName),
    next,
  }),
  sensitive: ['mobile', 'code', 'password', 'name'],
  reply: user,
  errors: [
    'has_registered',
    'mobile_error',
    'code_missing',
    'code_error',
    'code_expired',
    'password_policy',
    'registration_closed',
    'text_refused',
    'captcha_slide',
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const emailRegister = endpoint({
  operation: 'email_register',
  about:
    'Makes an account for an e-mail address that a code of type 16 proved, with a password, and signs in.',
  paths: everyFamily('email/register/v2', 'email/register'),
  payload: object({ email, code, password, name: optional(displayName), next }),
  sensitive: ['email', 'code', 'password', 'name'],
  reply: user,
  errors: [
    'has_registered',
    'email_error',
    'code_missing',
    'code_error',
    'code_expired',
    'password_policy',
    'registration_closed',
    'text_refused',
    'captcha_slide',
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})
