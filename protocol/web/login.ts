import { assign, object, optional, size, string } from 'superstruct'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import { everyFamily } from '../families.ts'
import {
  anyText,
  code,
  codeType,
  count,
  displayName,
  email,
  flag,
  mobile,
  next,
  password,
  ticket,
} from '../fields.ts'
import { user } from '../objects.ts'
import { signInErrors } from '../sign-in-errors.ts'

/** Fields of every sign-in. */
const signInFields = {
  /** 1 to get a frozen account as reply (`is_frozen` 1, no session) instead of a rejection. */
  need_frozen_user: flag,
  next,
  service: next,
}

const codeErrors = [
  ...signInErrors,
  'code_expired',
  'code_superseded',
  'code_type_mismatch',
  'captcha_slide',
] as const

const smsLoginPayload = object({
  mobile,
  code,
  type: codeType,
  login_only: flag,
  ...signInFields,
})

export const smsLogin = endpoint({
  operation: 'sms_login',
  description:
    'Signs in with a code sent to a mobile number, and creates an account for a new number. With `login_only=1` a new number is rejected after the code was proved. If the application asks first, a new number answers `choose_identity` with a key for `sms_login_continue`. For an enterprise client a person with memberships gets the same answer with `subject_list`.',
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
  description: 'Signs in with a code sent to a mobile number; never creates an account.',
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
    'Continues a sign-in that answered `choose_identity`: as the membership `user_identity_id` of its `subject_list`, or, if that is empty, with `confirm_register=1`, which creates the account.',
  paths: everyFamily('sms_login_continue'),
  payload: object({
    sms_login_key: ticket,
    /** Membership from the list that came with the key; "0" for none. */
    user_identity_id: optional(size(string(), 1, 32)),
    confirm_register: flag,
    next,
    service: next,
  }),
  defaults: { confirm_register: 0 },
  reply: user,
  errors: [
    ...signInErrors,
    'login_key_expired',
    'choose_identity',
    'not_member',
    'policy_refused',
    'registration_closed',
  ],
})

export const emailCodeLogin = endpoint({
  operation: 'email_code_login',
  description:
    'Signs in with a code sent to an e-mail address or a mobile number, and creates an account for a new one unless `login_only=1`.',
  paths: {
    ...everyFamily('email/code_login', 'code_login'),
    root: ['activate_email/code_login'],
  },
  payload: object({
    email: optional(email),
    mobile: optional(mobile),
    code,
    /** By default 13 for an e-mail address and 24 for a mobile number. */
    type: optional(codeType),
    login_only: flag,
    ...signInFields,
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
    'Signs in with a code, or creates the account with the given password and name; `new_user` tells which.',
  paths: everyFamily('register_verify_login'),
  payload: object({
    mobile: optional(mobile),
    email: optional(email),
    code,
    /** Code type, by default that of registration. */
    type: optional(codeType),
    password: optional(password),
    name: optional(displayName),
    ...signInFields,
  }),
  defaults: { need_frozen_user: 0 },
  sensitive: ['mobile', 'email', 'code', 'password', 'name'],
  oneOf: ['mobile', 'email'],
  reply: user,
  errors: [...codeErrors, 'password_policy', 'registration_closed', 'text_refused'],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

const passwordErrors = [
  ...signInErrors,
  'password_error',
  'password_locked',
  'need_code_verify',
  'captcha_slide',
] as const

export const emailLogin = endpoint({
  operation: 'email_login',
  description: 'Signs in with an e-mail address and a password, as `user_login` does.',
  paths: everyFamily('email/login'),
  payload: object({ email, password, ...signInFields }),
  defaults: { need_frozen_user: 0 },
  sensitive: ['email', 'password'],
  reply: user,
  errors: passwordErrors,
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const passwordLogin = endpoint({
  operation: 'user_login',
  description:
    'Signs in with a password and an e-mail address, mobile number, username, or `account`, which may be any of the three. Unknown accounts get the same reply as wrong passwords, after the same time.',
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
    account_type: count,
    ...signInFields,
  }),
  defaults: { account_type: 0, need_frozen_user: 0 },
  recorded: ['account_type'],
  sensitive: ['email', 'username', 'mobile', 'account', 'password'],
  oneOf: ['email', 'username', 'mobile', 'account'],
  reply: user,
  errors: passwordErrors,
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const accountInfo = endpoint({
  operation: 'account_info',
  description:
    'Returns the account that is signed in, otherwise `session_expired` with `user_id` 0. With `need_ticket=1` it issues an SSO ticket for `sso_callback`, and with a registered `service` also the address with that ticket.',
  methods: ['GET', 'POST'],
  paths: {
    web: ['account/info/v2', 'account/info'],
    mobile: ['account/info/v2', 'account/info', 'check_login'],
    sso: ['check_login'],
    root: ['passport/account/info/v2', 'check_login', 'passport/open/check_login'],
  },
  payload: object({ get_info_type: count, need_ticket: flag, service: next }),
  defaults: { get_info_type: 1, need_ticket: 0 },
  session: 'required',
  reply: assign(
    user,
    object({ has_login: flag, sec_subject_uid: anyText, ticket: optional(ticket) }),
  ),
})
