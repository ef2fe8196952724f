/** Messages of the two-step verification. */
export const secondVerify = {
  title: 'Confirm that it is you',
  ways: 'How to confirm',
  mobile: (to: string): string => `Code to ${to} by SMS`,
  email: (to: string): string => `Code to ${to} by e-\u2060mail`,
  app: 'Code of my authenticator app',
  appText: 'Type the six digits that your authenticator app shows.',
  password: 'My password',
  provider: (title: string, name: string): string => `My ${title} account ${name}`,
  openProvider: (title: string): string => `Continue with ${title}`,
  blocked: 'Your browser blocked the window. Allow pop-\u2060ups for this page, then try again.',
  wrong: 'That is not your password.',
  confirm: 'Confirm',
  cancel: 'Cancel',
}
