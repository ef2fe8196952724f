import { scopes } from '#protocol/messages/en/scopes.ts'

/** Messages of answering an application of others, in English. */
export const authorize = {
  heading: 'Sign in to an application',
  loading: 'Looking up who asks…',
  title: (client: string): string => `${client} wants to sign you in`,
  localTitle: 'An application on this device wants to sign you in',
  local: (client: string): string =>
    `It calls itself “${client}”. Go on only if you have just started it yourself.`,
  unverified: (client: string): string =>
    `It calls itself “${client}”, but nobody here has checked who it belongs to. Go on only if you know this address.`,
  comesFrom: 'Says it comes from',
  leadsTo: 'Leads to',
  backToApp: (host: string): string => `the application on this device (${host})`,
  checked: 'checked by us',
  signIn: 'Sign in to go on.',
  signInAnew: 'Please sign in once more to go on.',
  signInOther: (account: string): string =>
    `It asks for another account than ${account}. Sign in with that one.`,
  changed: 'Something has changed since you saw this. Please look at it again.',
  unmet: (account: string): string =>
    `It wants a passkey, or an authenticator app where that is enough. ${account} has none yet.`,
  addMethod: 'Add one to my account',
  added: 'I have added one',
  continueAs: 'Continue as',
  as: 'Sign in as',
  oneself: 'Yourself',
  unnamed: 'Member',
  notAllowed: 'This organization does not allow this application.',
  otherAccount: 'Use another account',
  otherTitle: 'Use another account?',
  otherText: (account: string): string => `${account} will be signed out in this browser.`,
  otherNow: 'Sign out',
  back: 'Back',
  scopesTitle: 'It may have',
  before: 'Allowed before',
  danger: 'Only if you are sure',
  dangerText: 'If you signed in more than ten minutes ago, we ask once more who you are.',
  onlyAs: 'Only as a member of an organization.',
  required: 'Always included: without it nobody can sign in.',
  refused: 'You refused this before.',
  newScope: 'new',
  offline: 'It can also use this while you are away, until you take it back.',
  scopes,
  allow: 'Allow',
  refuse: 'Cancel',
  takeBack: 'You can take this back at any time in your account.',
  leaving: 'Going back to the application…',
  follow: 'Continue',
  ends: {
    expired: {
      title: 'This request has expired',
      text: 'Go back to the application and start again.',
    },
    answered: {
      title: 'Already answered',
      text: 'If the application does not go on, or to change your answer, start again there.',
    },
    stopped: {
      title: 'This application cannot sign you in',
      text: 'It is not known here, or was stopped. Nothing was given to it.',
    },
    wrong: {
      title: 'This application has made a mistake',
      text: 'Its request cannot be answered. Nothing was given to it; please tell its makers.',
    },
  },
}
