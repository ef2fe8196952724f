import r2wc from '@r2wc/core'
import { useEffect, useLayoutEffect, type ReactNode } from 'react'
import themeCss from '../../../protocol/theme.css'
import { App } from './app.tsx'
import { announce } from './announce.ts'
import { openChallenge } from '../base/challenge.ts'
import type { PageTelemetrySettings } from '../base/page-telemetry.ts'
import { customElement, propertiesOf, upgrade, type RootProps } from '../base/custom-element.ts'
import { emit } from '../base/emit.ts'
import type { User } from '#protocol/objects.ts'
import { isReturnPath } from '#protocol/return-paths.ts'
import type * as sessionFlow from '../base/session.ts'
import { viewOfRejection } from '../ui/flows/rejection-view.ts'
import type { View } from '../base/views.ts'
import { createInstance, type EmbeddingPage } from '../base/create-instance.ts'
import type { Instance } from '../base/instance.ts'
import type { loadMessages } from '../messages/load-messages.ts'
import { override } from '../messages/override.ts'
import type { PassportLoginElement, PassportRejection } from '../base/public.ts'
import { hydratingRenderer } from '../base/renderer.tsx'
import { loadScreen } from '../ui/lazy-screens.ts'
import { loadProviders } from '../ui/providers/providers.tsx'
import {
  attributeNames,
  readSettings,
  type AttributeError,
  type Attributes,
  type Settings,
} from '../base/settings.ts'
import screensCss from '../styles/screens.css'
import { keepTyped } from '../base/keep-typed.ts'
import { addRoot, drawnIn, placeOf } from '../base/place.ts'
import { warnOf } from '../base/warn-of.ts'

/** Options that the loader passes to the element. */
export interface ElementOptions {
  /** Origin of the scripts, which is the account server's by default. */
  server: string
  sealRoot: string | undefined
  /** Styles of the first screen, created by the loader. */
  sheet: CSSStyleSheet
  loadMessages: typeof loadMessages
  /** Passed in by the loader, which also needs it when this file fails to load. */
  startTelemetry(settings: PageTelemetrySettings): void
}

const TAG = 'passport-login'

