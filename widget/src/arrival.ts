import type { Arrival } from './flows/session.ts'
import { placeOf } from './ui/place.ts'

/** Cookie of the account server's own pages that says that somebody is signed in; it opens nothing. */
const SIGNED_IN_HINT = /(^|; )uid_tt=[^;]/

/** Time in which a page that comes back was not left on purpose, in milliseconds. */
const RETURN_MS = 10_000

/** Key of the time at which this window was last left with a session. */
const LEFT_AT = 'passport-login-left-at'

/** Whether a page of the account server itself can tell that nobody is signed in. */
export function isKnownSignedOut(server: string): boolean {
  return (server === '' || server === self.origin) && !SIGNED_IN_HINT.test(document.cookie)
}

/** What an element knows about a person who has just come to its page. */
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
        // A frame without storage: people continue by the button.
        return false
      }
    },
  }
}
