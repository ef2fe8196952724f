import { atom, type ReadableAtom } from 'nanostores'
import type { User } from '#protocol/objects.ts'
import { ChallengeClosed } from '../captcha/errors.ts'
import { NetworkError, type PassportError } from './client/errors.ts'
import type { Client, SecondPass, SecondVerification, TwoStepMethod } from './client/index.ts'
import type {
  AccountChange,
  PassportEventName,
  PassportEvents,
  PassportFailure,
  SuccessKind,
} from './events.ts'
import type { StepUpMethod } from './flows/two-step.ts'
import { noteProvider } from './last-provider.ts'
import { createLazyClient } from './lazy-client.ts'
import type { Messages } from './messages/messages.ts'
import { returnViews, type Settings, type StartView } from './settings.ts'

type Each<Name extends string, More = object> = { [One in Name]: { name: One } & More }[Name]

/** The current screen. */
export type View =
  | Each<Exclude<StartView, RejectionScreen>>
  | Each<StartView & RejectionScreen, { rejection?: Rejection; user?: User }>
  | Each<Exclude<RejectionScreen, StartView>, { rejection: Rejection }>
  | Each<'session', { user: User; hadFocus: boolean }>
  | Each<'no-session'>
  | { name: 'done'; user: User; result?: SignInResult }
  | { name: 'moved'; destination: string }

/** Result reached together with a sign-in. */
export type SignInResult = 'password-set' | 'kept'

/** Screens that explain a rejection; a page may open some itself. */
export type RejectionScreen =
  | 'blocked'
  | 'keep-account'
  | 'identity'
  | 'third-party'
  | 'move'
  | 'failed'

/** The rejection that such a screen explains. */
export type Rejection = Pick<PassportError, 'code' | 'message' | 'data' | 'logId'> & {
  name: string
}

/** A two-step verification that waits for the person. */
export interface TwoStepRequest {
  wanted: Omit<SecondVerification, 'ways'> & { ways: readonly StepUpMethod[] }
  /** Operation of a step-up, which returns a ticket. */
  scene?: string
  /** `secondVerifyWebOptions` of the page. */
  options: Readonly<Record<string, unknown>>
  pass(references: SecondPass, ticket: string): void
  close(): void
  /** Its screen could not be loaded. */
  fail(error: unknown): void
}

/** Functions of the embedding page. */
export interface EmbeddingPage {
  /** Dispatches an event; false when the page prevented its default. */
  emit<Name extends PassportEventName>(name: Name, detail: PassportEvents[Name]): boolean
  navigate(address: string): void
  openChallenge(decision: string, settings: Settings, signal: AbortSignal): Promise<unknown>
  /** `secondVerifyWebOptions` of the page. */
  secondVerifyOptions?(): Readonly<Record<string, unknown>>
  /** Return URL in the page's query; empty without one. */
  requestedNext(): string
  /** Whether the page's query asks for a choice of the account. */
  requestedPrompt(): boolean
  /** Ticket in the page's query; empty without one. */
  requestedTicket(): string
  /** Removes the ticket from the address, so that a reload does not repeat it. */
  dropTicket(): void
  sealRoot: string | undefined
  /** Returns the browser's web id; by default that of the cookie. */
  fingerprint?: () => string
  fetch?: typeof fetch | undefined
}

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
  go(view: View): void
  configure(settings: Settings, messages: Messages): void
  /**
   * Continues after a sign-in. People who may act for organizations choose first, unless `isChosen`. `next`
   * is the server's destination, in place of the page's own.
   */
  succeed(
    kind: SuccessKind,
    user: User,
    options?: { isChosen?: boolean; result?: SignInResult; next?: string },
  ): Promise<void>
  /** Emits `passport-session`; false when the page prevented the default. */
  tellSession(user: User | undefined): boolean
  /** Whether people are asked before a session is used. */
  asksFirst(): boolean
  report(failure: PassportFailure): void
  /** Emits `passport-changed`. */
  changed(change: AccountChange): void
  /** Emits `passport-authorized`; true when it goes to the page's server. */
  authorize(detail: PassportEvents['passport-authorized']): boolean
  cancel(): void
  /** Return URL; empty to stay on the page. */
  destination(): string
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

