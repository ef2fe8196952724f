import { assign, object, optional, string, size } from 'superstruct'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import { everyFamily, ownAccount } from '../families.ts'
import { code, email, flag, mobile, next, password, ticket, whole, words } from '../fields.ts'
import { user } from '../objects.ts'

export const smsLogin = endpoint({
  operation: 'sms_login',
  about:
    'Signs in with a code sent to a mobile number, and makes the account when the number is new. With `login_only=1` a new number is refused, after the code was proved.',
  paths: {
    ...everyFamily('sms_login'),
    web: ['sms_login', 'mobile/login'],
    aff: ['mobile/sms_login', 'sms_login'],
    root: ['quick_login/v2'],
  },
  payload: object({
    mobile,
    code,
    type: whole,
    login_only: flag,
    need_frozen_user: flag,
    next,
    service: next,
  }),
  defaults: { type: 24, login_only: 0, need_frozen_user: 0 },
  sensitive: ['mobile', 'code'],
  reply: user,
  errors: [
    'mobile_error',
    'code_missing',
    'code_error',
    'code_expired',
    'code_type_error',
    'unregistered',
    'account_banned',
    'registration_closed',
    'captcha_slide',
  ],
})

export const emailCodeLogin = endpoint({
  operation: 'email_code_login',
  about:
    'Signs in with a code sent to an e-mail address, and makes the account when the address is new, unless `login_only=1`.',
  paths: {
    web: ['email/code_login', 'code_login'],
    mobile: ['email/code_login', 'code_login'],
    aff: ['email/code_login', 'code_login'],
    sso: ['email/code_login', 'code_login'],
    root: ['activate_email/code_login'],
  },
  payload: object({
    email,
    code,
    type: whole,
    login_only: flag,
    need_frozen_user: flag,
    next,
    service: next,
  }),
  defaults: { type: 13, login_only: 0, need_frozen_user: 0 },
  sensitive: ['email', 'code'],
  reply: user,
  errors: [
    'email_error',
    'code_missing',
    'code_error',
    'code_expired',
    'code_type_error',
    'unregistered',
    'account_banned',
    'registration_closed',
    'captcha_slide',
  ],
})

export const passwordLogin = endpoint({
  operation: 'user_login',
  about:
    'Signs in with a password and one of e-mail address, mobile number, user name, or `account`, which may be any of the three. Unknown accounts answer exactly as wrong passwords do, after the same time.',
  paths: {
    web: ['user/login', 'email/login'],
    mobile: ['user/login', 'email/login'],
    aff: ['user/login', 'email/login'],
    sso: ['user/login', 'email/login'],
    root: ['account_login/v3', 'account_login', 'passport/user/login'],
  },
  payload: object({
    email: optional(email),
    username: optional(size(string(), 1, 64)),
    mobile: optional(mobile),
    account: optional(size(string(), 1, 254)),
    password,
    account_type: whole,
    next,
    service: next,
  }),
  defaults: { account_type: 0 },
  sensitive: ['email', 'username', 'mobile', 'account', 'password'],
  oneOf: ['email', 'username', 'mobile', 'account'],
  reply: user,
  errors: [
    'password_error',
    'password_locked',
    'mobile_error',
    'email_error',
    'account_banned',
    'captcha_slide',
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const accountInfo = endpoint({
  operation: 'account_info',
  about:
    'Tells who is signed in. Signed out it answers `session_expired` with `user_id` 0, so that each way of checking sees the same. With `need_ticket=1` it gives a ticket for `sso_callback`, and with a registered `service` the address to carry it to.',
  methods: ['GET', 'POST'],
  paths: {
    ...ownAccount('account/info/v2', 'account/info'),
    sso: ['check_login'],
    root: ['passport/account/info/v2', 'check_login', 'passport/open/check_login'],
  },
  payload: object({ get_info_type: whole, need_ticket: flag, service: next }),
  defaults: { get_info_type: 1, need_ticket: 0 },
  session: 'required',
  reply: assign(
    user,
    object({ has_login: flag, sec_subject_uid: words, ticket: optional(ticket) }),
  ),
  errors: ['session_expired'],
})
