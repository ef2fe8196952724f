/** Messages of the page behind "This was not me" in a notice, in English. */
export const notMeMessages = {
  question: 'Was this not you?',
  askText:
    'The button signs your account out on every device, makes its password useless and takes back what was added since. Then you choose a new password.',
  askRestoreText: (address: string): string =>
    `The button gives ${address} back to your account, signs it out on every device, makes its password useless and takes back what was added since. Then you choose a new password.`,
  confirm: 'This was not me',
  secured: 'Your account is safe again',
  securedText: (sessions: number): string => `Devices signed out: ${sessions}.`,
  restoredText: (address: string, sessions: number): string =>
    `${address} belongs to your account again. Devices signed out: ${sessions}.`,
  undone: 'Taken back, or to look at:',
  nextText:
    'Your old password no longer works. Choose a new one now, then look in your account settings at what was there before and can be used to sign in.',
  newPassword: 'Choose a new password',
  taken: 'This address belongs to another account by now',
  takenText: (address: string, sessions: number): string =>
    `We cannot put ${address} back, but nobody is signed in to your account now. Devices signed out: ${sessions}. Please contact support within 72 hours: they can decide whose address it is.`,
  expired: 'This link no longer works',
  expiredText:
    'It works once, for 72 hours. If you did not use it, choose a new password and contact support.',
}

/** Messages that each language has. */
export type NotMeMessages = typeof notMeMessages
