/** Messages around the pages of the console. */
export const frameMessages = {
  name: (product: string): string => `${product} console`,
  menu: 'Console',
  signOut: 'Sign out',
  signIn: 'Sign in',
  signedIn: 'Signed in',
  signedOut: 'You are signed out of the console',
  signedOutText:
    'Your account is still signed in at the account server. While that sign-in is recent, the console opens again without asking, also by the back button.',
  signOutThere: 'Sign out there, too',
  proceed: 'Go on',
  start: 'To the start',
  next: 'Next page',
  first: 'First page',
  zone: 'Times are UTC',
  never: 'never',
  tabs: { label: 'This person', person: 'Account', trace: 'Trace' },
  roles: { support: 'support', admin: 'admin', owner: 'owner' },
  reason: 'Reason',
  reasonHint: 'Only operators see it. Name nobody in it.',
  prove: 'Prove that it is you',
  proofNeeded: 'This takes a proof of the last ten minutes.',
  notDone: 'That was not done',
  sendAgain:
    'Sign in in another tab, and then load this page again: it sends what you typed once more.',
  failed: 'Something failed on the server. Its log says more under this id:',
  once: {
    title: 'Shown only now',
    secret: 'Secret',
    warning: 'Copy it to where it is needed: nobody can show it again.',
    back: 'Go back',
  },
  reasons: {
    unknown: 'It is not there.',
    conflict: 'That cannot be done.',
    still_manager: 'An organization would be left without a manager.',
    taken: 'Another account has this.',
    invalid: 'Something was typed wrongly.',
  },
  refused: {
    earlier: {
      title: 'That form is of an earlier sign-in',
      text: 'This form was opened in an earlier sign-in, so nothing was done. Press the button again.',
    },
    forged: {
      title: 'That form is not ours',
      text: 'It did not come from this console. Open the page again.',
    },
    invalid: {
      title: 'Something is missing',
      text: 'Each act needs a reason: 500 characters at most, all of which can be seen.',
    },
    level: {
      title: 'A second proof is missing',
      text: 'The console needs an authenticator app or a passkey: add one on your account page.',
    },
    old: {
      title: 'Your proof is too old',
      text: 'Prove once more that it is you; with a passkey, sign in anew.',
    },
    notOperator: {
      title: 'This account has no role here',
      text: 'An owner can give it one, or the command "operator add".',
    },
    role: { title: 'Your role does not allow that', text: 'Ask an operator with a higher role.' },
    signedOut: {
      title: 'Your session has ended',
      text: 'It ends after half an hour without use, after eight hours, and with your sign-in. Nothing was done.',
    },
    signIn: {
      title: 'You are not signed in',
      text: 'The sign-in was begun in another browser, or took too long.',
    },
    twice: {
      title: 'That was sent before',
      text: 'This form was sent before, and nothing more was done. If a secret was shown for it and is lost, make another one.',
    },
    unknown: { title: 'There is nothing here', text: 'It was removed, or the address is wrong.' },
  },
}

export type FrameMessages = typeof frameMessages
