import type { User } from '#protocol/objects.ts'
import type { SecondPass, SecondVerification } from '../client/index.ts'
import type { AccountPageName, AccountSectionName } from './account-pages.ts'
import type { AttributeName } from './settings.ts'
import type { View } from './views.ts'

/** `detail` of each event of the element. */
export interface PassportEvents {
  /** Emitted when the element has rendered and listens. */
  'passport-ready': { view: View['name'] }
  /** Emitted when another screen is shown. */
  'passport-view': { view: View['name'] }
  /**
   * Emitted when it is known who is signed in, and after a sign-out; unless prevented, the element
   * continues with that session.
   */
  'passport-session': { user: User | undefined }
  /** Emitted after a sign-in or sign-up; the page then goes to `next`, if there is one. */
  'passport-success': { kind: SuccessKind; user: User; next: string }
  /**
   * Emitted with an exchange code for the page's server, valid once and for 60 seconds; unless
   * prevented, the page goes to `redirectUrl`, which contains it.
   */
  'passport-authorized': { code: string; state: string; iss: string; redirectUrl: string }
  /** Emitted when the person changed their account. */
  'passport-changed': AccountChange
  /** Emitted when a call failed or an attribute is invalid. */
  'passport-error': PassportFailure
  /**
   * Emitted when a call needs a captcha. Prevent it to show your own; then call `pass` when it is
   * passed, or `close` when the person cancelled.
   */
  'passport-challenge': { decision: string; pass: () => void; close: () => void }
  /**
   * Emitted when a call needs two-step verification. Prevent it to show your own; then call `pass`
   * with its references when it is passed, or `close` when the person cancelled.
   */
  'passport-second-verify': {
    wanted: SecondVerification
    options: Readonly<Record<string, unknown>>
    pass: (references: SecondPass) => void
    close: () => void
  }
  /** Emitted when the person closed a captcha or a two-step verification. */
  'passport-cancel': { view: View['name'] }
}

/** `detail` of each event of `<passport-account>`. */
export interface AccountEvents extends Omit<PassportEvents, 'passport-ready' | 'passport-view'> {
  'passport-ready': { view: AccountPageName }
  /** Emitted when the person chose another page, which it shows unless prevented. */
  'passport-view': { view: AccountPageName; section?: AccountSectionName }
  /** Emitted about what was done or failed; unless prevented, the element shows the text. */
  'passport-notice': { kind: NoticeKind; text: string }
}

/** Whether a notice is about something done, or about something that failed. */
export type NoticeKind = 'done' | 'failed'

/** Kind of a success; `session` means that the person was signed in already. */
export type SuccessKind = 'sign-in' | 'sign-up' | 'session'

/** Change of an account; `account` is removed when its deletion is scheduled. */
export interface AccountChange {
  what: 'email' | 'mobile' | 'connection' | 'password' | 'profile' | 'account'
  did: 'set' | 'removed'
}

/** An attribute that cannot be used, which counts as absent. */
export interface AttributeFailure {
  reason: 'attribute'
  attribute: AttributeName | 'sections'
  value: string
  message: string
}

/**
 * Failure reported to the page; `session` means that the browser kept none, and `field` is the field
 * beside which the element shows it.
 */
export type PassportFailure =
  | AttributeFailure
  | { reason: 'call'; name: string; message: string; logId: string; field?: string }
  | { reason: 'session'; message: string }
  | { reason: 'internal'; message: string }

/** Name of an event of the element. */
export type PassportEventName = keyof PassportEvents
