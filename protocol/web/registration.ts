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

/** What a new account may start with besides the address. */
const start = {
  name: optional(displayName),
  birthday: optional(birthday),
  next,
}

const madeErrors = [
  'has_registered',
  'account_limited',
  'password_policy',
  'registration_closed',
  'text_refused',
  'captcha_slide',
] as const

const codeErrors = ['code_missing', 'code_expired'] as const

export const mobileRegister = endpoint({
  operation: 'mobile_register',
  description:
    'Makes an account for a mobile number that a code of type 1 proved, with a password if one is sent, and signs in.',
  paths: everyFamily('mobile/register'),
  payload: object({ mobile, code, password: optional(password), ...start }),
  sensitive: ['mobile', 'code', 'password', 'name', 'birthday'],
  reply: user,
  errors: [...madeErrors, ...codeErrors],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const emailRegister = endpoint({
  operation: 'email_register',
  description:
    'Makes an account for an e-mail address that a code of type 16 proved, with a password, and signs in. Where the application takes unproved addresses the code may be left out; then a captcha comes first, and the address stays unproved.',
  paths: everyFamily('email/register/v2', 'email/register'),
  payload: object({ email, code: optional(code), password, ...start }),
  sensitive: ['email', 'code', 'password', 'name', 'birthday'],
  reply: user,
  errors: [...madeErrors, ...codeErrors],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const mobileEmailRegister = endpoint({
  operation: 'mobile_email_register',
  description:
    'Makes an account for a mobile number or an e-mail address, whichever was proved by a code of type 1 or 16, and signs in.',
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
    ...start,
  }),
  sensitive: ['mobile', 'email', 'code', 'password', 'name', 'birthday'],
  oneOf: ['mobile', 'email'],
  reply: user,
  errors: [...madeErrors, ...codeErrors],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const registerVerify = endpoint({
  operation: 'register_verify',
  description:
    'Checks a code of type 1 or 16 and makes nothing yet: `ticket` stands for the proved address in `register_bind` for ten minutes.',
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
    'Makes the account: for the address that `ticket` of `register_verify` stands for, or for the third-party account behind `profile_key`, then with a proved address beside it if one is sent. Signs in.',
  paths: ownAccount('register_bind'),
  payload: object({
    ticket: optional(ticket),
    profile_key: optional(ticket),
    mobile: optional(mobile),
    email: optional(email),
    code: optional(code),
    password: optional(password),
    ...start,
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
    'Makes an account that nothing was proved for, where the application allows it: by a user name, or by an e-mail address that signs in with the password and does nothing else until its owner proves it. A captcha always comes first; `recaptcha_token` is the `detail` of the decision that was passed.',
  paths: ownAccount('register/no_verify'),
  payload: object({
    email: optional(email),
    username: optional(username),
    password,
    recaptcha_token: optional(size(string(), 1, 1024)),
    ...start,
  }),
  sensitive: ['email', 'username', 'password', 'name', 'birthday'],
  oneOf: ['email', 'username'],
  reply: user,
  errors: [...madeErrors, 'name_taken'],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

const isRegistered = object({
  is_registered: flag,
  /** 1 where the application does not tell; then `is_registered` means nothing. */
  unknown: flag,
})

export const checkMobileRegistered = endpoint({
  operation: 'check_mobile_registered',
  description:
    'Tells whether a mobile number has an account: to somebody signed in, or after a captcha, ten times an hour, and never where the application is strict.',
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
    'Tells whether an e-mail address has an account, as `check_mobile_registered` does for a number.',
  paths: everyFamily('check_email_registered'),
  payload: object({ email }),
  sensitive: ['email'],
  session: 'optional',
  reply: isRegistered,
  errors: ['captcha_slide'],
})
