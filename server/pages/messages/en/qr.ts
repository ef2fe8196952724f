/** Messages of the page that a phone shows for a QR code, in English. */
export const qrMessages = {
  question: 'Sign in on another device?',
  askText: 'Another device shows the code you scanned. Say yes only if it is in front of you.',
  account: 'Your account',
  app: 'For',
  device: 'Device',
  unknownDevice: 'Unknown',
  network: 'Network address',
  time: 'Asked',
  secondsAgo: (seconds: number): string =>
    seconds < 10
      ? 'just now'
      : seconds < 60
        ? `${seconds} seconds ago`
        : `${Math.floor(seconds / 60)} min ago`,
  leadsTo: 'Then opens',
  otherNetwork: 'That device is on a network on which this account is not signed in.',
  pickNumber: 'Which number does the other screen show?',
  confirm: 'Sign in on that device',
  refuse: 'No, that was not me',
  open: 'You followed a link to sign a device in',
  openText:
    'Continue only if you have just scanned a code on a screen in front of you. If somebody sent you this link, do not continue.',
  proceed: 'I scanned a code',
  verifyText: (address: string): string =>
    `That device is on a network on which this account is not signed in. We sent a code to ${address}.`,
  confirmed: 'The other device is being signed in',
  confirmedText: 'You can close this page. We also tell you by message.',
  sessions: 'See where you are signed in',
  refused: 'Nobody was signed in',
  refusedText:
    'The code is no longer valid. If someone sent it to you or asked you to scan it, they wanted to get into your account.',
  changePassword: 'Change the password',
  unusable: 'This code does not work',
  /** By name of the error. */
  unusableText: {
    qr_unknown: 'We do not know this code. Scan the one on the other device again.',
    qr_expired: 'The code has run out. The other device shows a new one: scan that.',
    qr_used: 'The code was used or refused before. Ask for a new one on the other device.',
    qr_not_yours:
      'Somebody else scanned this code. If that surprises you, ask for a new one on the other device.',
  },
}

/** Messages that each language has. */
export type QrMessages = typeof qrMessages
