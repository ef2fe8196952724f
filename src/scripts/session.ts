import { accountOrigin } from '../lib/account-origin.ts'
import { site } from '../site.ts'

/** Cookie that tells scripts that somebody is signed in; it grants nothing. */
const SIGNED_IN_HINT = /(^|; )uid_tt=su_[\w-]{32}/

/** Storage key of the day on which the session was last used. */
const USED_ON = 'session-used-on'

/** Shows the account or the sign-in link in the header, and follows `session-change`. */
export function showSession(): void {
  const show = (): void => {
    const isSignedIn = SIGNED_IN_HINT.test(document.cookie)
    document.documentElement.dataset['session'] = isSignedIn ? 'in' : 'out'
    if (isSignedIn) keepSession()
  }
  show()
  // A page from the back-forward cache may show an earlier state.
  addEventListener('pageshow', show)
  document.addEventListener('session-change', show)
}

// A session ends after two weeks without use; reading the site counts as use.
function keepSession(): void {
  const today = new Date().toDateString()
  try {
    if (localStorage.getItem(USED_ON) === today) return
    localStorage.setItem(USED_ON, today)
  } catch {
    // Without storage the last use is unknown.
  }
  const query = new URLSearchParams({ aid: String(site.aid), scene: 'boot' })
  // Nothing on the page waits for it; the next visit tries again.
  fetch(`${accountOrigin()}/passport/token/beat/web?${query}`, {
    credentials: 'include',
    keepalive: true,
  })
    .then((reply) => reply.json())
    .then(async ({ data }: { data?: { name?: unknown } }) => {
      if (data?.name !== 'session_expired') return
      // Its client takes the hint of the session away, unless there is a newer one by now.
      await (await import('./who-is-here.ts')).whoIsHere()
    })
    .catch(() => localStorage.removeItem(USED_ON))
}
