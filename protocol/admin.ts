import { array, boolean, enums, object, optional, size, type Struct } from 'superstruct'
import {
  accountState,
  adminApp,
  adminAttempt,
  adminEvent,
  adminSession,
  adminUser,
  delivery,
  newExternalId,
  operatorReason,
  webhook,
  webhookKind,
} from './admin-objects.ts'
import {
  aid,
  anyText,
  displayName,
  email,
  mobile,
  namedTime,
  pageSize,
  password,
  removableText,
  text,
  username,
} from './fields.ts'
import { profileFields } from './profile-fields.ts'
import { exportData } from './web/personal-data.ts'

/** Where the admin API begins. */
export const ADMIN_PATH = '/admin/v1'

/** What a token may do. */
export const adminScopes = [
  'users:read',
  'users:write',
  'users:erase',
  'events:read',
  'webhooks',
  'apps:read',
] as const

export type AdminScope = (typeof adminScopes)[number]

/** Errors of the admin API: the last part of `type`, the HTTP status and the title. */
export const problems = {
  bad_request: {
    status: 400,
    title:
      'The request cannot be read: broken JSON or escapes, no UTF-8, a null character, or half a surrogate pair.',
  },
  invalid_token: {
    status: 401,
    title: 'The token is missing, wrong, expired, ended, or not for this network.',
  },
  browser_refused: {
    status: 403,
    title: 'Browsers may not call the admin API: send neither Cookie nor Origin.',
  },
  insufficient_scope: { status: 403, title: 'The token lacks a scope.' },
  not_found: { status: 404, title: 'There is nothing here.' },
  method_not_allowed: { status: 405, title: 'This path has other methods, which Allow names.' },
  conflict: { status: 409, title: 'The present state does not allow this.' },
  still_manager: { status: 409, title: 'The person manages an organization.' },
  taken: { status: 409, title: 'Another account has this.' },
  changed_meanwhile: { status: 412, title: 'It is no longer as If-Match says: read it again.' },
  body_too_large: { status: 413, title: 'The body is larger than 256 KiB.' },
  bad_content_type: {
    status: 415,
    title: 'The body must be application/json, and not compressed.',
  },
  invalid_fields: { status: 422, title: 'A field is missing, unknown or wrong.' },
  too_many_requests: { status: 429, title: 'Too many requests: wait as Retry-After says.' },
  internal_error: { status: 500, title: 'The server failed: its log has this log_id.' },
  unavailable: {
    status: 503,
    title: 'The server cannot answer now: try again as Retry-After says.',
  },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemName = keyof typeof problems

/** Errors that every call may answer. */
export const commonProblems = [
  'bad_request',
  'invalid_token',
  'browser_refused',
  'insufficient_scope',
  'invalid_fields',
  'too_many_requests',
  'internal_error',
  'unavailable',
] as const satisfies readonly ProblemName[]

// Calls have no common type of fields, so tables of them need `any`.
// oxlint-disable typescript/no-explicit-any

/** Everything that server and documents know about one call of the admin API. */
export interface AdminCall<Query = any, Body = any, Answer = any> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `ADMIN_PATH`; `{id}` stands for a part. */
  readonly path: string
  readonly description: string
  readonly scope: AdminScope
  readonly query: Struct<Query, any>
  /** Undefined where no body is read. */
  readonly body: Struct<Body, any> | undefined
  /** Undefined where the reply is 204, without a body. */
  readonly reply: Struct<Answer, any> | undefined
  readonly status: 200 | 201 | 204
  /** Request headers with a meaning of their own. */
  readonly headers: readonly ('if-match' | 'if-none-match' | 'idempotency-key')[]
  /** Errors besides `commonProblems`. */
  readonly errors: readonly ProblemName[]
}

const none = object({})

function call<Query = {}, Body = undefined, Answer = undefined>(
  options: Pick<AdminCall, 'path' | 'description' | 'scope'> & {
    /** GET where nothing is said. */
    method?: AdminCall['method']
    query?: Struct<Query, any>
    body?: Struct<Body, any>
    reply?: Struct<Answer, any>
    status?: 201
    headers?: AdminCall['headers']
    /** Besides 404, which paths with a part may always answer. */
    errors?: AdminCall['errors']
  },
): AdminCall<Query, Body, Answer> {
  const { query = none as unknown as Struct<Query, any>, body, reply } = options
  const status = options.status ?? (reply === undefined ? 204 : 200)
  const gone: AdminCall['errors'] = options.path.includes('{') ? ['not_found'] : []
  const errors = [...gone, ...(options.errors ?? [])]
  return { method: 'GET', headers: [], ...options, query, body, reply, status, errors }
}

