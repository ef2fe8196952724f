import type { CommonParams, Language } from '#protocol/common-params.ts'
import type { Endpoint, Received, Reply } from '#protocol/endpoint.ts'
import type { Family } from '#protocol/families.ts'
import type { App } from '../store/app-repository.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'
import type { LiveSession } from '../store/session-repository.ts'

/** Who calls, as far as the connection and its headers tell. */
export interface Caller {
  /** Address of the client; a forwarded one only when a configured proxy says so. */
  address: string
  /** Key for budgets: the IPv4 address, or the /64 of an IPv6 address. */
  prefix: string
  userAgent: string
  /** Origin of the page that calls; undefined for navigations and programs. */
  origin: string | undefined
  /** Web id of the browser, empty where none was sent. */
  webId: string
}

/** A file of a multipart body. */
export interface Upload {
  bytes: Uint8Array
  /** True when it was longer than allowed and has been cut. */
  truncated: boolean
}

/** A reply that is no envelope: a page or a picture. */
export interface PlainReply {
  status?: number
  type: string
  body: string | Uint8Array
  headers?: Readonly<Record<string, string>>
}

/** Everything about a call besides its payload. */
export interface Context {
  readonly services: Services
  readonly operation: string
  readonly family: Family
  readonly method: 'GET' | 'POST'
  /** Whether a browser goes to this address itself, rather than a script calling. */
  readonly isNavigation: boolean
  readonly logId: string
  /** Time of the call in milliseconds. */
  readonly now: number
  readonly language: Language
  readonly params: CommonParams
  readonly app: App
  readonly caller: Caller
  /** Whose session came with the call; looked up only where the row says so. */
  readonly session: LiveSession | undefined
  /** Token of the session cookie as it came, whether or not it still holds. */
  readonly sessionToken: string | undefined
  readonly upload: Upload | undefined
  /** A header of the request, by its name in lower case. */
  header(name: string): string | undefined
  /** Adds a Set-Cookie header to the reply. */
  setCookie(cookie: string): void
  /** Issues a CSRF token for a session, or for nobody with an empty hash. */
  bindCsrf(sessionHash: string): void
  /** Answers a browser navigation by going elsewhere; the log says `because` of which refusal. */
  redirect(location: string, because?: PassportError): void
  /** Answers with a page or a picture in place of the envelope; `because` as for `redirect`. */
  answerWith(reply: PlainReply, because?: PassportError): void
  /** Aborted when the caller hangs up before the reply. */
  left(): AbortSignal
}

/** What serves a row: payload in, reply out; refuses by throwing PassportError. */
export type Handler<Row extends Endpoint> = (
  call: Received<Row>,
  context: Context,
) => Promise<Reply<Row>> | Reply<Row>

/** One handler for each row of a protocol file, by the same name. */
export type Handlers<Group extends Record<string, Endpoint>> = {
  readonly [Name in keyof Group]: Handler<Group[Name]>
}

/** The session of a row that requires one. */
export function signedIn(context: Context): LiveSession {
  if (context.session === undefined) throw noSession()
  return context.session
}

/** What somebody is told who is not signed in; some clients look at the id alone. */
export function noSession(): PassportError {
  return new PassportError('session_expired', { user_id: 0, user_id_str: '0', has_login: 0 })
}
