import { object, optional, size, string } from 'superstruct'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import { everyFamily, ownAccount } from '../families.ts'
import {
  birthday,
  code,
  displayName,
  email,
  flag,
  mobile,
  next,
  password,
  seconds,
  ticket,
  username,
  anyText,
} from '../fields.ts'
import { user } from '../objects.ts'

/** Optional fields of every registration. */
const profile = {
  name: optional(displayName),
  birthday: optional(birthday),
  next,
}

const registrationErrors = [
  'has_registered',
  'account_limited',
  'password_policy',
  'registration_closed',
  'text_refused',
  'captcha_slide',
] as const

const codeErrors = ['code_missing', 'code_expired', 'code_superseded'] as const

export const mobileRegister = endpoint({
  operation: 'mobile_register',
  description:
    'Creates an account for a mobile number proved by a code of type 1, and signs in. A password is optional unless the application requires one.',
  paths: everyFamily('mobile/register'),
  payload: object({ mobile, code, password: optional(password), ...profile }),
  sensitive: ['mobile', 'code', 'password', 'name', 'birthday'],
  reply: user,
  errors: [...registrationErrors, ...codeErrors],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const emailRegister = endpoint({
  operation: 'email_register',
  description:
    'Creates an account for an e-mail address proved by a code of type 16, and signs in. A password is optional unless the application requires one. If the application accepts unverified addresses, the code may be left out; then a password and a captcha are required and the address stays unverified.',
  paths: everyFamily('email/register/v2', 'email/register'),
  payload: object({ email, code: optional(code), password: optional(password), ...profile }),
  sensitive: ['email', 'code', 'password', 'name', 'birthday'],
  reply: user,
  errors: [...registrationErrors, ...codeErrors],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const mobileEmailRegister = endpoint({
  operation: 'mobile_email_register',
  description:
    'Creates an account for a mobile number or an e-mail address proved by a code of type 1 or 16, and signs in.',
  paths: {
    web: ['mobile_email_register'],
    mobile: ['mobile_email_register'],
    sso: ['mobile_email_register'],
  },
  payload: object({
    mobile: optional(mobile),
    email: optional(email),
    code,
    password: optional(password),
    ...profile,
  }),
  sensitive: ['mobile', 'email', 'code', 'password', 'name', 'birthday'],
  oneOf: ['mobile', 'email'],
  reply: user,
  errors: [...registrationErrors, ...codeErrors],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const registerVerify = endpoint({
  operation: 'register_verify',
  description:
    'Uses a code of type 1 or 16 without creating an account. `ticket` names the proved address in `register_bind` and is valid for ten minutes.',
  paths: { web: ['register_verify'], mobile: ['register_verify'], sso: ['register_verify'] },
  payload: object({ mobile: optional(mobile), email: optional(email), code }),
  sensitive: ['mobile', 'email', 'code'],
  oneOf: ['mobile', 'email'],
  reply: object({ ticket: anyText, expire_time: seconds }),
  errors: [...codeErrors, 'has_registered', 'registration_closed'],
})

export const registerBind = endpoint({
  operation: 'register_bind',
  description:
    'Creates an account for the address of a `ticket` from `register_verify`, or for the provider account of a `profile_key`, optionally with a proved address. Signs in.',
  paths: ownAccount('register_bind'),
  payload: object({
    ticket: optional(ticket),
    profile_key: optional(ticket),
    mobile: optional(mobile),
    email: optional(email),
    code: optional(code),
    password: optional(password),
    ...profile,
  }),
  sensitive: ['mobile', 'email', 'code', 'password', 'name', 'birthday'],
  oneOf: ['ticket', 'profile_key'],
  reply: user,
  errors: [
    'ticket_expired',
    'mobile_has_bound',
    'connect_switch',
    'account_limited',
    'password_policy',
    'registration_closed',
    'text_refused',
    'has_registered',
    ...codeErrors,
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const noVerifyRegister = endpoint({
  operation: 'register_no_verify',
  description:
    'Creates an account without any proof, if the application allows it: with a username, or with an e-mail address that only signs in with the password until it is proved. A captcha is always required; `recaptcha_token` is the `detail` of the passed decision.',
  paths: ownAccount('register/no_verify'),
  payload: object({
    email: optional(email),
    username: optional(username),
    password,
    recaptcha_token: optional(size(string(), 1, 1024)),
    ...profile,
  }),
  sensitive: ['email', 'username', 'password', 'name', 'birthday'],
  oneOf: ['email', 'username'],
  reply: user,
  errors: [...registrationErrors, 'name_taken'],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

const isRegistered = object({
  is_registered: flag,
  /** 1 if the application does not reveal it; then `is_registered` has no meaning. */
  unknown: flag,
})

export const checkMobileRegistered = endpoint({
  operation: 'check_mobile_registered',
  description:
    'Returns whether a mobile number has an account. It requires a session or a captcha, is limited to ten calls an hour, and depends on the application.',
  paths: everyFamily('check_mobile_registered'),
  payload: object({ mobile }),
  sensitive: ['mobile'],
  session: 'optional',
  reply: isRegistered,
  errors: ['captcha_slide'],
})

export const checkEmailRegistered = endpoint({
  operation: 'check_email_registered',
  description:
    'Returns whether an e-mail address has an account, as `check_mobile_registered` does for a number.',
  paths: everyFamily('check_email_registered'),
  payload: object({ email }),
  sensitive: ['email'],
  session: 'optional',
  reply: isRegistered,
  errors: ['captcha_slide'],
})
