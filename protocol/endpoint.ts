import { is, type Infer, type Struct } from 'superstruct'
import { fieldErrors, type ErrorName } from './errors.ts'
import { pathIn, type Family, type Paths } from './families.ts'

/**
 * How the request body of a POST is written; a GET has everything in the query. `any-form` is what
 * programs of others send as they please, in one line or in parts; our client sends a line.
 */
export type Body = 'form' | 'multipart' | 'any-form' | 'json'

// The row types are the one place where `any` is needed: a table of rows has no common payload.
// oxlint-disable typescript/no-explicit-any

/** One row of the protocol: all that is true of a call, for the client, the server and the docs. */
export interface Endpoint<
  Payload extends object = any,
  Reply extends object = any,
  Defaults extends Partial<Payload> = any,
> {
  /** Stable id of the operation: names limits, decisions and log lines. */
  readonly operation: string
  /** One or two sentences for a reader of the protocol document. */
  readonly description: string
  /** First the method that our client uses. */
  readonly methods: readonly ('GET' | 'POST')[]
  readonly paths: Paths
  readonly body: Body
  readonly payload: Struct<Payload, any>
  readonly reply: Struct<Reply, any>
  /** Values the server takes for fields that were not sent. */
  readonly defaults: Defaults
  /** Fields that travel sealed and are never logged. */
  readonly sensitive: readonly (keyof Payload & string)[]
  /** Exactly one of these must be sent; empty where the rule does not apply. */
  readonly oneOf: readonly (keyof Payload & string)[]
  /** `required`: without a session the call answers `session_expired`. */
  readonly session: 'none' | 'optional' | 'required'
  /** Success rule of replies in families without one of their own. */
  readonly rule: 'message' | 'auth'
  /** Errors of this operation itself; `errorsOf` knows the rest. */
  readonly errors: readonly ErrorName[]
  /**
   * Browsers go here themselves, from any page: such a GET is not refused for where it comes from, so
   * it must change nothing that a link could be abused for.
   */
  readonly navigation: boolean
  /** How long the client waits; longer than the usual 5000 ms only where hashing or uploading is done. */
  readonly timeoutMs: number
}

interface EndpointOptions<Payload extends object, Reply extends object, Defaults> {
  operation: string
  description: string
  methods?: readonly ('GET' | 'POST')[]
  paths: Paths
  body?: Body
  payload: Struct<Payload, any>
  reply: Struct<Reply, any>
  defaults?: Defaults
  sensitive?: readonly (keyof Payload & string)[]
  oneOf?: readonly (keyof Payload & string)[]
  session?: Endpoint['session']
  rule?: Endpoint['rule']
  errors?: readonly ErrorName[]
  navigation?: boolean
  timeoutMs?: number
}

/** Default wait of the client for a reply, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 5000

/** Wait for calls that hash a password or carry a file, in milliseconds. */
export const SLOW_REQUEST_TIMEOUT_MS = 15_000

/** Completes a row with the usual values: POST, form body, no session, message rule, 5000 ms. */
export function endpoint<
  Payload extends object,
  Reply extends object,
  const Defaults extends Partial<Payload> = {},
>(row: EndpointOptions<Payload, Reply, Defaults>): Endpoint<Payload, Reply, Defaults> {
  return {
    methods: ['POST'],
    body: 'form',
    defaults: {} as Defaults,
    sensitive: [],
    oneOf: [],
    session: 'none',
    rule: 'message',
    errors: [],
    navigation: false,
    timeoutMs: REQUEST_TIMEOUT_MS,
    ...row,
  }
}

/** All that a row may answer besides `commonErrors`: of its session, its fields and its own. */
export function errorsOf({ errors, payload, session }: Endpoint): ErrorName[] {
  const found = new Set<ErrorName>(session === 'required' ? ['session_expired'] : [])
  for (const [field, struct] of Object.entries<Struct>(payload.schema ?? {})) {
    const own = Object.hasOwn(fieldErrors, field) ? fieldErrors[field] : undefined
    if (own?.missing !== undefined && !is(undefined, struct)) found.add(own.missing)
    if (own !== undefined) found.add(own.malformed)
  }
  return [...new Set([...found, ...errors])]
}

/** What the server's handler receives: the payload with defaults filled in. */
export type Received<E extends Endpoint> = Infer<E['payload']>

/** What a handler must answer; anything more is cut off before it leaves. */
export type Reply<E extends Endpoint> = Infer<E['reply']>

/** What a caller passes: the payload, where fields with a default may be left out. */
export type Call<E extends Endpoint> =
  E extends Endpoint<infer Payload, any, infer Defaults>
    ? Omit<Payload, keyof Defaults> & Partial<Pick<Payload, keyof Defaults & keyof Payload>>
    : never

/** Every (family, path) at which a row is served, without trailing slashes; `:name` stands for a field. */
export function pathsOf(endpoint: Endpoint): { family: Family; path: string }[] {
  return (Object.entries(endpoint.paths) as [Family, readonly string[]][]).flatMap(
    ([family, tails]) => tails.map((tail) => ({ family, path: pathIn(family, tail) })),
  )
}

/** The path our client calls in a family, or undefined where the row is not offered there. */
export function pathOf(endpoint: Endpoint, family: Family): string | undefined {
  const tail = endpoint.paths[family]?.[0]
  return tail === undefined ? undefined : pathIn(family, tail)
}

/** Puts the fields that a path names into it, such as `key` into `image/:key`. */
export function fillPath(path: string, fields: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(fields[name] ?? ''))
}
