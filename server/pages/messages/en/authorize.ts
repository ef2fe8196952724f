/** Messages of the page that asks what a program of others may have, in English. */
export const authorizeMessages = {
  title: (client: string): string => `${client} wants to sign you in`,
  text: 'Choose what it may have. You can take it back at any time in your account.',
  localText: (client: string): string =>
    `A program on your computer that calls itself “${client}” asks. Go on only if you have just started it.`,
  account: 'Your account',
  leadsTo: 'Leads to',
  thisComputer: 'this computer',
  allow: 'Allow',
  refuse: 'Refuse',
  another: 'Use another account',
  required: 'always included',
  grantedBefore: 'allowed before',
  refusedBefore: 'refused before',
  scopes: {
    openid: 'Know that it is you',
    user_info: 'Your name and picture',
    profile: 'Your name, user name, picture and language',
    email: 'Your e-mail address',
    phone: 'Your mobile number',
    offline_access: 'Keep this access while you are away',
  },
}

/** What every language has to say. */
export type AuthorizeMessages = typeof authorizeMessages
