import { afterPaint } from './after-paint.ts'
import { greetSignedIn } from './greet-signed-in.ts'
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
  greetSignedIn()
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
