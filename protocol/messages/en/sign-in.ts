/** Messages of signing in, for the element and for pages without JavaScript, in English. */
export const signInMessages = {
  signIn: 'Sign in',
  signUp: 'Create account',
  resetPassword: 'Reset password',
  account: 'E-mail, mobile or username',
  password: 'Password',
  newPassword: 'Choose a password',
  passwordHint: '8 to 128 characters. A few unusual words are better than symbols.',
  name: 'Your name',
  optional: 'optional',
  code: 'Code',
  sendCode: 'Send code',
  resend: 'Send a new code',
  forgot: 'Forgot password?',
  setPassword: 'Set new password',
  signedIn: 'You are signed in',
  needAccount: 'Enter your e-\u2060mail address, mobile number or username.',
  needPassword: 'Enter your password.',
}

/** Messages that each language has. */
export type SignInMessages = typeof signInMessages
