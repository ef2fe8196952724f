import type { PassportEvents } from '../../widget/src/base/public.ts'
import { afterPaint } from './after-paint.ts'
import './expired-sign-in.ts'
import { keepPress } from './keep-press.ts'
import { offerProviders } from './offer-providers.ts'
import { keepNext, keepTyped, namePlan, returnHere } from './sign-in-thread.ts'

/** Longest wait for the session check before the form is shown. */
const SESSION_CHECK_TIMEOUT_MS = 5000
/** Time to leave the page for somebody who is redirected. */
const LEAVING_MS = 2000

// The form can be used before its script; all parts of the script are fetched at once.
const form = document.querySelector<HTMLElement>('.entry-form[data-scripts]')
const [entry, ...parts] = form?.dataset['scripts']?.split(' ') ?? []

let isStarted = false

start()
// A form in place of a page is shown when the session ends (`session.ts`).
document.addEventListener('session-change', () => setTimeout(start))
addEventListener('pageshow', () => setTimeout(start))

function start(): void {
  if (isStarted || form === null || entry === undefined || !form.checkVisibility()) return
  isStarted = true
  if (form.dataset['inPlace'] === undefined) keepNext(form)
  else returnHere(form)
  namePlan(form)
  form.querySelector('[data-no-cookies]')?.toggleAttribute('hidden', keepsCookies())
  keepTyped(form)
  keepPress(form)
  focusFirstField(form)
  waitForSession(form)
  offerProviders(form)
  afterPaint(() => loadScript(entry))
}

// Chromium calls cookies enabled where the person has blocked them.
function keepsCookies(): boolean {
  try {
    document.cookie = 'kept=1'
    const isKept = document.cookie.includes('kept=1')
    document.cookie = 'kept=; max-age=0'
    return isKept
  } catch {
    return false
  }
}

function loadScript(script: string): void {
  for (const part of parts) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = part
    document.head.append(link)
  }
  import(/* @vite-ignore */ script).catch(reportError)
}

// Focused before the element's script, which fetches more at a focus: visitors who only look fetch nothing.
function focusFirstField(place: HTMLElement): void {
  if (document.activeElement !== document.body) return
  place.querySelector<HTMLElement>('passport-login input:not([type=hidden])')?.focus()
}

// Hides the form from people who seem to be signed in until the element knows.
function waitForSession(place: HTMLElement): void {
  const tell = (): void => {
    place.dataset['told'] = ''
  }
  place.addEventListener('passport-view', tell)
  place.addEventListener('passport-session', (event) => {
    const { detail } = event as CustomEvent<PassportEvents['passport-session']>
    if (detail.user === undefined) tell()
    else setTimeout(tell, LEAVING_MS)
  })
  place.addEventListener('passport-error', tell)
  setTimeout(tell, SESSION_CHECK_TIMEOUT_MS)
}
