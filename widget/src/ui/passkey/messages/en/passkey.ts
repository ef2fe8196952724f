/** Messages of asking for a passkey and offering one, in English. */
export const passkey = {
  slow: 'Your device has not answered yet.',
  otherWay: 'Use another way',
  older: 'My passkey is older',
  cancelled: 'No passkey was used. Try once more, or use another way.',
  unanswered: 'Your device did not answer. Try once more, or use another way.',
  exists: 'There is a passkey for this account here already.',
  elsewhere: 'This page cannot use your passkeys. Use another way.',
  offerTitle: 'Next time without a code or password?',
  offerText:
    'A passkey signs you in with your fingerprint, your face or the lock of this device. Nobody can guess it, and no other site can ask for it.',
  create: 'Create a passkey',
  notNow: 'Not now',
  codesTitle: 'Save your recovery codes',
  codesText:
    'One of these gets you in if you lose your devices. Each works once. We show them only now.',
  download: 'Download',
  saved: 'I have saved them',
}
