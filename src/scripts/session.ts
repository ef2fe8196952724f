/** Cookie that only says that somebody is signed in; it opens nothing. */
const SIGNED_IN_HINT = /(?:^|;\s*)uid_tt=[^;]/

/** Whether this browser holds a session, as far as a script may know. */
export function looksSignedIn(): boolean {
  return SIGNED_IN_HINT.test(document.cookie)
}

/** Lets the header offer the account instead of the sign-in page. */
export function showSession(): void {
  const show = (): void => {
    document.documentElement.dataset['session'] = looksSignedIn() ? 'in' : 'out'
  }
  show()
  // A page from the back-forward cache was drawn before the visitor signed in or out.
  addEventListener('pageshow', show)
}
