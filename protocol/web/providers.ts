import { assign, enums, object, optional, partial, size, string } from 'superstruct'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import { everyFamily, ownAccount, withEnterprise } from '../families.ts'
import {
  anyText,
  code,
  count,
  displayName,
  email,
  flag,
  mobile,
  next,
  nonEmptyText,
  password,
  ticket,
  wholeNumber,
} from '../fields.ts'
import { listOf, paging } from '../lists.ts'
import { linkedAccountInfo, nothing, user } from '../objects.ts'
import { oAuthActions, providerNames } from '../providers.ts'

const providerFields = {
  /** Number of the provider; see `auth/platforms`. */
  platform_app_id: optional(count),
  /** Name of the provider, instead of the number. */
  platform: optional(enums(providerNames)),
}

const short = optional(size(string(), 1, 512))

/** Parameters of the callback, or the access token of an app. */
const callbackFields = {
  ...providerFields,
  code: optional(size(string(), 1, 2048)),
  state: short,
  /** Issuer, if the provider sends one. */
  iss: short,
  /** OAuth error, sent instead of a code. */
  error: short,
  access_token: optional(size(string(), 1, 4096)),
  /** Secret of an OAuth 1.0 token. Not used: no provider here speaks OAuth 1.0. */
  access_token_secret: optional(size(string(), 1, 4096)),
  /** Seconds that the access token is still valid; one that has expired is refused. */
  expires_in: optional(count),
  /** Id of the person at the provider; another person's token or code is refused. */
  openid: optional(size(string(), 1, 256)),
  /** Reference from an earlier reply, instead of code and token. */
  profile_key: optional(ticket),
}

const linkFields = {
  /** 1 to move the provider account here from another account. */
  kick_other: flag,
  /** 1 to replace the linked account of the same provider. */
  change_bind: flag,
}
const linkDefaults = { kick_other: 0, change_bind: 0 } as const

const startFields = {
  ...providerFields,
  next,
  /** 1 if `next` is on this machine, where plain http is allowed. */
  is_local_host: flag,
  /** `oauth` is the same as `login`, and `delete_account` as `verify`; our pages start neither. */
  action: enums(oAuthActions),
  /** Origin of the page that opened a popup; without it the callback redirects. */
  opener_origin: short,
  /** Step-up ticket, required to link if the sign-in is older than ten minutes. */
  ticket: optional(ticket),
}
const startDefaults = { is_local_host: 0, action: 'login' } as const

const signedInUser = assign(user, object({ opener_origin: optional(anyText) }))

const providerErrors = [
  'platform_unauthorized',
  'platform_unusual',
  'platform_unavailable',
  'oauth_state_invalid',
  'code_missing',
  'captcha_slide',
  'device_banned',
  'system_busy',
] as const

