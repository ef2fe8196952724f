import {
  array,
  boolean,
  enums,
  integer,
  object,
  optional,
  pattern,
  refine,
  type Infer,
  type Struct,
} from 'superstruct'
import { anyText, fromText, isVisible, removableText, seconds, text } from './fields.ts'
import { webhookKinds } from './webhook-kinds.ts'

/** States of accounts. */
export const accountStates = ['active', 'limited', 'frozen', 'banned', 'cancelling'] as const

export const accountState = enums(accountStates)

/** Id of an account in another product; `source` names the product, `api` what this API gave. */
const externalId = object({ source: anyText, id: anyText })

/** That of the API, as imports take it; empty for none. */
export const newExternalId = pattern(removableText(255), /^\P{C}*$/u)

/** A person's account. Fields without a value are left out; times are seconds. */
export const adminUser = object({
  id: anyText,
  external_ids: array(externalId),
  name: anyText,
  username: optional(anyText),
  email: optional(anyText),
  /** Whether the address is proved; an unproved one signs in only with the password. */
  email_verified: boolean(),
  /** Always proved. */
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

/** A session of an account. */
export const adminSession = object({
  id: anyText,
  app_id: integer(),
  name: anyText,
  device: anyText,
  /** Network address without its last part. */
  address: anyText,
  created_at: seconds,
  last_seen_at: seconds,
  expires_at: seconds,
})

/** A security event. */
export const adminEvent = object({
  id: anyText,
  kind: anyText,
  user_id: anyText,
  /** The operation; of what operators did, `cli` or `token:` and its id, with the reason. */
  by: anyText,
  app_id: integer(),
  device: anyText,
  address: anyText,
  created_at: seconds,
})

/** What somebody tried, or what became of a message to her. */
export const adminAttempt = object({
  at: seconds,
  /** A sentence for people of support. */
  text: anyText,
  /** Letter of the browser, within this reply; may be empty. */
  browser: anyText,
  device: anyText,
  /** Network address without its last part. */
  network: anyText,
  /** What the person saw under "Details"; may be empty. */
  log_id: anyText,
})

/** An application. */
export const adminApp = object({
  app_id: integer(),
  name: anyText,
  origins: array(anyText),
  redirects: array(anyText),
})

/** What a webhook can be told of. */
export const webhookKind = enums(webhookKinds)

/** A webhook, without its secret. */
export const webhook = object({
  id: anyText,
  url: anyText,
  kinds: array(webhookKind),
  /** The application of which alone it is told; absent for all. */
  app_id: optional(integer()),
  /** Whether `user.created` and `user.updated` carry the user object. */
  with_profile: boolean(),
  /** Mailbox that is told when it is switched off; may be empty. */
  notify: anyText,
  state: enums(['on', 'off']),
  /** Since when it has been failing; absent while it answers. */
  failing_since: optional(seconds),
  created_at: seconds,
})

/** One event for one webhook. */
export const delivery = object({
  event_id: anyText,
  kind: anyText,
  state: enums(['due', 'done', 'dead']),
  attempts: integer(),
  /** HTTP status of the last answer; 0 for none. */
  status: integer(),
  /** Why the last attempt failed. */
  error: anyText,
  /** Milliseconds that the last attempt took. */
  ms: integer(),
  created_at: seconds,
})

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

/** Why an operator does something: one line, all of whose characters people can see. */
export const operatorReason: Struct<string, null> = refine(
  fromText(text(500), (value) => value.replaceAll(/\s+/gu, ' ').trim()),
  'visible',
  isVisible,
)
