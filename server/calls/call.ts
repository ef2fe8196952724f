import type { Readable } from 'node:stream'
import type { CommonParams, Language } from '#protocol/common-params.ts'
import type { Family } from '#protocol/families.ts'
import type { Upload } from '../http/request-body.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { App } from '../store/app-repository.ts'
import type { LiveSession } from '../store/session-repository.ts'
import type { Session } from '../store/schema/accounts.ts'
import type { AttemptStep } from '../store/schema/attempts.ts'

/** Sender of a request, as read from the connection and its headers. */
export interface Caller {
  /** Address of the client; X-Forwarded-For counts only from a trusted proxy. */
  address: string
  /** Key of rate limits: the IPv4 address, or the /64 of an IPv6 address. */
  prefix: string
  userAgent: string
  /** Origin of the page that calls; undefined for navigations and clients without pages. */
  origin: string | undefined
  /** Web id of the browser; empty where none was sent. */
  webId: string
}

/** A reply that is no envelope: a page, a picture or a file. */
export interface PlainReply {
  status?: number
  type: string
  body: string | Uint8Array | Readable
  headers?: Readonly<Record<string, string>>
}

/** One request besides its payload, with the services that its use case needs. */
export interface Call<Services> {
  readonly services: Services
  readonly operation: string
  readonly family: Family
  readonly method: 'GET' | 'POST'
  /** Whether a browser navigates to this address, rather than a script calling. */
  readonly isNavigation: boolean
  readonly logId: string
  /** Time of the call in milliseconds. */
  readonly now: number
  readonly language: Language
  readonly params: CommonParams
  /** Fields that are only recorded with the event of the call, as JSON; empty without any. */
  readonly clientFields: string
  readonly app: App
  readonly caller: Caller
  /** Session of the call; looked up only where the endpoint asks for it. */
  readonly session: LiveSession | undefined
  /** Token of the session cookie, valid or not. */
  readonly sessionToken: string | undefined
  readonly upload: Upload | undefined
  /** Whether a field stands in the address, which logs of others may keep. */
  isInAddress(field: string): boolean
  /** A header of the request, by its name in lower case. */
  header(name: string): string | undefined
  /** Adds a Set-Cookie header to the reply. */
  setCookie(cookie: string): void
  /** Issues a CSRF token for a session, or for nobody with an empty hash. */
  bindCsrf(sessionHash: string): void
  /** Answers a navigation with a redirect; `because` is for the log. */
  redirect(location: string, because?: PassportError): void
  /** Answers with a page or a picture in place of the envelope. */
  answerWith(reply: PlainReply, because?: PassportError): void
  /** Aborted when the caller disconnects before the reply. */
  signal(): AbortSignal
  readonly progress: Progress
}

/** State of a call while it is served. */
export interface Progress {
  isCaptchaPassed: boolean
  /** Method of the second proof that the call was repeated with; undefined without one. */
  secondMethod: Session['secondMethod'] | undefined
  /** Give captcha and second proof back to a call that was not made. */
  readonly giveBacks: (() => Promise<void>)[]
  /** Token of the session that the call opened; empty before. */
  openedToken: string
  /** Login or address of whom the call is about, where its payload does not tell; for support. */
  subject: string
  /** Step of signing in, where the operation does not tell; for support. */
  step: AttemptStep | undefined
  /** What a reply refuses that is no error, such as a page; for support. */
  refusal: PassportError | undefined
  /** Session that the call was found to have; for support. */
  session: LiveSession | undefined
}

export function startProgress(): Progress {
  return {
    isCaptchaPassed: false,
    secondMethod: undefined,
    giveBacks: [],
    openedToken: '',
    subject: '',
    step: undefined,
    refusal: undefined,
    session: undefined,
  }
}

/** The part of a call that a security event records. */
export interface RequestSource {
  readonly app: { readonly aid: number }
  readonly caller: { readonly address: string; readonly userAgent: string }
  readonly operation: string
  /** Fields of the call that are only recorded, as JSON; empty without any. */
  readonly clientFields?: string
}

/** Returns the session of a call that requires one. @throws session_expired */
export function signedIn({ session }: Pick<Call<unknown>, 'session'>): LiveSession {
  if (session === undefined) throw noSession()
  return session
}

/** Returns the error for callers without a session; some clients read only its ids. */
export function noSession(): PassportError {
  return new PassportError('session_expired', { user_id: 0, user_id_str: '0', has_login: 0 })
}