export const authLogin = endpoint({
  operation: 'auth_login',
  description:
    'Signs in with the parameters of a callback: `code` and `state`, or `error` and `state`. An unknown provider account answers `platform_unknown_account` with a `profile_key`, which creates an account when sent with `confirm_register=1`. GET redirects a browser to the provider.',
  methods: ['POST', 'GET'],
  paths: everyFamily('auth/login'),
  payload: object({
    ...callbackFields,
    ...startFields,
    confirm_register: flag,
    /** Display name of the new account, by default that at the provider. */
    name: optional(displayName),
  }),
  defaults: { ...startDefaults, confirm_register: 0 },
  sensitive: ['name'],
  session: 'optional',
  // A redirect has no user.
  reply: partial(signedInUser),
  rule: 'auth',
  navigation: true,
  errors: [
    ...providerErrors,
    'platform_unknown_account',
    'registration_closed',
    'has_registered',
    'ticket_expired',
    'text_refused',
    'account_limited',
    'second_verify',
    'level_unreachable',
    'account_banned',
    'account_cancelling',
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const authLoginOnly = endpoint({
  operation: 'auth_login_only',
  description: 'Signs in as `auth/login` does, but never creates an account.',
  paths: everyFamily('auth/login_only', 'login_only'),
  payload: object({ ...callbackFields, next }),
  reply: signedInUser,
  rule: 'auth',
  errors: [
    ...providerErrors,
    'unregistered',
    'ticket_expired',
    'second_verify',
    'level_unreachable',
    'account_banned',
    'account_cancelling',
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const authBindLogin = endpoint({
  operation: 'bind_login',
  description:
    'Links the provider account of a `profile_key` to an account proved by a code or a password, and signs in.',
  paths: everyFamily('auth/bind_login', 'bind_login'),
  payload: object({
    profile_key: ticket,
    mobile: optional(mobile),
    email: optional(email),
    account: optional(size(string(), 1, 254)),
    code: optional(code),
    password: optional(password),
    ...linkFields,
    next,
  }),
  defaults: linkDefaults,
  sensitive: ['mobile', 'email', 'account', 'code', 'password'],
  oneOf: ['mobile', 'email', 'account'],
  reply: signedInUser,
  rule: 'auth',
  errors: [
    'ticket_expired',
    'connect_switch',
    'connect_exist',
    'last_binding',
    'unregistered',
    'code_missing',
    'code_expired',
    'code_superseded',
    'code_type_error',
    'password_error',
    'password_locked',
    'captcha_slide',
    'second_verify',
    'level_unreachable',
    'account_limited',
    'account_banned',
    'account_cancelling',
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const authBind = endpoint({
  operation: 'auth_bind',
  description:
    'Links a provider account to the account that is signed in. If it is linked to another account, the call answers `connect_switch` with a `profile_key` for `auth/switch_bind`.',
  paths: withEnterprise('auth/bind'),
  payload: object({ ...callbackFields, ...linkFields, ticket: optional(ticket) }),
  defaults: linkDefaults,
  session: 'required',
  reply: assign(
    linkedAccountInfo,
    object({ redirect_url: optional(anyText), opener_origin: optional(anyText) }),
  ),
  rule: 'auth',
  errors: [
    ...providerErrors,
    'ticket_expired',
    'second_verify',
    'connect_switch',
    'connect_exist',
    'last_binding',
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const authUnbind = endpoint({
  operation: 'auth_unbind',
  description: 'Unlinks a provider account, unless it is the only sign-in method.',
  paths: withEnterprise('auth/unbind'),
  payload: object({ ...providerFields, ticket: optional(ticket) }),
  session: 'required',
  reply: nothing,
  rule: 'auth',
  errors: [
    'ticket_expired',
    'second_verify',
    'last_binding',
    'binding_not_exist',
    'platform_unavailable',
  ],
})

export const authSwitchBind = endpoint({
  operation: 'auth_switch_bind',
  description:
    'Moves a provider account here from another account. Without `change_bind=1` it only answers `switch_confirm_needed`, and the `profile_key` stays valid.',
  paths: withEnterprise('auth/switch_bind'),
  payload: object({ profile_key: ticket, change_bind: flag, ticket: optional(ticket) }),
  defaults: { change_bind: 0 },
  session: 'required',
  reply: linkedAccountInfo,
  rule: 'auth',
  errors: [
    'ticket_expired',
    'second_verify',
    'switch_confirm_needed',
    'connect_switch',
    'last_binding',
  ],
})

export const authVerify = endpoint({
  operation: 'auth_verify',
  description: 'Proves the person again by a linked account and returns a step-up ticket.',
  paths: ownAccount('auth/verify'),
  payload: object(callbackFields),
  session: 'required',
  reply: object({
    ticket: nonEmptyText,
    redirect_url: optional(anyText),
    opener_origin: optional(anyText),
  }),
  rule: 'auth',
  errors: [...providerErrors, 'ticket_expired', 'connect_switch', 'binding_not_exist'],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const listConnections = endpoint({
  operation: 'auth_list',
  description: 'Lists the linked accounts of the account that is signed in.',
  paths: ownAccount('auth/list'),
  payload: object(paging),
  session: 'required',
  ...listOf(linkedAccountInfo),
  rule: 'auth',
})

export const listPlatforms = endpoint({
  operation: 'auth_platforms',
  description: 'Lists the configured providers.',
  paths: everyFamily('auth/platforms'),
  payload: object(paging),
  ...listOf(object({ platform: anyText, platform_app_id: wholeNumber, name: anyText })),
  rule: 'auth',
})

export const oauthProfile = endpoint({
  operation: 'oauth_profile',
  description:
    'Returns the provider account of a `profile_key` without using it, and whether its proved e-mail address has an account here.',
  methods: ['GET', 'POST'],
  paths: ownAccount('oauth_profile'),
  payload: object({ profile_key: ticket }),
  reply: object({
    platform: anyText,
    platform_app_id: wholeNumber,
    /** Display name of the provider. */
    platform_title: anyText,
    screen_name: anyText,
    /** Display name that a new account would get. */
    name: anyText,
    avatar_url: anyText,
    /** Masked; empty unless the provider has verified it. */
    email: anyText,
    /** 1 if an account here has that address. */
    is_registered: flag,
    /** 1 if it is already linked, so that `auth/login` with the key signs in. */
    is_linked: flag,
  }),
  errors: ['platform_unknown_account'],
})

export const webLogin = endpoint({
  operation: 'web_login',
  description:
    'Redirects a browser to a provider and stores the action; the callback is a page of the site. `action=oauth` is the same as `login`, and `delete_account` as `verify`, for clients that name them so; our pages start neither. Errors are shown as a page.',
  methods: ['GET'],
  paths: ownAccount('web_login'),
  payload: object(startFields),
  defaults: startDefaults,
  session: 'optional',
  navigation: true,
  reply: nothing,
})
