/** Messages of the two-step verification. */
export const secondVerify = {
  title: 'Confirm that it is you',
  ways: 'How to confirm',
  mobile: (to: string): string => `Code to ${to} by SMS`,
  email: (to: string): string => `Code to ${to} by e-\u2060mail`,
  passkey: 'My passkey',
  usePasskey: 'Use my passkey',
  app: 'Code of my authenticator app',
  appText: 'Type the six digits that your authenticator app shows.',
  withoutApp: 'I can’t use my app',
  withApp: 'Use my authenticator app',
  noneLeft: 'I can use none of these',
  recovery: 'Recovery code',
  recoveryText: 'One of the ten codes that you saved. Each works once.',
  needRecovery: 'A recovery code has 16 letters and digits.',
  usedTitle: (left: number): string =>
    left === 1
      ? 'One recovery code is left'
      : `${left === 0 ? 'No' : left} recovery codes are left`,
  usedText:
    'Have you lost the app or the passkey? Add another one on the security page of your account, and remove the lost one. New recovery codes come with it.',
  replaceApp: 'Replace what I lost',
  keepApp: 'Continue, I still have it',
  proceed: 'Continue',
  password: 'My password',
  provider: (title: string, name: string): string => `My ${title} account ${name}`,
  openProvider: (title: string): string => `Continue with ${title}`,
  blocked: 'Your browser blocked the window. Allow pop-\u2060ups for this page, then try again.',
  wrong: 'That is not your password.',
  remember: 'Don’t ask again in this browser for 30 days',
  confirm: 'Confirm',
  cancel: 'Cancel',
}
