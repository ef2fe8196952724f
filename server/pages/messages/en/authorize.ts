/** Messages of the page that asks what a client may have, in English. */
export const authorizeMessages = {
  title: (client: string): string => `${client} wants to sign you in`,
  text: 'Choose what it may have. You can take it back at any time in your account.',
  localText: (client: string): string =>
    `An application on this device that calls itself “${client}” asks. Continue only if you have just started it.`,
  unverified: (client: string): string =>
    `It calls itself “${client}”, but nobody here has checked who it belongs to. Continue only if you know this address.`,
  as: 'Sign in as',
  oneself: 'Yourself',
  notAllowed: 'does not allow this application',
  scopesTitle: 'What it may have',
  dangerous: 'Only if you are sure',
  account: 'Your account',
  comesFrom: 'Says it comes from',
  leadsTo: 'Leads to',
  backToApp: (host: string): string => `the application on this device (${host})`,
  allow: 'Allow',
  refuse: 'Cancel',
  another: 'Use another account',
  required: 'always included',
  grantedBefore: 'allowed before',
  refusedBefore: 'refused before',
}

/** Messages that each language has. */
export type AuthorizeMessages = typeof authorizeMessages
