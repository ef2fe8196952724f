import { signInMessages } from '#protocol/messages/en/sign-in.ts'

/** Messages of the first screen and those that several screens share. */
export const common = {
  ...signInMessages,
  methods: 'Ways to sign in',
  byPassword: 'Password',
  byCode: 'One-time code',
  byPasskey: 'Sign in with a passkey',
  byQr: 'QR code',
  address: 'E-mail or mobile number',
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show password',
  codeSent: (address: string, wasRefused = false): string =>
    wasRefused
      ? `The last mail to ${address} was refused. Is the address right? We sent the code again.`
      : `We sent a code to ${address}.`,
  useMobile: 'Use mobile',
  changeAddress: 'Use another address',
  resendIn: (seconds: number): string => `New code in ${seconds} s`,
  resent: 'A new code is on its way.',
  call: 'Call me instead',
  calling: 'We are calling you with a new code.',
  withCode: 'Sign in with a code',
  withPassword: 'Sign in with your password',
  noAccount: 'No account yet?',
  haveAccount: 'Already have an account?',
  backToSignIn: 'Back to sign in',
  resetIntro: 'We send a code to your address, then you choose a new password.',
  welcome: (name: string): string => `Welcome, ${name}.`,
  unproved: (address: string): string =>
    `${address} is not confirmed yet. If you forget the password, it cannot help you back in.`,
  prove: 'Confirm it now',
  backTo: (name: string): string => `Back to ${name}`,
  passwordSet: 'Your password is changed',
  passwordSetText: 'You were signed out on all your other devices.',
  kept: 'Your account stays',
  keptText: 'Nothing will be deleted.',
  needAddress: 'Enter an e-\u2060mail address, such as name@example.com, or a mobile number.',
  needCountryCode:
    'Write the number with its country code, such as +44\u00a020\u00a07946\u00a00018.',
  needMobile: 'Enter your mobile number, with all its digits.',
  needCode: 'Enter the digits we sent you.',
  passwordShort: 'At least 8 characters, please.',
  passwordLong: 'At most 128 characters, please.',
  waitSeconds: (seconds: number): string =>
    seconds < 90
      ? `Please try again in ${seconds} seconds.`
      : seconds < 7200
        ? `Please try again in ${Math.ceil(seconds / 60)} minutes.`
        : `Please try again in ${Math.ceil(seconds / 3600)} hours.`,
  waitOver: 'You can try again now.',
  notSetUp: 'This page is not set up for sign-in. Its owner has to register it.',
  offline: 'We could not reach the server. Check your connection and try again.',
  slow: 'The server took too long to answer. Please try again.',
  broken: 'Something went wrong. Please try again.',
  tryAgain: 'Try again',
  notLoaded: 'This part of the page could not be loaded. Reload the page.',
  reload: 'Reload the page',
  close: 'Close',
  /** Two sentences one after the other. */
  twoSentences: (first: string, second: string): string => `${first} ${second}`,
  details: 'Details',
  copy: 'Copy',
  copied: 'Copied',
  reference: (logId: string): string => `Reference: ${logId}`,
}
