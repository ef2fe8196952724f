import type { Infer, Struct } from 'superstruct'
import type { adminCalls, AdminCallName } from '#protocol/admin.ts'
import type { Actor } from '../calls/operator-source.ts'
import type { Cursors } from '../lib/cursors.ts'
import type { Services } from '../services/services.ts'
import type { AccountView } from '../store/account-list-repository.ts'
import type { AdminToken } from '../store/schema/applications.ts'

/** One call of the admin API besides its fields. */
export interface AdminContext {
  readonly services: Services
  readonly token: AdminToken
  readonly actor: Actor
  /** Which accounts the token sees. */
  readonly view: AccountView
  readonly cursors: Cursors
  /** Part of the path in braces. */
  param(name: string): string
  /** A header of the request, by its name in lower case. */
  header(name: string): string | undefined
  /** Returns a keyed hash of a request, which may hold a password. */
  digestOf(value: unknown): string
  /** Aborted when the caller disconnects before the reply. */
  signal(): AbortSignal
  /** Adds a header to the reply. */
  setHeader(name: string, value: string): void
}

type Calls = typeof adminCalls
// A call without a body, or without a reply, has a struct of undefined in its type.
// oxlint-disable-next-line typescript/no-explicit-any
type Value<Of> = NonNullable<Of> extends Struct<infer Fields, any> ? Fields : undefined

/** Fields of a call. */
export interface AdminFields<Name extends AdminCallName> {
  query: Infer<Calls[Name]['query']>
  body: Value<Calls[Name]['body']>
}

/** Reply of a call. */
export type Reply<Name extends AdminCallName> = Value<Calls[Name]['reply']>

/** Answers the calls of the admin API. @throws ProblemError, OperatorError, PassportError */
export type AdminHandlers = {
  readonly [Name in AdminCallName]: (
    fields: AdminFields<Name>,
    context: AdminContext,
  ) => Promise<Reply<Name>>
}
