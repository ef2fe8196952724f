/** Messages of an account at a provider that nobody here has linked. */
export const thirdParty = {
  loading: 'Looking up your account…',
  expired: 'That took too long',
  expiredText: 'Please sign in there once more.',
  notLinked: 'One more step',
  notLinkedText: (platform: string): string =>
    `This ${platform} account is not linked to anyone here yet. Create an account with it, or link it to yours.`,
  create: 'Create account',
  haveAccount: 'I have an account already',
  link: 'Link to your account',
  linkText: (platform: string): string =>
    `Sign in to link this ${platform} account. From then on it signs you in too.`,
  linkButton: 'Sign in and link',
  createInstead: 'Create a new account instead',
  name: 'Your name',
  otherWays: 'Other ways to sign in',
  move: {
    connection: 'Move this account here?',
    mobile: 'Move this number here?',
    email: 'Move this e-\u2060mail address here?',
  },
  moveText:
    'It belongs to another account here, which may be yours too. If you move it, that account loses it.',
  onlyMethod: 'It is the only way into the other account, so it has to stay there.',
  notNow: 'Not now',
  moved: 'It is yours now',
  failed: 'That did not work',
  closed: 'The verification was not finished, so nothing has changed.',
}
