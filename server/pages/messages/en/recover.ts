/** Messages of the page that leads back into an account whose methods are all lost, in English. */
export const recoverMessages = {
  title: 'Get back into your account',
  link: 'I can use none of these',
  text: 'For accounts whose authenticator app, passkeys and recovery codes are all lost. We tell every address of the account and wait; then a code to one of them is enough.',
  address: 'E-mail address or mobile number',
  codeText:
    'Enter the code that we sent. If somebody can still confirm sign-ins, nothing is lost: the wait gives them time to say no.',
  go: 'Continue',
  key: 'Recovery key',
  keyHint: 'Only on another device than the one on which you began.',
  started: 'The wait has begun',
  until: (date: string): string =>
    `Your account opens on ${date}. We have written to all its addresses.`,
  back: 'Come back to this page then, in this browser, or keep this key:',
  waiting: 'The wait is not over',
  keyLost:
    'You need the key that you were shown when you began, or the browser of that time. If the key never reached you, or is lost, press “This was not me” in our mail, and begin again.',
  needKey: 'Type the key that you were shown when you began.',
}

/** Messages that each language has. */
export type RecoverMessages = typeof recoverMessages