/** Defines `<passport-login>` once per page. */
export function defineElement(options: ElementOptions): void {
  if (customElements.get(TAG)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(themeCss + screensCss)
  customElements.define(TAG, makeClass({ ...options, sheets: [options.sheet, sheet] }))
}

function makeClass(
  options: ElementOptions & { sheets: readonly CSSStyleSheet[] },
): CustomElementConstructor {
  const instances = new WeakMap<HTMLElement, Instance>()
  /** Last instances of elements that were taken out of the page. */
  const left = new WeakMap<HTMLElement, Instance>()
  const told = new WeakMap<HTMLElement, readonly AttributeError[]>()
  const putBack = new WeakMap<HTMLElement, () => void>()
  /** Elements whose `open()` was called before they were rendered. */
  const opened = new WeakSet<HTMLElement>()
  let count = 0

  function Root({ container }: RootProps): ReactNode {
    const instance = container && instances.get(container)
    // After every render, since a change of the page may create other fields.
    useLayoutEffect(() => {
      if (!container) return
      putBack.get(container)?.()
      putBack.delete(container)
    })
    useEffect(() => {
      if (container && instance) announce(container, instance, options.startTelemetry)
    }, [container, instance])
    return instance && <App instance={instance} />
  }

  function keep(container: HTMLElement, drawn: ParentNode, isShort?: boolean): void {
    const before = putBack.get(container)
    const now = keepTyped(container, drawn, isShort)
    putBack.set(container, () => {
      now()
      before?.()
    })
  }

  function fail(container: HTMLElement, error: unknown): void {
    console.error('passport-login:', error) // oxlint-disable-line no-console
    emit(container, 'passport-error', { reason: 'internal', message: String(error) })
  }

  const renderer = hydratingRenderer<RootProps>({
    async prepare(container) {
      const { settings, attributeErrors } = readSettings(readAttributes(container), {
        server: options.server,
        language: languageAround(container),
      })
      const former = left.get(container)
      const resumed = viewLeft(former, settings)
      const first = rejectedView(container) ?? resumed ?? { name: settings.view }
      const [{ messages: ours }] = await Promise.all([
        options.loadMessages[settings.language](),
        loadScreen(first.name).catch((error: unknown) => {
          // Drawn markup works as a plain form; without it, the screen shows the failure.
          if (placeOf(container).querySelector('form')) throw error
        }),
        settings.providersFirst && loadProviders(),
      ])
      const own: unknown = Reflect.get(container, 'messages')
      const messages = typeof own === 'object' && own !== null ? override(ours, own) : ours
      return () => {
        const known = told.get(container) ?? []
        told.set(container, attributeErrors)
        for (const { words: _, ...error } of attributeErrors) {
          const { attribute, value } = error
          if (known.some((one) => one.attribute === attribute && one.value === value)) continue
          emit(container, 'passport-error', { reason: 'attribute', ...error })
        }
        warnOf(container, attributeErrors)
        const instance = instances.get(container)
        // The loader draws into the page, even if the form belongs in a shadow root.
        const drawn = drawnIn(placeOf(container)) ?? drawnIn(container)
        if (drawn) keep(container, drawn)
        const typed = drawn ? typedInto(drawn) : resumed && former?.typedAddress()
        if (instance) {
          if (typed) instance.remember(typed)
          instance.configure(settings, messages)
          if (drawn) drawn.lang = settings.language
        } else {
          count += 1
          // A copy of a rendered element has its ids, and may show another state than the first.
          const isFresh = drawn !== undefined && !('live' in drawn.dataset)
          const isKept =
            isFresh && drawn.parentNode === placeOf(container) && isDrawnFor(drawn, settings)
          if (!isKept) drawn?.remove()
          const root = isKept ? drawn : addRoot(placeOf(container), `plx${count}`)
          root.lang = settings.language
          root.dataset['live'] = ''
          const page = makePage(container, options.sealRoot)
          const created = createInstance(page, {
            prefix: root.id,
            settings,
            messages,
            view: first,
          })
          // Typed text survives the markup that it was typed into.
          if (!isKept && typed) created.remember(typed)
          instances.set(container, created)
          if (opened.delete(container)) created.open()
        }
      }
    },
    fail,
    unmount(container) {
      const instance = instances.get(container)
      if (!instance) return
      const drawn = drawnIn(placeOf(container))
      if (drawn) keep(container, drawn, false)
      instance.dispose()
      instances.delete(container)
      left.set(container, instance)
    },
  })

  const made = r2wc(Root, { props: propertiesOf(attributeNames) }, renderer)
  const Base = customElement(made, attributeNames, options.sheets)

  return class PassportLogin extends Base {
    #rejection: PassportRejection | undefined

    get rejection(): PassportRejection | undefined {
      return this.#rejection
    }

    set rejection(rejection) {
      this.#rejection = rejection
      const view = rejectedView(this)
      if (view) instances.get(this)?.go(view)
    }

    open(): void {
      const instance = instances.get(this)
      if (instance) instance.open()
      else opened.add(this)
    }

    close(): void {
      opened.delete(this)
      instances.get(this)?.close()
    }

    reset(): void {
      instances.get(this)?.reset()
    }

    async session(): Promise<User | undefined> {
      const [instance, { findSession }] = await this.#parts()
      return findSession(instance.client(), undefined, { signal: undefined })
    }

    async signOut(): Promise<void> {
      const [instance, { endSession }] = await this.#parts()
      await endSession(instance.client())
      instance.reset()
      instance.tellSession(undefined)
    }

    async #parts(): Promise<[Instance, typeof sessionFlow]> {
      while (!instances.has(this)) {
        await new Promise((resolve) => {
          this.addEventListener('passport-ready', resolve, { once: true })
        })
      }
      return [instances.get(this) as Instance, await import('../base/session.ts')]
    }

    override connectedCallback(): void {
      upgrade(this, 'rejection')
      if (this.hasAttribute('shadow') && !this.shadowRoot) {
        // Firefox drops the focus when a shadow root hides the focused field.
        keep(this, this)
        this.attachShadow({ mode: 'open' })
      }
      super.connectedCallback()
    }
  }
}

