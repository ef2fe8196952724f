import { atom, type ReadableAtom } from 'nanostores'
import type { User } from '#protocol/objects.ts'
import { ChallengeClosed } from '../captcha/errors.ts'
import { NetworkError, type PassportError } from './client/errors.ts'
import type { Client, SecondPass, SecondVerification, SecondWay } from './client/index.ts'
import type {
  AccountChange,
  PassportEventName,
  PassportEvents,
  PassportFailure,
  SuccessKind,
} from './events.ts'
import type { StepUpWay } from './flows/two-step.ts'
import { noteProvider } from './last-provider.ts'
import { createLazyClient } from './lazy-client.ts'
import type { Messages } from './messages/messages.ts'
import { returnViews, type Settings, type StartView } from './settings.ts'

type Each<Name extends string, More = object> = { [One in Name]: { name: One } & More }[Name]

/** The screen that is shown. */
export type View =
  | Each<Exclude<StartView, StopName>>
  | Each<StartView & StopName, { rejection?: Rejection; user?: User }>
  | Each<Exclude<StopName, StartView>, { rejection: Rejection }>
  | Each<'session', { user: User; hadFocus: boolean }>
  | Each<'no-session'>
  | { name: 'done'; user: User; result?: SignInResult }
  | { name: 'moved'; destination: string }

/** What was reached together with a sign-in. */
export type SignInResult = 'password-set' | 'kept'

/** Screens for rejections that need more than a text beside the form; a page may open some itself. */
export type StopName = 'blocked' | 'keep-account' | 'identity' | 'third-party' | 'move' | 'failed'

/** The rejection that such a screen explains. */
export type Rejection = Pick<PassportError, 'code' | 'message' | 'data' | 'logId'> & {
  name: string
}

/** A two-step verification that waits for the person. */
export interface TwoStepRequest {
  wanted: Omit<SecondVerification, 'ways'> & { ways: readonly StepUpWay[] }
  /** Operation that the proof is for, where it is a ticket that proves. */
  scene?: string
  /** `secondVerifyWebOptions` of the page. */
  options: Readonly<Record<string, unknown>>
  pass(references: SecondPass, ticket: string): void
  close(): void
  /** Its screen could not be shown. */
  fail(error: unknown): void
}

/** What an instance needs from the page that embeds it. */
export interface EmbeddingPage {
  /** Dispatches an event; false when the page prevented its default. */
  emit<Name extends PassportEventName>(name: Name, detail: PassportEvents[Name]): boolean
  navigate(address: string): void
  openChallenge(decision: string, settings: Settings, signal: AbortSignal): Promise<unknown>
  /** What the page says about two-step verifications. */
  secondVerifyOptions?(): Readonly<Record<string, unknown>>
  /** Address on this site that the page itself was asked to lead back to; empty without one. */
  requestedNext(): string
  /** Whether the page itself was asked to let people choose the account. */
  requestedPrompt(): boolean
  /** Ticket in the address of the page; empty without one. */
  requestedTicket(): string
  /** Takes it out of the address, so that the page can be loaded again without it. */
  dropTicket(): void
  sealRoot: string | undefined
  /** Web id of the browser; its cookie unless given. */
  fingerprint?: () => string
  fetch?: typeof fetch
}

/** Everything that one element owns; two elements on a page share nothing. */
export interface Instance {
  /** Begins every id of this element. */
  readonly prefix: string
  readonly $settings: ReadableAtom<Settings>
  readonly $messages: ReadableAtom<Messages>
  readonly $view: ReadableAtom<View>
  /** How often the page had it begin again; a screen of an earlier time is not kept. */
  round(): number
  /** What stands before the screen until it is passed. */
  readonly $second: ReadableAtom<TwoStepRequest | undefined>
  /** Asks for the ticket of a step-up for an operation, before the screen. */
  stepUp(ways: readonly StepUpWay[], operation: string): Promise<string>
  /** Whether the form is shown over the page, where that is its place. */
  readonly $isOpen: ReadableAtom<boolean>
  open(): void
  close(): void
  /** Begins again with the first screen. */
  reset(): void
  /** What was last typed as an address, carried from screen to screen. */
  typedAddress(): string
  remember(address: string): void
  /** Ends with the element. */
  readonly signal: AbortSignal
  client(): Client
  go(view: View): void
  configure(settings: Settings, messages: Messages): void
  /**
   * Somebody is signed in; who may act for others is asked as whom, unless that is settled. `next` is
   * where the server leads them, in place of the page's own destination.
   */
  succeed(
    kind: SuccessKind,
    user: User,
    options?: { isChosen?: boolean; result?: SignInResult; next?: string },
  ): Promise<void>
  /** Tells the page who is signed in; false when it prevented what follows. */
  tellSession(user: User | undefined): boolean
  /** Whether people are asked before a session is used. */
  asksFirst(): boolean
  report(failure: PassportFailure): void
  /** Tells the page what the person changed about their account. */
  changed(change: AccountChange): void
  /** Hands a one-time code to the page; true when it is on its way to where its server waits. */
  authorize(given: PassportEvents['passport-authorized']): boolean
  cancel(): void
  /** Where to go after success; empty to stay. */
  destination(): string
  /** Whether there is anywhere to go, with a code or without. */
  hasDestination(): boolean
  /** Ticket for a new password that the site's own page was asked with; empty without one. */
  requestedTicket(): string
  /** That ticket was used up, or counts no more. */
  dropTicket(): void
  /** What to add to links between the site's own pages, so that they lead to the same end. */
  returnQuery(): string
  dispose(): void
}

/** Makes the instance of one element. */
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

  function secondVerify(given: SecondVerification): Promise<SecondPass> {
    const { promise, resolve, reject } = Promise.withResolvers<SecondPass>()
    const options = page.secondVerifyOptions?.() ?? {}
    const isFirst = ({ way }: SecondWay): boolean => way === options['way']
    const ways = [...given.ways.filter(isFirst), ...given.ways.filter((one) => !isFirst(one))]
    const wanted = { ...given, ways }
    const request = {
      wanted,
      options,
      pass: resolve,
      close: () => reject(new ChallengeClosed()),
      fail: reject,
    }
    // Only a server of another make could ask and name no way that is known here.
    if (wanted.ways.length === 0) reject(new NetworkError('requestFailed'))
    else if (page.emit('passport-second-verify', request)) $second.set(request)
    return promise.finally(() => $second.set(undefined))
  }

  function stepUp(ways: readonly StepUpWay[], operation: string): Promise<string> {
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
    authorize(given) {
      const goesOn = page.emit('passport-authorized', given)
      if (goesOn) page.navigate(given.redirectUrl)
      return goesOn
    },
    cancel() {
      page.emit('passport-cancel', { view: $view.get().name })
    },
    destination() {
      const { pages, next } = $settings.get()
      // Only on the site's own pages does the query speak to the element.
      return (pages === undefined ? '' : page.requestedNext()) || next
    },
    hasDestination() {
      return $settings.get().redirectUri !== '' || this.destination() !== ''
    },
    // What the address of a page of somebody else says is not meant for the element.
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

// Only there can a browser take the reply and refuse the cookie.
function isOtherOrigin(server: string): boolean {
  return server !== '' && typeof self !== 'undefined' && server !== self.origin
}
