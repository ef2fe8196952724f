/** Messages of the two-step verification. */
export const secondVerify = {
  title: 'Confirm that it is you',
  ways: 'How to confirm',
  mobile: (to: string): string => `Code to ${to} by SMS`,
  email: (to: string): string => `Code to ${to} by e-\u2060mail`,
  password: 'My password',
  wrong: 'That is not your password.',
  confirm: 'Confirm',
  cancel: 'Cancel',
}