/** Creates the instance of one element. */
export function createInstance(
  page: EmbeddingPage,
  start: { prefix: string; settings: Settings; messages: Messages; view?: View },
): Instance {
  const $settings = atom(start.settings)
  const $messages = atom(start.messages)
  const $view = atom<View>(start.view ?? { name: start.settings.view })
  const $second = atom<TwoStepRequest | undefined>()
  const $isOpen = atom(false)
  const life = new AbortController()
  let client: Client | undefined
  let typed = ''
  let round = 0

  function secondVerify(verification: SecondVerification): Promise<SecondPass> {
    const { promise, resolve, reject } = Promise.withResolvers<SecondPass>()
    const options = page.secondVerifyOptions?.() ?? {}
    const isFirst = ({ way }: TwoStepMethod): boolean => way === options['way']
    const ways = [
      ...verification.ways.filter(isFirst),
      ...verification.ways.filter((one) => !isFirst(one)),
    ]
    const wanted = { ...verification, ways }
    const request = {
      wanted,
      options,
      pass: resolve,
      close: () => reject(new ChallengeClosed()),
      fail: reject,
    }
    // Only another implementation of the server could name no known method.
    if (wanted.ways.length === 0) reject(new NetworkError('requestFailed'))
    else if (page.emit('passport-second-verify', request)) $second.set(request)
    return promise.finally(() => $second.set(undefined))
  }

  function stepUp(ways: readonly StepUpMethod[], operation: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    $second.set({
      wanted: { smsCodeKey: '', verifyTicket: '', reason: '', ways },
      scene: operation,
      options: {},
      pass: (_, ticket) => resolve(ticket),
      close: () => reject(new ChallengeClosed()),
      fail: reject,
    })
    return promise.finally(() => $second.set(undefined))
  }

  return {
    prefix: start.prefix,
    $settings,
    $messages,
    $view,
    round: () => round,
    $second,
    stepUp,
    $isOpen,
    open: () => $isOpen.set(true),
    close: () => $isOpen.set(false),
    reset() {
      typed = ''
      round += 1
      $second.get()?.close()
      this.go({ name: $settings.get().view })
    },
    typedAddress: () => typed,
    remember(address) {
      typed = address
    },
    signal: life.signal,
    client() {
      const settings = $settings.get()
      client ??= createLazyClient({
        aid: settings.aid,
        subjectAid: settings.subjectAid,
        language: settings.language,
        server: settings.server,
        interface: settings.interface,
        sealRoot: page.sealRoot,
        openChallenge: (decision) => page.openChallenge(decision, settings, life.signal),
        secondVerify,
        fingerprint: page.fingerprint,
        fetch: page.fetch,
      })
      return client
    },
    go(view) {
      $view.set(view)
      page.emit('passport-view', { view: view.name })
    },
    configure(settings, messages) {
      const before = $settings.get()
      client = undefined
      $messages.set(messages)
      $settings.set(settings)
      if (before.view !== settings.view) this.go({ name: settings.view })
    },
    async succeed(kind, user, { isChosen, result, next: given } = {}) {
      if ($settings.get().pages !== undefined) noteProvider('')
      if ($settings.get().subjectAid && kind === 'sign-in' && !isChosen) {
        this.go({ name: 'identity', user })
        return
      }
      if (kind !== 'session' && isOtherOrigin($settings.get().server)) {
        const { requireKeptSession } = await import('./flows/session.ts')
        if (!(await requireKeptSession(this))) return
      }
      const next = given ?? this.destination()
      if (!page.emit('passport-success', { kind, user, next })) return
      const stay = (): void => this.go({ name: 'done', user, ...(result && { result }) })
      const { view } = $settings.get()
      const own = returnViews.find((name) => name === view)
      if (own && given === undefined) this.go({ name: own })
      else if ($settings.get().redirectUri !== '') {
        import('./flows/exchange-code.ts').then(
          ({ sendExchangeCode }) => sendExchangeCode(this, stay),
          (error: unknown) => {
            this.report({ reason: 'internal', message: String(error) })
            stay()
          },
        )
      } else if (next === '') stay()
      else page.navigate(next)
    },
    tellSession: (user) => page.emit('passport-session', { user }),
    asksFirst() {
      const { pages, prompt } = $settings.get()
      return prompt === 'login' || (pages !== undefined && page.requestedPrompt())
    },
    report(failure) {
      page.emit('passport-error', failure)
    },
    changed(change) {
      page.emit('passport-changed', change)
    },
    authorize(detail) {
      const goesOn = page.emit('passport-authorized', detail)
      if (goesOn) page.navigate(detail.redirectUrl)
      return goesOn
    },
    cancel() {
      page.emit('passport-cancel', { view: $view.get().name })
    },
    destination() {
      const { pages, next } = $settings.get()
      // Only on the site's own pages is the query meant for the element.
      return (pages === undefined ? '' : page.requestedNext()) || next
    },
    hasDestination() {
      return $settings.get().redirectUri !== '' || this.destination() !== ''
    },
    // On other pages the query is not meant for the element.
    requestedTicket: () => ($settings.get().pages === undefined ? '' : page.requestedTicket()),
    dropTicket() {
      if ($settings.get().pages !== undefined) page.dropTicket()
    },
    returnQuery() {
      const next = $settings.get().pages === undefined ? '' : page.requestedNext()
      return next === '' ? '' : `?${new URLSearchParams({ next })}`
    },
    dispose() {
      life.abort()
    },
  }
}

// Only there can a browser accept the reply but refuse the cookie.
function isOtherOrigin(server: string): boolean {
  return server !== '' && typeof self !== 'undefined' && server !== self.origin
}
