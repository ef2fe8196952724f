import { toLanguage } from '#protocol/languages.ts'
import { ChallengeClosed, openChallenge } from '../index.ts'
import { boxMessages } from '../messages/box-messages.ts'
import type { BoxMessages } from '../messages/messages.ts'
import { adopt, copyTheme } from '../surface.ts'
import css from '../styles/box.css'
import { openSite } from './open-site.ts'
import { readOptions } from './options.ts'
import type { GivenOptions } from './options.ts'
import { preact } from './preact.ts'

/** The widget in one form. */
export interface Box {
  readonly container: HTMLElement
  /** Returns the ticket to submit; empty without one or when it has expired. */
  response(): string
  isExpired(): boolean
  /** Opens the captcha or returns the present ticket; rejects when the person closes it. */
  execute(): Promise<string>
  /** Resets the widget for another submission. */
  reset(): void
  /** Removes the widget and its field from the form. */
  remove(): void
}

type State = 'start' | 'checking' | 'passed' | 'expired' | 'failed'

/** A ticket is dropped this long before it expires, to leave time for the form. */
const EXPIRY_LEAD_MS = 5000

/** Creates a widget in a container. */
export function createBox(container: HTMLElement, server: string, given?: GivenOptions): Box {
  const options = readOptions(container, given)
  const messages = boxMessages[toLanguage(options.language)]
  const field = Object.assign(document.createElement('input'), {
    type: 'hidden',
    name: options.fieldName,
  })
  const { host, button, draw } = drawBox(messages, container, options)
  container.append(host, field)
  const life = new AbortController()
  let state: State = 'start'
  let running: Promise<string> | undefined
  let stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(next: State, response = ''): void {
    state = next
    field.value = response
    clearTimeout(timer)
    draw(next)
  }

  function tell(name: string, detail: object): void {
    container.dispatchEvent(new CustomEvent(`passport-captcha-${name}`, { detail, bubbles: true }))
  }

  // Errors of the page's callbacks are reported to the page.
  function call(callback: () => void): void {
    try {
      callback()
    } catch (error) {
      reportError(error)
    }
  }

  function expire(): void {
    show('expired')
    tell('expired', {})
    options.expiredCallback?.()
  }

  async function check(signal: AbortSignal): Promise<string> {
    show('checking')
    try {
      const decision = await openSite(server, options, signal)
      const { ticket, expiresInSeconds } = await openChallenge(decision, {
        shared: preact,
        opener: host,
        place: container,
        signal,
        config: {
          aid: Number(options.sitekey),
          language: options.language,
          captchaShowMode: options.showMode,
          captchaSideSlide: options.sideSlide,
          captchaHost: server,
          captchaOptions: { theme: options.theme },
        },
      })
      if (!ticket) throw new Error('the pass came without a ticket')
      show('passed', ticket)
      timer = setTimeout(expire, expiresInSeconds * 1000 - EXPIRY_LEAD_MS)
      tell('passed', { response: ticket })
      call(() => options.callback?.(ticket))
      return ticket
    } catch (error) {
      // After a reset, this run no longer changes the widget.
      if (signal.aborted) throw error
      if (error instanceof ChallengeClosed) show('start')
      else {
        show('failed')
        const reason = error instanceof Error ? error.message : String(error)
        tell('error', { reason })
        call(() => options.errorCallback?.(reason))
      }
      throw error
    }
  }

  const box: Box = {
    container,
    response: () => field.value,
    isExpired: () => state === 'expired',
    async execute() {
      if (field.value !== '') return field.value
      if (running) return await running
      const mine = check(stop.signal).finally(() => {
        if (running === mine) running = undefined
      })
      running = mine
      return await mine
    },
    reset() {
      stop.abort()
      stop = new AbortController()
      running = undefined
      show('start')
    },
    remove() {
      box.reset()
      life.abort()
      host.remove()
      field.remove()
    },
  }

  // Failures have been shown and reported; a person who closed the captcha changed their mind.
  const ignore = () => undefined
  button.addEventListener('click', () => void box.execute().catch(ignore))
  if (options.opensOnSubmit) watchSubmit(box, field, life.signal)
  watchReturn(box, field, life.signal)
  return box
}

/** Resets the widget when the form is reset or restored, since its ticket may be used up. */
function watchReturn(box: Box, field: HTMLInputElement, signal: AbortSignal): void {
  field.form?.addEventListener('reset', () => box.reset(), { signal })
  addEventListener(
    'pageshow',
    (event) => {
      if (event.persisted) box.reset()
    },
    { signal },
  )
}

/** Opens the captcha when a form without a ticket is submitted, then submits it. */
function watchSubmit(box: Box, field: HTMLInputElement, signal: AbortSignal): void {
  field.form?.addEventListener(
    'submit',
    (event) => {
      const { form } = field
      if (!form || box.response() !== '') return
      event.preventDefault()
      // No other listener may submit it meanwhile.
      event.stopImmediatePropagation()
      const { submitter } = event
      box.execute().then(
        () => form.requestSubmit(submitter),
        () => undefined,
      )
    },
    { capture: true, signal },
  )
}

function drawBox(
  messages: BoxMessages,
  container: HTMLElement,
  options: { language: string; theme: 'auto' | 'light' | 'dark' },
) {
  const host = document.createElement('div')
  // Focus on the widget goes to its button, for example when the captcha ends.
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true })
  adopt(root, css)
  const button = document.createElement('button')
  button.type = 'button'
  button.lang = toLanguage(options.language)
  const sign = document.createElement('span')
  sign.className = 'sign'
  const label = document.createElement('span')
  button.append(sign, label)
  // A live region, since changes of a button's text are not read out.
  const status = document.createElement('output')
  root.append(button, status)
  copyTheme(host, button, container, options.theme)

  function draw(state: State): void {
    button.dataset.state = state
    label.textContent = messages[state]
    status.textContent = state === 'start' ? '' : messages[state]
    button.setAttribute('aria-disabled', String(state === 'checking' || state === 'passed'))
  }
  draw('start')
  return { host, button, draw }
}
