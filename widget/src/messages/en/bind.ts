/** Messages of addresses and linked accounts. */
export const bind = {
  title: 'Your addresses',
  intro: 'Codes and notices are sent here, and you can sign in with each of them.',
  email: 'E-mail',
  mobile: 'Mobile number',
  notSet: 'Not set',
  unconfirmed: 'Not confirmed yet',
  add: 'Add',
  change: 'Change',
  remove: 'Remove',
  confirm: 'Confirm',
  addOf: (kind: string): string => `Add ${kind}`,
  changeOf: (kind: string): string => `Change ${kind}`,
  removeOf: (kind: string): string => `Remove ${kind}`,
  confirmOf: (kind: string): string => `Confirm ${kind}`,
  titles: {
    email: {
      // The word joiner keeps a line from breaking after the hyphen.
      add: 'Add an e-\u2060mail address',
      change: 'Change your e-\u2060mail address',
      remove: 'Remove your e-\u2060mail address',
    },
    mobile: {
      add: 'Add a mobile number',
      change: 'Change your mobile number',
      remove: 'Remove your mobile number',
    },
  },
  newEmail: 'New e-\u2060mail address',
  newMobile: 'New mobile number',
  needEmail: 'Enter an e-\u2060mail address, such as name@example.com.',
  mobileHint: 'With its country code, such as +44\u00a020\u00a07946\u00a00018.',
  save: 'Save',
  removeText: (address: string): string =>
    `${address} can no longer be used to sign in or to get codes. We send it a notice, and support can put it back for 72 hours.`,
  changeWhy: (address: string): string => `Before ${address} is replaced, we check that it is you.`,
  removeWhy: (address: string): string => `Before ${address} is removed, we check that it is you.`,
  moveTitle: 'This address belongs to another account',
  moveText: (address: string): string =>
    `${address} signs somebody in to another account, which may be yours too. If you move it here, that account loses it.`,
  move: 'Move it here',
  otherAddress: 'Use another address',
  added: (kind: string): string => `${kind} saved.`,
  changed: (kind: string): string => `${kind} changed. We sent a notice to the old one.`,
  removed: (kind: string): string => `${kind} removed.`,
  notLinked: 'Not linked',
  link: 'Link',
  unlink: 'Unlink',
  linkOf: (title: string): string => `Link ${title}`,
  unlinkOf: (title: string): string => `Unlink ${title}`,
  linkWhy: (title: string): string =>
    `Your sign-in was a while ago, so before ${title} is linked, we check that it is you.`,
  proved: (title: string): string => `Thank you. Next, ${title} asks you to agree.`,
  goTo: (title: string): string => `Go to ${title}`,
  unlinkWhy: (title: string): string =>
    `Your sign-in was a while ago, so before ${title} is unlinked, we check that it is you.`,
  unlinked: (title: string): string => `${title} is no longer linked.`,
}
