import { is, type Infer, type Struct } from 'superstruct'
import type { ErrorName } from './errors.ts'
import { fieldErrors } from './field-errors.ts'
import { pathIn, type Family, type Paths } from './families.ts'

/** Encoding of a POST body; `any-form` takes URL-encoded and multipart bodies of other programs. */
export type Body = 'form' | 'multipart' | 'any-form' | 'json'

// Endpoints have no common payload type, so tables of them need `any`.
// oxlint-disable typescript/no-explicit-any

/** Everything that client, server and documents know about one call. */
export interface Endpoint<
  Payload extends object = any,
  Answer extends object = any,
  Defaults extends Partial<Payload> = any,
> {
  /** Stable id in limits, decisions and log lines. */
  readonly operation: string
  /** Text of the protocol document. */
  readonly description: string
  /** Our client uses the first one. */
  readonly methods: readonly ('GET' | 'POST')[]
  readonly paths: Paths
  readonly body: Body
  readonly payload: Struct<Payload, any>
  readonly reply: Struct<Answer, any>
  /** Values of fields that were not sent. */
  readonly defaults: Defaults
  /** Fields that are sealed by the client and never logged. */
  readonly sensitive: readonly (keyof Payload & string)[]
  /** Fields without effect here, stored with the security event of the call. */
  readonly recorded: readonly (keyof Payload & string)[]
  /** Fields of which exactly one must be sent; empty means no such rule. */
  readonly oneOf: readonly (keyof Payload & string)[]
  /** With `required`, a call without a session answers `session_expired`. */
  readonly session: 'none' | 'optional' | 'required'
  /** Success rule of replies outside the sso families. */
  readonly rule: 'message' | 'auth'
  /** Whether a call that names no application is one of the site. */
  readonly aid: 'required' | 'site'
  /** Errors of this operation; `errorsOf` adds those of its session and fields. */
  readonly errors: readonly ErrorName[]
  /** Browsers may navigate here from any site, so a GET must change nothing that a link could abuse. */
  readonly navigation: boolean
  /** Whether a POST changes nothing either, so that it needs no CSRF token; a GET never does. */
  readonly isSafe: boolean
  /** Client timeout in milliseconds. */
  readonly timeoutMs: number
}

type Needed = 'operation' | 'description' | 'paths' | 'payload' | 'reply'

/** What is said about an endpoint; the rest has defaults. */
export type EndpointOptions<
  Payload extends object,
  Answer extends object,
  Defaults extends Partial<Payload>,
> = Pick<Endpoint<Payload, Answer, Defaults>, Needed> &
  Partial<Omit<Endpoint<Payload, Answer, Defaults>, Needed>>

/** Default client timeout in milliseconds. */
export const REQUEST_TIMEOUT_MS = 5000

/** Client timeout in milliseconds for calls that hash a password or upload a file. */
export const SLOW_REQUEST_TIMEOUT_MS = 15_000

/** Returns an endpoint with defaults for every option that was left out. */
export function endpoint<
  Payload extends object,
  Answer extends object,
  const Defaults extends Partial<Payload> = {},
>(options: EndpointOptions<Payload, Answer, Defaults>): Endpoint<Payload, Answer, Defaults> {
  return {
    methods: ['POST'],
    body: 'form',
    defaults: {} as Defaults,
    sensitive: [],
    recorded: [],
    oneOf: [],
    session: 'none',
    rule: 'message',
    aid: 'required',
    errors: [],
    navigation: false,
    isSafe: false,
    timeoutMs: REQUEST_TIMEOUT_MS,
    ...options,
  }
}

/** Returns whether an endpoint changes nothing and needs no CSRF token; our client mostly calls it by GET. */
export function readsOnly({ isSafe, methods }: Endpoint): boolean {
  return isSafe || methods[0] === 'GET'
}

/** Returns every error that an endpoint may answer besides `commonErrors`. */
export function errorsOf({ errors, payload, session }: Endpoint): ErrorName[] {
  const names = new Set<ErrorName>(session === 'required' ? ['session_expired'] : [])
  for (const [field, struct] of Object.entries<Struct>(payload.schema ?? {})) {
    const ofField = Object.hasOwn(fieldErrors, field) ? fieldErrors[field] : undefined
    if (ofField?.missing !== undefined && !is(undefined, struct)) names.add(ofField.missing)
    if (ofField !== undefined) names.add(ofField.malformed)
  }
  for (const name of errors) names.add(name)
  return [...names]
}

/** Payload with defaults filled in, as the server's handler receives it. */
export type Received<E extends Endpoint> = Infer<E['payload']>

/** Reply of a handler; fields outside the struct are removed before sending. */
export type Reply<E extends Endpoint> = Infer<E['reply']>

/** Payload as a caller passes it: fields with a default are optional. */
export type Call<E extends Endpoint> =
  E extends Endpoint<infer Payload, any, infer Defaults>
    ? Omit<Payload, keyof Defaults> & Partial<Pick<Payload, keyof Defaults & keyof Payload>>
    : never

/** Returns every path of an endpoint without trailing slash; `:name` is a placeholder for a field. */
export function pathsOf({ paths }: Endpoint): { family: Family; path: string }[] {
  return (Object.entries(paths) as [Family, readonly string[]][]).flatMap(([family, tails]) =>
    tails.map((tail) => ({ family, path: pathIn(family, tail) })),
  )
}

/** Returns the path that our client calls, or undefined if the family lacks the endpoint. */
export function pathOf({ paths }: Endpoint, family: Family): string | undefined {
  const tail = paths[family]?.[0]
  return tail === undefined ? undefined : pathIn(family, tail)
}

/** Replaces placeholders such as `:key` by the values of fields. */
export function fillPath(path: string, fields: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(fields[name] ?? ''))
}
