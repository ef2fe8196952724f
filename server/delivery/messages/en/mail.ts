/** Messages that all mails share, in English. */
export const mailMessages = {
  device: 'Device',
  unknownDevice: 'Unknown',
  place: 'Network',
  time: 'Time',
  ifYou: 'If that was you, there is nothing to do.',
  ifNotYou:
    'If it was not, sign the account out everywhere within {hours} hours. Then you choose a new password.',
  ifNotYouRestore:
    'If it was not, put the old address back within {hours} hours. That signs the account out everywhere, and you choose a new password.',
  ifNotYouSms: 'Not you? Say so within {hours} hours: {notMe}',
  notMe: 'This was not me',
  automatic: '{product} sent this message automatically.',
  unsubscribe: 'No more mail about early access',
  // In place of names that cannot be shown to others.
  nameless: { organization: 'An organization', inviter: 'A member', invited: 'Somebody' },
}

/** Messages that each language has. */
export type MailMessages = typeof mailMessages
