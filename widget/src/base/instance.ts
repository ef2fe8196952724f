import type { ReadableAtom } from 'nanostores'
import type { User } from '#protocol/objects.ts'
import type { Client } from '../client/index.ts'
import type { AccountChange, PassportEvents, PassportFailure } from './events.ts'
import type { Messages } from '../messages/messages.ts'
import type { Settings } from './settings.ts'
import type { StepUpMethod, TwoStepRequest } from './two-step-request.ts'
import type { SignInResult, View } from './views.ts'

/** State and functions of one element; elements share nothing. */
export interface Instance {
  /** Prefix of every id of this element. */
  readonly prefix: string
  readonly $settings: ReadableAtom<Settings>
  readonly $messages: ReadableAtom<Messages>
  readonly $view: ReadableAtom<View>
  /** Number of resets; screens from before a reset are discarded. */
  round(): number
  /** Two-step verification shown in place of the screen. */
  readonly $second: ReadableAtom<TwoStepRequest | undefined>
  /** Asks for a step-up and returns its ticket. */
  stepUp(ways: readonly StepUpMethod[], operation: string): Promise<string>
  /** Whether the dialog is open. */
  readonly $isOpen: ReadableAtom<boolean>
  open(): void
  close(): void
  /** Returns to the first screen. */
  reset(): void
  /** Last typed address, carried from screen to screen. */
  typedAddress(): string
  remember(address: string): void
  /** Aborted when the element is removed. */
  readonly signal: AbortSignal
  client(): Client
  /** Fetches the keys for sealing before a credential is typed. */
  readonly prepare: () => void
  go(view: View): void
  configure(settings: Settings, messages: Messages): void
  /**
   * Continues after a sign-in, or with a session from before if `isKnown`. People who may act for
   * organizations choose first, unless `isChosen`. `next` is the server's destination, in place of the
   * page's own, and `end` shows on a page that stays what has come of it, in place of the usual end.
   */
  succeed(
    user: User,
    options?: {
      isKnown?: boolean
      isChosen?: boolean
      /** What the browser remembers as used last; otherwise a method that it does not mark. */
      by?: 'passkey'
      result?: SignInResult
      next?: string
      end?: () => void
    },
  ): Promise<void>
  /** Emits `passport-session`; false when the page prevented the default. */
  tellSession(user: User | undefined): boolean
  /** Whether people are asked before a session is used. */
  asksFirst(): boolean
  /** Whether people prove themselves although they have a session. */
  asksAnew(): boolean
  report(failure: PassportFailure): void
  /** Emits `passport-changed`. */
  changed(change: AccountChange): void
  /** Emits `passport-authorized`; true when it goes to the page's server. */
  authorize(detail: PassportEvents['passport-authorized']): boolean
  cancel(): void
  /** Return URL; empty to stay on the page. */
  destination(): string
  /** Leads to another page of the site after the sign-in. */
  leadTo(path: string): void
  /** Whether there is a return URL, with a code or without. */
  hasDestination(): boolean
  /** Ticket for a new password in the address of the site's own page; empty without one. */
  requestedTicket(): string
  /** Removes a used or expired ticket from the address. */
  dropTicket(): void
  /** Query for links between the site's own pages, which keeps the return URL. */
  returnQuery(): string
  dispose(): void
}

/** Whether calls go to another origin, where alone a browser may accept a reply but refuse its cookie. */
export function isOtherOrigin(server: string): boolean {
  return server !== '' && typeof self !== 'undefined' && server !== self.origin
}
