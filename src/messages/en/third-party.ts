/** Messages of the pages where people leave for a provider and come back. */
export const thirdParty = {
  title: 'Sign in with another account',
  description: 'The way back from an account you have elsewhere.',
  startDescription: 'The way in with an account you have elsewhere.',
  workingTitle: 'One moment',
  working: 'We are checking what came back.',
  noScript: 'This page needs JavaScript to finish. You can also sign in with your password.',
  startTitle: 'Choose how to sign in',
  startText:
    'You confirm it there and come straight back. Your password or a code will do just as well.',
  startNone: 'No other accounts can be used here.',
  doneTitle: 'Done',
  done: 'You can close this window.',
  lostTitle: 'That did not work',
  lost: 'We could not reach the server. Check your connection and try again.',
  notStartedHere: 'This has to be started on this site. Open your account and try again there.',
  tryAgain: 'Try again',
}
