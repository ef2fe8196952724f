import type { Arrival } from '../base/session.ts'
import { placeOf } from '../base/place.ts'

/** Cookie that tells pages of the account server that somebody is signed in; it grants nothing. */
const SIGNED_IN_HINT = /(^|; )uid_tt=su_[\w-]{32}/

/** A page that returns within this time was redirected, in milliseconds. */
const RETURN_MS = 10_000

/** Storage key of the time at which this window was last left with a session. */
const LEFT_AT = 'passport-login-left-at'

/** Returns whether a page of the account server can tell that nobody is signed in. */
export function isKnownSignedOut(server: string): boolean {
  return (server === '' || server === self.origin) && !SIGNED_IN_HINT.test(document.cookie)
}

/** Creates what `resumeSession` needs to know about the page. */
export function createArrival(element: HTMLElement): Arrival {
  const place = placeOf(element)
  return {
    isUntouched: () =>
      Array.from(place.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')).every(
        ({ value }) => value === '',
      ),
    hasFocus: () => place.contains((place.getRootNode() as Document).activeElement),
    mayLeave() {
      try {
        const leftAt = Number(sessionStorage.getItem(LEFT_AT))
        sessionStorage.setItem(LEFT_AT, String(Date.now()))
        return Date.now() - leftAt > RETURN_MS
      } catch {
        // In a frame without storage, people continue by the button.
        return false
      }
    },
  }
}
