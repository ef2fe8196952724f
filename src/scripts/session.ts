import { accountOrigin } from '../lib/account-origin.ts'
import { site } from '../site.ts'

/** Cookie that only says that somebody is signed in; it opens nothing. */
const SIGNED_IN_HINT = /(^|; )uid_tt=[^;]/

/** Key of the day on which the session was last used. */
const USED_ON = 'session-used-on'

/** Lets the header offer the account instead of the sign-in page, now and after `session-change`. */
export function showSession(): void {
  const show = (): void => {
    const isSignedIn = SIGNED_IN_HINT.test(document.cookie)
    document.documentElement.dataset['session'] = isSignedIn ? 'in' : 'out'
    if (isSignedIn) keepSession()
  }
  show()
  // A page from the back-forward cache was drawn before the visitor signed in or out.
  addEventListener('pageshow', show)
  document.addEventListener('session-change', show)
}

// A session that is not used for two weeks ends; reading the site every day is using it.
function keepSession(): void {
  const today = new Date().toDateString()
  try {
    if (localStorage.getItem(USED_ON) === today) return
    localStorage.setItem(USED_ON, today)
  } catch {
    // Without storage nothing is known of the last time.
  }
  const query = new URLSearchParams({ aid: String(site.aid), scene: 'boot' })
  // Nothing on the page waits for it, and the next visit asks again.
  fetch(`${accountOrigin()}/passport/token/beat/web?${query}`, {
    credentials: 'include',
    keepalive: true,
  })
    // A reply that nobody reads never ends.
    .then((reply) => reply.text())
    .catch(() => localStorage.removeItem(USED_ON))
}
