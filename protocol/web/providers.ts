import { assign, enums, object, optional, partial, size, string } from 'superstruct'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import { everyFamily, ownAccount, withEnterprise } from '../families.ts'
import {
  code,
  displayName,
  email,
  nonEmptyText,
  flag,
  mobile,
  next,
  password,
  ticket,
  wholeNumber,
  anyText,
} from '../fields.ts'
import { firstPage, pageOf, paging } from '../lists.ts'
import { linkedAccountInfo, nothing, user } from '../objects.ts'
import { oAuthActions, providerNames } from '../providers.ts'

const platform = {
  /** Number of the third party; see `auth/platforms`. */
  platform_app_id: optional(wholeNumber),
  /** The same by name. */
  platform: optional(enums(providerNames)),
}

const short = optional(size(string(), 1, 512))

/** What the third party sent back with the person, or a token that an app holds. */
const returned = {
  ...platform,
  code: optional(size(string(), 1, 2048)),
  state: short,
  /** Issuer, where the third party names itself. */
  iss: short,
  /** What the third party sent instead of a code. */
  error: short,
  access_token: optional(size(string(), 1, 4096)),
  /** Of an earlier answer, in place of code or token. */
  profile_key: optional(ticket),
}

const wishes = {
  /** 1 takes the third-party account away from another account here. */
  kick_other: flag,
  /** 1 puts it in the place of the one this account has. */
  change_bind: flag,
}
const noWishes = { kick_other: 0, change_bind: 0 } as const

const start = {
  ...platform,
  next,
  /** 1 when `next` is on this machine, where plain http is allowed. */
  is_local_host: flag,
  action: enums(oAuthActions),
  /** Origin of the page that waits for a popup; without it the way back is a redirect. */
  opener_origin: short,
  /** To link: proof of a check made for it, where the sign-in is older than ten minutes. */
  ticket: optional(ticket),
}
const usualStart = { is_local_host: 0, action: 'login' } as const

const signedInByPlatform = assign(user, object({ opener_origin: optional(anyText) }))

