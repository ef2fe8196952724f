import { toLanguage } from '#protocol/languages.ts'
import { ChallengeClosed, openChallenge } from '../index.ts'
import { boxMessages } from '../messages/box-messages.ts'
import type { BoxMessages } from '../messages/messages.ts'
import { adopt, wear } from '../surface.ts'
import css from '../styles/box.css'
import { openSite } from './open-site.ts'
import { readOptions } from './options.ts'
import type { GivenOptions } from './options.ts'
import { preact } from './preact.ts'

/** The box in one form. */
export interface Box {
  readonly container: HTMLElement
  /** The ticket to send along; empty when there is none, or when it has grown too old. */
  response(): string
  isExpired(): boolean
  /** Opens the check, or answers the ticket that is there. Rejects when the person closes it. */
  execute(): Promise<string>
  /** Back to the start, for a form that is filled in again. */
  reset(): void
  /** Takes the box and its field out of the form. */
  remove(): void
}

type State = 'start' | 'checking' | 'passed' | 'expired' | 'failed'

/** A ticket is given up this long before the server does, for the way of the form. */
const EXPIRY_LEAD_MS = 5000

/** Puts a box into a container. */
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

  // What fails in a function of the page is a matter of the page.
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
      // After a reset the box is at the start, or at its next check.
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

  // What went wrong was shown and told already; somebody who closed the check changed their mind.
  const ignore = () => undefined
  button.addEventListener('click', () => void box.execute().catch(ignore))
  if (options.opensOnSubmit) watchSubmit(box, field, life.signal)
  watchReturn(box, field, life.signal)
  return box
}

/** A form that is emptied, or that somebody comes back to, begins anew: its ticket may be used up. */
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

/** Sending a form without a ticket opens the check first and sends the form then. */
function watchSubmit(box: Box, field: HTMLInputElement, signal: AbortSignal): void {
  field.form?.addEventListener(
    'submit',
    (event) => {
      const { form } = field
      if (!form || box.response() !== '') return
      event.preventDefault()
      // Nobody else may send it meanwhile.
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
  // Whoever gives the focus to the box, such as the check when it ends, means its button.
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true })
  adopt(root, css)
  const button = document.createElement('button')
  button.type = 'button'
  button.lang = toLanguage(options.language)
  const sign = document.createElement('span')
  sign.className = 'sign'
  const label = document.createElement('span')
  button.append(sign, label)
  // Said when it changes, since the text of a button is not.
  const said = document.createElement('output')
  root.append(button, said)
  wear(host, button, container, options.theme)

  function draw(state: State): void {
    button.dataset.state = state
    label.textContent = messages[state]
    said.textContent = state === 'start' ? '' : messages[state]
    button.setAttribute('aria-disabled', String(state === 'checking' || state === 'passed'))
  }
  draw('start')
  return { host, button, draw }
}