// oxlint-enable typescript/no-explicit-any

const cursor = optional(text(1024))
const limit = optional(pageSize)
const nextCursor = optional(anyText)
const page = object({ limit, cursor })
const events = object({ events: array(adminEvent), next_cursor: nextCursor })
const reasoned = object({ reason: operatorReason })
const newLocale = optional(profileFields.locale.input)

function act(verb: string, description: string) {
  return call({
    method: 'POST',
    path: `/users/{id}/${verb}`,
    description,
    scope: 'users:write',
    body: reasoned,
    reply: adminUser,
    headers: ['idempotency-key'],
    errors: ['conflict'],
  })
}

/** Every call, by the name that documents give it. */
export const adminCalls = {
  listUsers: call({
    path: '/users',
    description:
      'Lists accounts, newest first. `email`, `mobile`, `username` or `external_id` finds the one that has it, and `search` those whose name or identifier begins so.',
    scope: 'users:read',
    query: object({
      email: optional(email),
      mobile: optional(mobile),
      username: optional(username),
      external_id: optional(text(255)),
      source: optional(text(64)),
      search: optional(text(254, 3)),
      state: optional(accountState),
      created_since: optional(namedTime),
      limit,
      cursor,
    }),
    reply: object({ users: array(adminUser), next_cursor: nextCursor }),
  }),
  createUser: call({
    method: 'POST',
    path: '/users',
    description:
      'Makes an account for an address, a number or a username. With an Idempotency-Key, a repetition within 24 hours returns the same account.',
    scope: 'users:write',
    body: object({
      email: optional(email),
      email_verified: optional(boolean()),
      mobile: optional(mobile),
      mobile_verified: optional(boolean()),
      username: optional(username),
      name: optional(displayName),
      locale: newLocale,
      password: optional(password),
      password_hash: optional(text(2000)),
      app_id: optional(aid),
    }),
    reply: adminUser,
    status: 201,
    headers: ['idempotency-key'],
    errors: ['taken', 'conflict'],
  }),
  getUser: call({
    path: '/users/{id}',
    description: 'Returns an account, with its ETag.',
    scope: 'users:read',
    reply: adminUser,
    headers: ['if-none-match'],
  }),
  changeUser: call({
    method: 'PATCH',
    path: '/users/{id}',
    description:
      'Changes what is named; an empty username or external id takes it away. With If-Match only if the account still has this ETag.',
    scope: 'users:write',
    body: object({
      name: optional(displayName),
      locale: newLocale,
      username: optional(removableText(64)),
      external_id: optional(newExternalId),
    }),
    reply: adminUser,
    headers: ['if-match'],
    errors: ['taken', 'conflict', 'changed_meanwhile'],
  }),
  banUser: act('ban', 'Ends all sessions of an account, and lets nobody sign in to it.'),
  unbanUser: act('unban', 'Lets the owner of a banned account sign in again.'),
  freezeUser: act('freeze', 'Ends all sessions of an account for a while.'),
  unfreezeUser: act('unfreeze', 'Lets the owner of a frozen account sign in again.'),
  limitUser: act('limit', 'Lets nobody sign in to an account for now; sessions stay.'),
  unlimitUser: act('unlimit', 'Lets the owner of a limited account sign in again.'),
  restoreAddress: call({
    method: 'POST',
    path: '/users/{id}/restore',
    description:
      'Puts an address or a number back that left the account in the last 72 hours, and ends its sessions.',
    scope: 'users:write',
    body: object({ reason: operatorReason, address: text(254) }),
    reply: adminUser,
    headers: ['idempotency-key'],
    errors: ['conflict', 'taken'],
  }),
  resetPassword: act('password-reset', 'Ends password and sessions, and tells their owner.'),
  listSessions: call({
    path: '/users/{id}/sessions',
    description: 'Lists the 100 sessions of an account that were used last.',
    scope: 'users:read',
    reply: object({ sessions: array(adminSession) }),
  }),
  endSessions: call({
    method: 'DELETE',
    path: '/users/{id}/sessions',
    description: 'Signs a person out everywhere.',
    scope: 'users:write',
    headers: ['idempotency-key'],
  }),
  endSession: call({
    method: 'DELETE',
    path: '/users/{id}/sessions/{session_id}',
    description: 'Ends one session.',
    scope: 'users:write',
  }),
  exportUser: call({
    path: '/users/{id}/export',
    description:
      'Returns the copy of her data that a person can ask for herself; not for tokens of one application.',
    scope: 'users:read',
    reply: exportData.reply,
  }),
  eraseUser: call({
    method: 'DELETE',
    path: '/users/{id}',
    description: 'Erases an account at once, with all that belongs to it.',
    scope: 'users:erase',
    body: reasoned,
    errors: ['conflict', 'still_manager'],
  }),
  listUserEvents: call({
    path: '/users/{id}/events',
    description: 'Lists what happened to an account, newest first.',
    scope: 'events:read',
    query: page,
    reply: events,
  }),
  listUserAttempts: call({
    path: '/users/{id}/attempts',
    description:
      'Tells what somebody tried to sign in within the hours around `at`, by default the last 24: what was refused and why, and what became of messages. Not for tokens of one application.',
    scope: 'events:read',
    query: object({ at: optional(namedTime) }),
    reply: object({ attempts: array(adminAttempt), likely: anyText, tell: anyText }),
  }),
  listEvents: call({
    path: '/events',
    description: 'Lists what happened to all accounts, newest first.',
    scope: 'events:read',
    query: object({
      since: optional(namedTime),
      kind: optional(text(64)),
      limit,
      cursor,
    }),
    reply: events,
  }),
  listApps: call({
    path: '/apps',
    description: 'Lists the applications.',
    scope: 'apps:read',
    reply: object({ apps: array(adminApp) }),
  }),
  listWebhooks: call({
    path: '/webhooks',
    description: 'Lists the webhooks, without their secrets.',
    scope: 'webhooks',
    reply: object({ webhooks: array(webhook) }),
  }),
  addWebhook: call({
    method: 'POST',
    path: '/webhooks',
    description: 'Adds a webhook, which gets a ping; its secret is shown now only.',
    scope: 'webhooks',
    body: object({
      url: text(2000),
      kinds: size(array(webhookKind), 1, 100),
      app_id: optional(aid),
      with_profile: optional(boolean()),
      notify: optional(removableText(254)),
    }),
    reply: object({ webhook, secret: anyText }),
    status: 201,
  }),
  getWebhook: call({
    path: '/webhooks/{id}',
    description: 'Returns a webhook, without its secret.',
    scope: 'webhooks',
    reply: webhook,
  }),
  changeWebhook: call({
    method: 'PATCH',
    path: '/webhooks/{id}',
    description: 'Changes what is named; `off` gives up what waits for it.',
    scope: 'webhooks',
    body: object({
      url: optional(text(2000)),
      kinds: optional(size(array(webhookKind), 1, 100)),
      with_profile: optional(boolean()),
      notify: optional(removableText(254)),
      state: optional(enums(['on', 'off'])),
    }),
    reply: webhook,
    errors: ['conflict'],
  }),
  removeWebhook: call({
    method: 'DELETE',
    path: '/webhooks/{id}',
    description: 'Removes a webhook with its deliveries.',
    scope: 'webhooks',
  }),
  renewWebhookSecret: call({
    method: 'POST',
    path: '/webhooks/{id}/secret',
    description: 'Makes another secret, shown now only; the former one signs too for 24 hours.',
    scope: 'webhooks',
    reply: object({ secret: anyText }),
  }),
  listDeliveries: call({
    path: '/webhooks/{id}/deliveries',
    description: 'Lists what a webhook was told, newest first.',
    scope: 'webhooks',
    query: object({ state: optional(enums(['due', 'done', 'dead'])), limit, cursor }),
    reply: object({ deliveries: array(delivery), next_cursor: nextCursor }),
  }),
  replayDelivery: call({
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{event_id}/replay',
    description: 'Sends an event again to a webhook that is on.',
    scope: 'webhooks',
  }),
}

export type AdminCallName = keyof typeof adminCalls
