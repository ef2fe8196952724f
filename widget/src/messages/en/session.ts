/** Messages about a session that is there, or that the browser did not keep. */
export const session = {
  title: 'You are signed in',
  proceed: 'Continue',
  otherAccount: 'Use another account',
  notSignedIn: 'You are not signed in here',
  notSignedInText: (host: string): string =>
    `The sign-in worked, but your browser lets ${host} keep nothing on this page. You can sign in at ${host} itself, in a new tab.`,
  goThere: (host: string): string => `Continue at ${host}`,
}