const platformErrors = [
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
    'Signs in with what a third party sent back: `code` and `state`, or `error` and `state`. An unknown third-party account answers `platform_unknown_account` with a `profile_key`; sent back with `confirm_register=1` it makes an account. By GET a browser is sent to the third party.',
  methods: ['POST', 'GET'],
  paths: everyFamily('auth/login'),
  payload: object({
    ...returned,
    ...start,
    confirm_register: flag,
    /** Name of the new account; the one at the third party where it is not sent. */
    name: optional(displayName),
  }),
  defaults: { ...usualStart, confirm_register: 0 },
  session: 'optional',
  // A browser that is sent on gets no person.
  reply: partial(signedInByPlatform),
  rule: 'auth',
  navigation: true,
  errors: [
    ...platformErrors,
    'platform_unknown_account',
    'registration_closed',
    'has_registered',
    'ticket_expired',
    'text_refused',
    'account_limited',
    'second_verify',
    'account_banned',
    'account_cancelling',
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const authLoginOnly = endpoint({
  operation: 'auth_login_only',
  description: 'Signs in as `auth/login` does, but answers `unregistered` for unknown accounts.',
  paths: everyFamily('auth/login_only', 'login_only'),
  payload: object({ ...returned, next }),
  reply: signedInByPlatform,
  rule: 'auth',
  errors: [
    ...platformErrors,
    'unregistered',
    'ticket_expired',
    'second_verify',
    'account_banned',
    'account_cancelling',
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const authBindLogin = endpoint({
  operation: 'bind_login',
  description:
    'Links the third-party account behind a `profile_key` to an account that is proved by a code or a password, and signs in there.',
  paths: everyFamily('auth/bind_login', 'bind_login'),
  payload: object({
    profile_key: ticket,
    mobile: optional(mobile),
    email: optional(email),
    account: optional(size(string(), 1, 254)),
    code: optional(code),
    password: optional(password),
    ...wishes,
    next,
  }),
  defaults: noWishes,
  sensitive: ['mobile', 'email', 'account', 'code', 'password'],
  oneOf: ['mobile', 'email', 'account'],
  reply: signedInByPlatform,
  rule: 'auth',
  errors: [
    'ticket_expired',
    'connect_switch',
    'connect_exist',
    'last_binding',
    'unregistered',
    'code_missing',
    'code_expired',
    'code_type_error',
    'password_error',
    'password_locked',
    'captcha_slide',
    'second_verify',
    'account_limited',
    'account_banned',
    'account_cancelling',
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const authBind = endpoint({
  operation: 'auth_bind',
  description:
    'Links a third-party account to the account of the person signed in. One that belongs to another account answers `connect_switch` with a `profile_key` for `auth/switch_bind`.',
  paths: withEnterprise('auth/bind'),
  payload: object({ ...returned, ...wishes, ticket: optional(ticket) }),
  defaults: noWishes,
  session: 'required',
  reply: assign(
    linkedAccountInfo,
    object({ redirect_url: optional(anyText), opener_origin: optional(anyText) }),
  ),
  rule: 'auth',
  errors: [...platformErrors, 'ticket_expired', 'connect_switch', 'connect_exist', 'last_binding'],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const authUnbind = endpoint({
  operation: 'auth_unbind',
  description: 'Removes the link to a third party, unless it is the only way to sign in.',
  paths: withEnterprise('auth/unbind'),
  payload: object({ ...platform, ticket: optional(ticket) }),
  session: 'required',
  reply: nothing,
  rule: 'auth',
  errors: ['ticket_expired', 'last_binding', 'binding_not_exist', 'platform_unavailable'],
})

export const authSwitchBind = endpoint({
  operation: 'auth_switch_bind',
  description:
    'Moves a third-party account here from another account. Without `change_bind=1` it only answers that this has to be confirmed; the `profile_key` stays good.',
  paths: withEnterprise('auth/switch_bind'),
  payload: object({ profile_key: ticket, change_bind: flag, ticket: optional(ticket) }),
  defaults: { change_bind: 0 },
  session: 'required',
  reply: linkedAccountInfo,
  rule: 'auth',
  errors: ['ticket_expired', 'switch_confirm_needed', 'connect_switch', 'last_binding'],
})

export const authVerify = endpoint({
  operation: 'auth_verify',
  description:
    'Proves again who is signed in, by a third-party account that is linked, and answers a ticket for one sensitive step.',
  paths: ownAccount('auth/verify'),
  payload: object({ ...returned }),
  session: 'required',
  reply: object({
    ticket: nonEmptyText,
    redirect_url: optional(anyText),
    opener_origin: optional(anyText),
  }),
  rule: 'auth',
  errors: [...platformErrors, 'connect_switch', 'binding_not_exist'],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const listConnections = endpoint({
  operation: 'auth_list',
  description: 'Lists the third-party accounts of the person signed in.',
  methods: ['GET', 'POST'],
  paths: ownAccount('auth/list'),
  payload: object(paging),
  defaults: firstPage,
  session: 'required',
  reply: pageOf(linkedAccountInfo),
  rule: 'auth',
})

export const listPlatforms = endpoint({
  operation: 'auth_platforms',
  description: 'Lists the third parties that this server can sign in with.',
  methods: ['GET', 'POST'],
  paths: everyFamily('auth/platforms'),
  payload: object(paging),
  defaults: firstPage,
  reply: pageOf(object({ platform: anyText, platform_app_id: wholeNumber, name: anyText })),
  rule: 'auth',
})

export const oauthProfile = endpoint({
  operation: 'oauth_profile',
  description:
    'Shows whose third-party account is behind a `profile_key`, without using it up, and whether its proved e-mail address has an account here.',
  methods: ['GET', 'POST'],
  paths: ownAccount('oauth_profile'),
  payload: object({ profile_key: ticket }),
  reply: object({
    platform: anyText,
    platform_app_id: wholeNumber,
    /** What people know the third party by, as on its button. */
    platform_title: anyText,
    screen_name: anyText,
    /** Name that a new account would get. */
    name: anyText,
    avatar_url: anyText,
    /** Masked; empty unless the third party has proved it. */
    email: anyText,
    /** 1 when an account here has that address. */
    is_registered: flag,
    /** 1 when the third-party account is linked already: `auth/login` with the key signs in. */
    is_linked: flag,
  }),
  errors: ['platform_unknown_account'],
})

export const webLogin = endpoint({
  operation: 'web_login',
  description:
    'Sends a browser to a third party and remembers what for; the person comes back to a page of the site. Trouble is told by a page, too.',
  methods: ['GET'],
  paths: ownAccount('web_login'),
  payload: object({ ...start }),
  defaults: usualStart,
  session: 'optional',
  navigation: true,
  reply: nothing,
})
