/** Cookie that only says that somebody is signed in; it opens nothing. */
const SIGNED_IN_HINT = /(^|; )uid_tt=[^;]/

/** Lets the header offer the account instead of the sign-in page, now and after `session-change`. */
export function showSession(): void {
  const show = (): void => {
    const isSignedIn = SIGNED_IN_HINT.test(document.cookie)
    document.documentElement.dataset['session'] = isSignedIn ? 'in' : 'out'
  }
  show()
  // A page from the back-forward cache was drawn before the visitor signed in or out.
  addEventListener('pageshow', show)
  document.addEventListener('session-change', show)
}
