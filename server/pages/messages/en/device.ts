/** Messages of the page where people type the code of a device, in English. */
export const deviceMessages = {
  title: 'Sign in on a device',
  text: 'Type the code that the device shows.',
  code: 'Code on the device',
  proceed: 'Continue',
  compare: 'Does your device show this code?',
  compareText:
    'Continue only if a device in front of you shows exactly this code. If somebody sent you this link, do not continue.',
  sameCode: 'It shows this code',
  another: 'Type another code',
  question: (client: string): string => `${client} wants to sign you in on a device`,
  askText:
    'Allow it only if you started this yourself, on a device in front of you. You can take it back at any time in your account.',
  unverified: (client: string): string =>
    `It calls itself “${client}”, but nobody here has checked who it belongs to.`,
  otherNetwork: 'The device is on another network than you.',
  allowed: 'The device is being signed in',
  allowedText: 'Go back to it. You can close this page.',
  refused: 'The device was refused',
  refusedText:
    'Its code is no longer valid. If someone sent it to you, they wanted to get into your account.',
}

/** Messages that each language has. */
export type DeviceMessages = typeof deviceMessages
