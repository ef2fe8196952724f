import {
  array,
  boolean,
  enums,
  integer,
  object,
  optional,
  type Infer,
  type Struct,
} from 'superstruct'
import { anyText, email, mobile, namedTime, pageSize, seconds, text, username } from './fields.ts'

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
  bad_request: { status: 400, title: 'The request cannot be read.' },
  invalid_token: {
    status: 401,
    title: 'The token is missing, wrong, expired, ended, or not for this network.',
  },
  browser_refused: { status: 403, title: 'Browsers may not call the admin API.' },
  insufficient_scope: { status: 403, title: 'The token lacks a scope.' },
  not_found: { status: 404, title: 'There is nothing here.' },
  conflict: { status: 409, title: 'The present state does not allow this.' },
  taken: { status: 409, title: 'Another account has this.' },
  changed_meanwhile: { status: 412, title: 'It is no longer as If-Match says.' },
  body_too_large: { status: 413, title: 'The body is too large.' },
  bad_content_type: { status: 415, title: 'The body must be application/json.' },
  invalid_fields: { status: 422, title: 'A field is missing, unknown or wrong.' },
  too_many_requests: { status: 429, title: 'Too many requests.' },
  internal_error: { status: 500, title: 'The server failed.' },
  unavailable: { status: 503, title: 'The server cannot answer now.' },
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

/** Body of an error (RFC 9457), of type `application/problem+json`. */
export const problem = object({
  type: anyText,
  title: anyText,
  status: integer(),
  detail: optional(anyText),
  log_id: anyText,
  errors: optional(array(object({ field: anyText, reason: anyText }))),
})

export type Problem = Infer<typeof problem>

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
  readonly headers: readonly ('if-match' | 'idempotency-key')[]
  /** Errors besides `commonProblems`. */
  readonly errors: readonly ProblemName[]
}

const none = object({})

function call<Query = {}, Body = undefined, Answer = undefined>(
  options: Pick<AdminCall, 'method' | 'path' | 'description' | 'scope'> & {
    query?: Struct<Query, any>
    body?: Struct<Body, any>
    reply?: Struct<Answer, any>
    status?: 201
    headers?: AdminCall['headers']
    errors?: AdminCall['errors']
  },
): AdminCall<Query, Body, Answer> {
  const { query = none as unknown as Struct<Query, any>, body, reply } = options
  const status = options.status ?? (reply === undefined ? 204 : 200)
  return { headers: [], errors: [], ...options, query, body, reply, status }
}

// oxlint-enable typescript/no-explicit-any

const accountState = enums(['active', 'limited', 'frozen', 'banned', 'cancelling'])

/** A person's account. Fields without a value are left out; times are seconds. */
export const adminUser = object({
  id: anyText,
  name: anyText,
  username: optional(anyText),
  email: optional(anyText),
  /** Whether the address is proved; an unproved one signs in only with the password. */
  email_verified: boolean(),
  mobile: optional(anyText),
  state: accountState,
  locale: anyText,
  created_at: seconds,
  /** Of the sessions that have not ended; absent without one. */
  last_seen_at: optional(seconds),
  has_password: boolean(),
  /** Providers whose accounts are linked. */
  linked: array(anyText),
})

export type AdminUser = Infer<typeof adminUser>

const cursor = optional(text(1024))
const limit = optional(pageSize)
const nextCursor = optional(anyText)

/** Every call, by the name that documents give it. */
export const adminCalls = {
  listUsers: call({
    method: 'GET',
    path: '/users',
    description:
      'Lists accounts, newest first; `email`, `mobile` or `username` finds the one that has it.',
    scope: 'users:read',
    query: object({
      email: optional(email),
      mobile: optional(mobile),
      username: optional(username),
      state: optional(accountState),
      created_since: optional(namedTime),
      limit,
      cursor,
    }),
    reply: object({ users: array(adminUser), next_cursor: nextCursor }),
  }),
  getUser: call({
    method: 'GET',
    path: '/users/{id}',
    description: 'Returns an account, with its ETag.',
    scope: 'users:read',
    reply: adminUser,
    errors: ['not_found'],
  }),
}

export type AdminCallName = keyof typeof adminCalls
