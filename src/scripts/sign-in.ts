import type { PassportEvents } from '../../widget/src/public.ts'
import { afterPaint } from './after-paint.ts'
import './lost-sign-in.ts'
import { offerProviders } from './offer-providers.ts'
import { keepNext, keepTyped, namePlan } from './sign-in-thread.ts'

// The form of a sign-in page is there to be typed into before its script, all parts of which are
// fetched at once.
const form = document.querySelector<HTMLElement>('.entry-form[data-scripts]')
const [entry, ...parts] = form?.dataset['scripts']?.split(' ') ?? []

if (form !== null && entry !== undefined) {
  keepNext(form)
  namePlan(form)
  keepTyped(form)
  focusFirstField(form)
  waitForSession(form)
  offerProviders(form)
  afterPaint(() => bring(entry))
}

function bring(script: string): void {
  for (const part of parts) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = part
    document.head.append(link)
  }
  import(/* @vite-ignore */ script).catch(reportError)
}

// Before the element's script: then nothing is fetched for who only looks.
function focusFirstField(place: HTMLElement): void {
  if (document.activeElement !== document.body) return
  place.querySelector<HTMLElement>('passport-login input:not([type=hidden])')?.focus()
}

/** As long as an answer may take before the form is there anyway. */
const PATIENCE_MS = 5000
/** Whoever is led on at once is gone by then. */
const LEAVING_MS = 2000

// The form would only flash before somebody who is signed in; it comes when the element has found out.
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
  setTimeout(tell, PATIENCE_MS)
}
