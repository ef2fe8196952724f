/** Messages that all screens about the account share. */
export const own = {
  loading: 'Loading your account…',
  signedOut: 'You are signed out',
  signedOutText: 'Sign in to continue.',
  failed: 'Your account could not be loaded',
  cancel: 'Cancel',
  signInAgain: 'Please sign in again',
  signInAgainText:
    'To be sure that it is you, please sign in again. For ten minutes after that, we do not ask again.',
  signOutOthers: 'Also sign out my other devices',
}
