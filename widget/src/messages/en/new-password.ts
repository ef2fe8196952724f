/** Messages of signing up and resetting a password. */
export const newPassword = {
  proceed: 'Continue',
  withPassword: 'Set a name and a password now',
  proved: 'Your address is confirmed. Now choose a password.',
  userName: 'Username',
  userNameHint:
    '3 to 32 letters and digits, a letter first; between them single .\u00a0_\u00a0or\u00a0-. You sign in with it.',
  userNameWrong:
    'Use 3 to 32 letters and digits, a letter first; between them single .\u00a0_\u00a0or\u00a0-.',
}
