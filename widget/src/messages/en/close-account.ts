/** Messages of closing an account. */
export const closeAccount = {
  title: 'Delete your account',
  checking: 'Checking what would be deleted…',
  intro:
    'Your account is deleted 15 days after you ask for it. Until then you can keep it by signing in.',
  lost: 'You will lose',
  values: {
    sessions: (count: number): string =>
      count === 1 ? 'your sign-in on this device' : `your sign-ins on ${count} devices`,
    connections: (count: number): string =>
      count === 1 ? 'one linked account' : `${count} linked accounts`,
    pictures: (count: number): string => (count === 1 ? 'one picture' : `${count} pictures`),
    user_name: (): string => 'your username, which others may then take',
    organizations: (count: number, names: string): string =>
      count === 1 ? `your membership in ${names}` : `your memberships in ${names}`,
    plan: (_: number, name: string): string => `your plan “${name}”`,
  },
  otherValue: (name: string, count: number): string => `${name} (${count})`,
  cannot: 'Your account cannot be deleted yet',
  proofWhy: 'After 15 days this cannot be undone, so we check that it is you.',
  proceed: 'Continue',
  confirmTitle: 'Delete the account?',
  confirmText: 'All your devices are signed out at once, this one as well.',
  understood: 'I understand that all this will be deleted',
  required: 'required',
  needUnderstood: 'Tick the box to continue.',
  close: 'Delete my account',
  keep: 'Keep my account',
  staleText: 'That took a while, so we looked once more. Please go through it again.',
  closed: 'Your account is scheduled for deletion',
  closedText: (day: string): string =>
    `It will be deleted on ${day}. Sign in before that day to keep it.`,
  takeBack: 'Sign in to keep it',
}