/** Screen of an earlier instance that a new one can begin with. */
function viewLeft(left: Instance | undefined, settings: Settings): View | undefined {
  if (left?.$settings.get().view !== settings.view) return undefined
  const { name } = left.$view.get()
  return name === 'login' || name === 'sign-up' || name === 'reset-password' ? { name } : undefined
}

function rejectedView(element: HTMLElement): View | undefined {
  const { rejection } = element as PassportLoginElement
  if (rejection === undefined) return undefined
  // Picked one by one, since spreading an error omits its message.
  const { name, code = 0, message = '', data = {}, logId = '' } = rejection
  return viewOfRejection({ name, code, message, data, logId })
}

function readAttributes(element: HTMLElement): Attributes {
  return Object.fromEntries(
    attributeNames.map((name) => [name, element.getAttribute(name) ?? undefined]),
  )
}

// An attribute may have changed since the loader drew the first screen.
function typedInto(drawn: Element): string | undefined {
  return drawn.querySelector<HTMLInputElement>('[name=account], [name=email]')?.value
}

function isDrawnFor(drawn: Element, settings: Settings): boolean {
  const form = drawn.querySelector('form')
  const hidden = (name: string): string | undefined =>
    form?.querySelector<HTMLInputElement>(`input[type=hidden][name=${name}]`)?.value
  return (
    form?.getAttribute('action') === `${settings.server}/form/${settings.view}` &&
    hidden('aid') === String(settings.aid) &&
    hidden('language') === settings.language &&
    hidden('next') === settings.next &&
    drawn.querySelectorAll('[role=tab]').length ===
      (settings.view === 'login' && settings.methods.length > 1 ? settings.methods.length : 0)
  )
}

function languageAround(element: HTMLElement): string {
  return element.closest<HTMLElement>('[lang]')?.lang || navigator.language
}

function makePage(element: HTMLElement, sealRoot: string | undefined): EmbeddingPage {
  const page: EmbeddingPage = {
    emit: (name, detail) => emit(element, name, detail),
    navigate(address) {
      const url = new URL(address, document.baseURI)
      // On a page for signing in, Back must not return to the form.
      if (element.hasAttribute('pages')) location.replace(url)
      else location.assign(url)
      // A page restored from the back-forward cache must not contain a password.
      addEventListener('pageshow', () => forget(element), { once: true })
    },
    openChallenge: (...call) => openChallenge(element, ...call),
    secondVerifyOptions() {
      const options: unknown = Reflect.get(element, 'secondVerifyWebOptions')
      return typeof options === 'object' && options !== null ? { ...options } : {}
    },
    requestedNext,
    requestedPrompt: () => new URLSearchParams(location.search).get('prompt') ?? '',
    requestedTicket: () => new URLSearchParams(location.search).get('ticket') ?? '',
    dropTicket,
    sealRoot,
  }
  return page
}

function forget(element: HTMLElement): void {
  const selector = 'input[autocomplete$=-password]'
  for (const field of placeOf(element).querySelectorAll<HTMLInputElement>(selector)) {
    field.value = ''
  }
}

// Only paths of this site; anything else would make the page an open redirect.
function requestedNext(): string {
  const requested = new URLSearchParams(location.search).get('next')
  const url = requested === null ? null : URL.parse(requested, location.href)
  const isOwn = url?.origin === self.origin && isReturnPath(url.pathname)
  return isOwn ? url.pathname + url.search + url.hash : ''
}

function dropTicket(): void {
  const address = new URL(location.href)
  address.searchParams.delete('ticket')
  if (address.href !== location.href) history.replaceState(history.state, '', address)
}
