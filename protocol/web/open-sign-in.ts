import { assign, enums, object, optional, size, string } from 'superstruct'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import {
  anyText,
  code,
  codeType,
  count,
  email,
  mobile,
  nonEmptyText,
  password,
  ticket,
} from '../fields.ts'
import { user } from '../objects.ts'
import { providerNames } from '../providers.ts'
import { sendErrors, sentCode } from '../sent-code.ts'
import { signInErrors } from '../sign-in-errors.ts'

const text = optional(size(string(), 1, 2048))

/** The answer to a request of an application, given together with a proof of the person. */
const answer = {
  /** Reference of the request, from `open_auth_info`. */
  auth_ticket: ticket,
  /** Scopes that the person allows, with commas or spaces between. */
  scopes: text,
  /** Membership as which the person answers; "0" for oneself. */
  user_identity_id: optional(size(string(), 1, 32)),
}

const answerDefaults = { user_identity_id: '0' } as const

/** The person, and where the browser goes with the answer. */
const reply = assign(
  user,
  object({
    redirect_url: nonEmptyText,
    code: optional(anyText),
    state: optional(anyText),
    iss: anyText,
  }),
)

const answerErrors = [
  ...signInErrors,
  'csrf_error',
  'captcha_slide',
  'unregistered',
  'client_unknown',
  'redirect_mismatch',
  'scope_refused',
  'open_request_expired',
  'open_request_invalid',
  'open_account_changed',
  'not_member',
  'policy_refused',
] as const

export const openSendCode = endpoint({
  operation: 'open_send_code',
  description:
    'Sends a code to somebody who answers an application of others: by POST type 26, by GET type 27 to a mobile number. By GET it needs the `auth_ticket` of a request that this browser began, and no page of another site may call it. Otherwise as `send_code`.',
  methods: ['POST', 'GET'],
  paths: { ...ownAccount('open/send_code'), root: ['passport/open/send_code'] },
  payload: object({
    mobile: optional(mobile),
    email: optional(email),
    type: optional(codeType),
    auth_ticket: optional(ticket),
  }),
  sensitive: ['mobile', 'email'],
  session: 'optional',
  reply: sentCode,
  errors: [...sendErrors, 'csrf_error', 'open_request_expired'],
})

export const openSms = endpoint({
  operation: 'open_sms',
  description:
    'Signs in with a code of type 26 or 27 and answers the request of an application in the same call. It makes no account.',
  paths: ownAccount('open/sms'),
  payload: object({
    mobile: optional(mobile),
    email: optional(email),
    code,
    type: optional(codeType),
    ...answer,
  }),
  defaults: answerDefaults,
  sensitive: ['mobile', 'email', 'code'],
  oneOf: ['mobile', 'email'],
  reply,
  errors: [...answerErrors, 'code_expired', 'code_superseded', 'code_type_mismatch'],
})

export const openAccount = endpoint({
  operation: 'open_account',
  description:
    'Signs in with a password, as `user_login` does, and answers the request of an application in the same call.',
  paths: ownAccount('open/account'),
  payload: object({
    email: optional(email),
    username: optional(size(string(), 1, 64)),
    mobile: optional(mobile),
    account: optional(size(string(), 1, 254)),
    password,
    ...answer,
  }),
  defaults: answerDefaults,
  sensitive: ['email', 'username', 'mobile', 'account', 'password'],
  oneOf: ['email', 'username', 'mobile', 'account'],
  reply,
  errors: [...answerErrors, 'password_error', 'password_locked'],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const openThirdParty = endpoint({
  operation: 'open_third_party',
  description:
    'Signs in with the parameters of a callback, as `auth_login_only` does, and answers the request of an application in the same call. `code` and `state` are those of the provider.',
  paths: ownAccount('open/third_party'),
  payload: object({
    platform_app_id: optional(count),
    platform: optional(enums(providerNames)),
    code: text,
    state: text,
    iss: text,
    error: text,
    profile_key: optional(ticket),
    ...answer,
  }),
  defaults: answerDefaults,
  reply,
  errors: [
    ...answerErrors,
    'platform_unauthorized',
    'platform_unusual',
    'platform_unavailable',
    'oauth_state_invalid',
    'code_missing',
    'ticket_expired',
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})
