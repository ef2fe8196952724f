/** Words of the pages between this site and the accounts people have elsewhere. */
export const thirdParty = {
  title: 'Sign in with another account',
  description: 'The way back from an account you have elsewhere.',
  startDescription: 'The way in with an account you have elsewhere.',
  workingTitle: 'One moment',
  working: 'We are checking what came back.',
  noScript: 'This page needs JavaScript to finish. You can also sign in with your password.',
  terms: 'By creating an account you agree to the',
  termsLink: 'terms of service',
  moveTitle: 'Move this account here?',
  move: 'It is linked to another account of yours. When you move it, it opens only this one.',
  moveButton: 'Move it here',
  moveMobileTitle: 'Move this number here?',
  moveMobile:
    'Another account has the number you proved. When you move it, it opens only this one. We tell the other account.',
  moveEmailTitle: 'Move this e-mail address here?',
  moveEmail:
    'Another account has the address you proved. When you move it, it opens only this one. We tell the other account.',
  sending: 'Just a moment…',
  cancel: 'Not now',
  startTitle: 'Choose how to sign in',
  startText:
    'You confirm it there and come straight back. Your password or a code will do just as well.',
  startNone: 'No other accounts can be used here.',
  closingTitle: 'This account is being closed',
  /** Around the day; before it is known, the words in the middle. */
  closing: [
    'It will be deleted on ',
    'the day you were told',
    ', with all that belongs to it. Until then you can keep it.',
  ],
  keepButton: 'Keep my account',
  keptTitle: 'Your account stays',
  kept: 'It is no longer being closed. Sign in as before.',
  doneTitle: 'Done',
  done: 'You can close this window.',
  failedTitle: 'That did not work',
  /** Where nothing better is known. */
  failedText: 'Something went wrong on the way. Please try again.',
  failures: {
    platform_unauthorized: 'The sign-in there was cancelled, so nothing has changed.',
    platform_unusual: 'The other service gave an unexpected answer. Please try again.',
    platform_unavailable: 'The other service cannot be reached right now, or is not set up here.',
    oauth_state_invalid: 'This sign-in was already used, was started elsewhere, or took too long.',
    session_expired: 'You are signed out here. Sign in, then try again.',
    ticket_expired: 'That took too long. For your safety, sign in again and repeat it.',
    csrf_error: 'This has to be started on this site. Open your account and try again there.',
    connect_exist: 'Another account of that service is already linked to yours. Unlink it first.',
    connect_switch: 'That account is linked to somebody else here.',
    binding_not_exist: 'That account is not linked to yours.',
    last_binding: 'It is the only way into the other account, so it has to stay there.',
    registration_closed: 'New accounts cannot be created here at the moment.',
    SECOND_VALID: 'The check was not finished, so nothing has changed.',
    offline: 'We could not reach the server. Check your connection and try again.',
  },
  again: 'Try again',
  home: 'Go to the home page',
  close: 'Close window',
}

/** The words of these pages; the other languages have the same keys. */
export type ThirdPartyMessages = typeof thirdParty
