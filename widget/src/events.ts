import type { User } from '#protocol/objects.ts'
import type { SecondPass, SecondVerification } from './client/index.ts'
import type { AttributeName } from './settings.ts'
import type { View } from './instance.ts'

/** What each event of the element carries in `detail`. */
export interface PassportEvents {
  /** The element works: it has rendered and listens. */
  'passport-ready': { view: View['name'] }
  /** Another screen is shown. */
  'passport-view': { view: View['name'] }
  /** Who is signed in, as soon as that is known, and after a sign-out; unless prevented, the element continues with them. */
  'passport-session': { user: User | undefined }
  /** Someone signed in or signed up, or continued; unless prevented, the page goes to `next`, if there is one. */
  'passport-success': { kind: SuccessKind; user: User; next: string }
  /**
   * The host's server can learn who signed in by a code, good once and for 60 seconds; unless
   * prevented, the page goes to `redirectUrl`, which carries it.
   */
  'passport-authorized': { code: string; state: string; iss: string; redirectUrl: string }
  /** The person changed something about their account. */
  'passport-changed': AccountChange
  /** Something failed: a call, or an attribute that cannot be used. */
  'passport-error': PassportFailure
  /**
   * A captcha is asked for. Prevent it to show one of your own; then call `pass` when it is passed
   * or `close` when the person gave up.
   */
  'passport-challenge': { decision: string; pass: () => void; close: () => void }
  /**
   * A two-step verification is asked for. Prevent it to show one of your own; then call `pass` with
   * its references when it is passed, or `close` when the person gave up.
   */
  'passport-second-verify': {
    wanted: SecondVerification
    options: Readonly<Record<string, unknown>>
    pass: (references: SecondPass) => void
    close: () => void
  }
  /** The person closed the captcha or the two-step verification. */
  'passport-cancel': { view: View['name'] }
}

/** How somebody came to be signed in; `session` means that they were already. */
export type SuccessKind = 'sign-in' | 'sign-up' | 'session'

/** What became of a part of an account; `account` itself is removed when it is closed. */
export interface AccountChange {
  what: 'email' | 'mobile' | 'connection' | 'password' | 'profile' | 'account'
  did: 'set' | 'removed'
}

/** What went wrong, for the page that embeds the element; `session` means that none was kept. */
export type PassportFailure =
  | { reason: 'attribute'; attribute: AttributeName; value: string; message: string }
  | { reason: 'call'; name: string; message: string; logId: string }
  | { reason: 'session'; message: string }
  | { reason: 'internal'; message: string }

/** Name of an event of the element. */
export type PassportEventName = keyof PassportEvents
