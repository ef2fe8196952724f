import type { ErrorName } from '#protocol/errors.ts'

/** Step of signing in that attempts are kept of; `message` is one that was sent or not. */
export type AttemptStep =
  | 'sign-in'
  | 'code'
  | 'captcha'
  | 'second-step'
  | 'reset'
  | 'registration'
  | 'invitation'
  | 'provider'
  | 'qr'
  | 'consent'
  | 'message'
  | 'many'

/** What became of a message. */
export type MessageOutcome = 'sent' | 'refused' | 'given_up' | 'not_sent'

/** A refused or unfinished step, or a message; it names no account and no address. */
export interface Attempt {
  /** Begins with the time. */
  id: string
  at: number
  logId: string
  step: AttemptStep
  /** Empty for `many`: attempts that are only counted. */
  error: ErrorName | MessageOutcome | ''
  /** Keyed hash of the login or address that was sent; empty for none. */
  subject: string
  aid: number
  /** Keyed hash of the web id, which a browser claims; empty without one. */
  browser: string
  device: string
  network: string
  /** JSON of `AttemptDetail`. */
  detail: string
  /** Attempts that the row stands for. */
  count: number
}

/** Tables of attempts. */
export interface AttemptTables {
  attempts: Attempt
}
