import { atom } from 'nanostores'
import { ChallengeClosed } from '../../captcha/errors.ts'
import { toPerson } from '../client/calls/person.ts'
import { LostCodeError, NetworkError } from '../client/errors.ts'
import type { Client, SecondPass, SecondVerification, TwoStepMethod } from '../client/index.ts'
import type { PassportEventName, PassportEvents } from './events.ts'
import { isOtherOrigin, type Instance } from './instance.ts'
import { noteProvider } from './last-provider.ts'
import { createLazyClient } from './lazy-client.ts'
import type { Messages } from '../messages/messages.ts'
import { returnViews, type Settings } from './settings.ts'
import type { StepUpMethod, TwoStepRequest } from './two-step-request.ts'
import type { View } from './views.ts'

/** Failed attempts to load code after which reloading the page is offered. */
const RELOAD_AFTER = 2

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
  /** `prompt` in the page's query; empty without one. */
  requestedPrompt(): string
  /** Ticket in the page's query; empty without one. */
  requestedTicket(): string
  /** Removes the ticket from the address, so that a reload does not repeat it. */
  dropTicket(): void
  sealRoot: string | undefined
  /** Returns the browser's web id; by default that of the cookie. */
  fingerprint?: () => string
  fetch?: typeof fetch | undefined
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
  let led = ''
  let round = 0

  function clientOfNow(): Client {
    const settings = $settings.get()
    client ??= createLazyClient(
      {
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
      },
      life.signal,
    )
    return client
  }

  /** Waits for the person to verify, as `ask` begins it. */
  function waitFor<Answer>(
    ask: (
      resolve: (answer: Answer) => void,
      ends: Pick<TwoStepRequest, 'close' | 'fail'>,
      reject: (error: Error) => void,
    ) => void,
  ): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      const close = (): void => reject(new ChallengeClosed())
      const fail = (cause: unknown): void => reject(new LostCodeError(RELOAD_AFTER, cause))
      ask(resolve, { close, fail }, reject)
    }).finally(() => $second.set(undefined))
  }

  const secondVerify = (verification: SecondVerification): Promise<SecondPass> =>
    waitFor((resolve, ends, reject) => {
      const options = page.secondVerifyOptions?.() ?? {}
      const place = ({ way }: TwoStepMethod): number => (way === options['way'] ? 0 : 1)
      const ways = verification.ways.toSorted((one, other) => place(one) - place(other))
      const request = { wanted: { ...verification, ways }, options, pass: resolve, ...ends }
      // Only another implementation of the server could name no known method.
      if (ways.length === 0) reject(new NetworkError('requestFailed'))
      else if (page.emit('passport-second-verify', request)) $second.set(request)
    })

  const stepUp = (ways: readonly StepUpMethod[], operation: string): Promise<string> =>
    waitFor((resolve, ends) => {
      $second.set({
        wanted: { smsCodeKey: '', verifyTicket: '', reason: '', ways },
        scene: operation,
        options: {},
        pass: (_, ticket) => resolve(ticket),
        ...ends,
      })
    })

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
    client: clientOfNow,
    prepare: () => void clientOfNow().warmUp(),
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
    async succeed(user, { isKnown, isChosen, by, result, next: given, end } = {}) {
      const kind = isKnown ? 'session' : user.new_user === 1 ? 'sign-up' : 'sign-in'
      if (!isKnown && (by || $settings.get().pages !== undefined)) noteProvider(by ?? '')
      if ($settings.get().subjectAid && kind === 'sign-in' && !isChosen) {
        this.go({ name: 'identity', user })
        return
      }
      if (!isKnown && isOtherOrigin($settings.get().server)) {
        const { requireKeptSession } = await import('./session.ts')
        if (!(await requireKeptSession(this))) return
      }
      const next = led || (given ?? this.destination())
      if (!page.emit('passport-success', { kind, user, next })) return
      const stay =
        end ??
        ((): void => this.go({ name: 'done', person: toPerson(user), ...(result && { result }) }))
      const { view } = $settings.get()
      const own = returnViews.find((name) => name === view)
      if (own && given === undefined) this.go({ name: own })
      else if ($settings.get().redirectUri !== '') {
        import('./exchange-code.ts').then(
          ({ sendExchangeCode }) => sendExchangeCode(this, user, stay),
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
      return prompt === 'login' || (pages !== undefined && page.requestedPrompt() === 'login')
    },
    asksAnew: () => $settings.get().pages !== undefined && page.requestedPrompt() === 'recent',
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
    leadTo(path) {
      led = ($settings.get().pages ?? '') + path
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
