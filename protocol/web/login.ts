import { assign, object, optional, size, string } from 'superstruct'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import { everyFamily } from '../families.ts'
import {
  code,
  displayName,
  email,
  flag,
  mobile,
  next,
  password,
  ticket,
  wholeNumber,
  anyText,
} from '../fields.ts'
import { user } from '../objects.ts'

/** What every sign-in takes besides its proof. */
const signIn = {
  /** 1 to be told of a frozen account (`is_frozen` 1, no session) rather than refused. */
  need_frozen_user: flag,
  next,
  service: next,
}

const stateErrors = [
  'account_banned',
  'account_limited',
  'account_cancelling',
  'frozen',
  'device_banned',
  'system_busy',
  'second_verify',
] as const

const codeErrors = [...stateErrors, 'code_expired', 'code_type_mismatch', 'captcha_slide'] as const

const smsLoginPayload = object({
  mobile,
  code,
  type: wholeNumber,
  login_only: flag,
  ...signIn,
})

export const smsLogin = endpoint({
  operation: 'sms_login',
  description:
    'Signs in with a code sent to a mobile number, and makes the account when the number is new. With `login_only=1` a new number is refused, after the code was proved. Where the application asks first, a new number answers `choose_identity` with a key for `sms_login_continue`; so does, for an enterprise client, a person with identities in an enterprise account, with `subject_list`.',
  paths: {
    ...everyFamily('sms_login'),
    web: ['sms_login', 'mobile/login'],
    aff: ['mobile/sms_login', 'sms_login'],
    root: ['quick_login/v2'],
  },
  payload: smsLoginPayload,
  defaults: { type: 24, login_only: 0, need_frozen_user: 0 },
  sensitive: ['mobile', 'code'],
  reply: user,
  errors: [...codeErrors, 'unregistered', 'registration_closed', 'choose_identity'],
})

export const smsLoginOnly = endpoint({
  operation: 'sms_login_only',
  description: 'Signs in with a code sent to a mobile number that has an account; makes none.',
  paths: { ...everyFamily('sms_login_only') },
  payload: smsLoginPayload,
  defaults: { type: 24, login_only: 1, need_frozen_user: 0 },
  sensitive: ['mobile', 'code'],
  reply: user,
  errors: [...codeErrors, 'unregistered'],
})

export const smsLoginContinue = endpoint({
  operation: 'sms_login_continue',
  description:
    'Goes on with a sign-in that answered `choose_identity`: as the identity `user_identity_id` of its `subject_list`, or, where that is empty, with `confirm_register=1`, which makes the account.',
  paths: everyFamily('sms_login_continue'),
  payload: object({
    sms_login_key: ticket,
    /** Of the list that came with the key; "0" for none. */
    user_identity_id: optional(size(string(), 1, 32)),
    confirm_register: flag,
    next,
    service: next,
  }),
  defaults: { confirm_register: 0 },
  reply: user,
  errors: [
    ...stateErrors,
    'login_key_expired',
    'choose_identity',
    'not_member',
    'registration_closed',
  ],
})

export const emailCodeLogin = endpoint({
  operation: 'email_code_login',
  description:
    'Signs in with a code sent to an e-mail address or a mobile number, and makes the account when the address is new, unless `login_only=1`.',
  paths: {
    ...everyFamily('email/code_login', 'code_login'),
    root: ['activate_email/code_login'],
  },
  payload: object({
    email: optional(email),
    mobile: optional(mobile),
    code,
    /** 13 for an e-mail address and 24 for a mobile number where it is not sent. */
    type: optional(wholeNumber),
    login_only: flag,
    ...signIn,
  }),
  defaults: { login_only: 0, need_frozen_user: 0 },
  sensitive: ['email', 'mobile', 'code'],
  oneOf: ['email', 'mobile'],
  reply: user,
  errors: [...codeErrors, 'unregistered', 'registration_closed', 'choose_identity'],
})

export const registerVerifyLogin = endpoint({
  operation: 'register_verify_login',
  description:
    'Signs in with a code, or makes the account with the password and the name that were sent; `new_user` says which.',
  paths: everyFamily('register_verify_login'),
  payload: object({
    mobile: optional(mobile),
    email: optional(email),
    code,
    /** Type of the code; the one for registering where it is not sent. */
    type: optional(wholeNumber),
    password: optional(password),
    name: optional(displayName),
    ...signIn,
  }),
  defaults: { need_frozen_user: 0 },
  sensitive: ['mobile', 'email', 'code', 'password', 'name'],
  oneOf: ['mobile', 'email'],
  reply: user,
  errors: [...codeErrors, 'password_policy', 'registration_closed', 'text_refused'],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

const passwordErrors = [
  ...stateErrors,
  'password_error',
  'password_locked',
  'need_code_verify',
  'captcha_slide',
] as const

export const emailLogin = endpoint({
  operation: 'email_login',
  description: 'Signs in with an e-mail address and a password, as `user_login` does.',
  paths: everyFamily('email/login'),
  payload: object({ email, password, ...signIn }),
  defaults: { need_frozen_user: 0 },
  sensitive: ['email', 'password'],
  reply: user,
  errors: passwordErrors,
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const passwordLogin = endpoint({
  operation: 'user_login',
  description:
    'Signs in with a password and one of e-mail address, mobile number, user name, or `account`, which may be any of the three. Unknown accounts answer exactly as wrong passwords do, after the same time.',
  paths: {
    ...everyFamily('user/login'),
    root: ['account_login/v3', 'account_login', 'passport/user/login'],
  },
  payload: object({
    email: optional(email),
    username: optional(size(string(), 1, 64)),
    mobile: optional(mobile),
    account: optional(size(string(), 1, 254)),
    password,
    account_type: wholeNumber,
    ...signIn,
  }),
  defaults: { account_type: 0, need_frozen_user: 0 },
  sensitive: ['email', 'username', 'mobile', 'account', 'password'],
  oneOf: ['email', 'username', 'mobile', 'account'],
  reply: user,
  errors: passwordErrors,
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const accountInfo = endpoint({
  operation: 'account_info',
  description:
    'Tells who is signed in. Signed out it answers `session_expired` with `user_id` 0, so that each way of checking sees the same. With `need_ticket=1` it gives a ticket for `sso_callback`, and with a registered `service` the address to carry it to.',
  methods: ['GET', 'POST'],
  paths: {
    web: ['account/info/v2', 'account/info'],
    mobile: ['account/info/v2', 'account/info', 'check_login'],
    sso: ['check_login'],
    root: ['passport/account/info/v2', 'check_login', 'passport/open/check_login'],
  },
  payload: object({ get_info_type: wholeNumber, need_ticket: flag, service: next }),
  defaults: { get_info_type: 1, need_ticket: 0 },
  session: 'required',
  reply: assign(
    user,
    object({ has_login: flag, sec_subject_uid: anyText, ticket: optional(ticket) }),
  ),
})
