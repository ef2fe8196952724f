/** Messages of screens that stop a sign-in. */
export const stopped = {
  blocked: 'You cannot sign in',
  mistake: 'If you think that this is a mistake, contact support.',
  elsewhere: 'Sign in on another device, or contact support.',
  appeal: 'Why, and how to appeal',
  help: 'Contact support',
  otherAccount: 'Use another account',
  closing: 'This account is scheduled for deletion',
  closesOn: (date: string): string =>
    `It will be deleted on ${date}, with all that belongs to it. Until then you can keep it.`,
  keep: 'Keep my account',
}
