/** Messages of the account server's pages in English. */
export const pageMessages = {
  appeal: 'Why, and how to appeal',
  support: 'Contact support',
  backHome: 'Back to the start page',
  legalNavigation: 'Footer',
  legal: {
    'privacy-policy': 'Privacy policy',
    'terms-of-service': 'Terms of service',
    'cookie-policy': 'Cookie policy',
  },
  details: 'Details',
  logId: 'Log id for support:',
  proceed: 'Continue',
  linkProblem: 'This link does not work',
  formProblem: 'That did not work',
  hostedProblem: 'You cannot be signed in for this page',
  email: 'E-mail address',
  codeSentIfRight: (address: string): string =>
    `If the address is right, a code is on its way to ${address}. It works for 10 minutes.`,
  tryAgainIn: (seconds: number): string =>
    seconds < 90
      ? `You can try again in ${seconds} seconds.`
      : seconds < 7200
        ? `You can try again in ${Math.ceil(seconds / 60)} minutes.`
        : `You can try again in ${Math.ceil(seconds / 3600)} hours.`,
  mailRefused:
    'Mails to this address were refused lately. Check that it is right; we have tried once more.',
  addMethod: 'Add one to my account',
  verify: 'Verify that it is you',
  byPasskey: 'Use a passkey',
  verifySent: (address: string): string =>
    `This browser is new to us. A code is on its way to ${address}. It works for 10 minutes.`,
  remember: 'Don’t ask again in this browser for 30 days',
  appCode: 'Type the six digits that your authenticator app shows.',
  appOrRecoveryCode:
    'Type the six digits that your authenticator app shows, or one of your recovery codes.',
  recoveryCode: 'Type one of your recovery codes.',
  sendInstead: (address: string): string => `Send a code to ${address} instead`,
  noCookies:
    'Your browser does not accept cookies, so it cannot stay signed in. Allow them for this site, and sign in again.',
  needScript:
    'There were several wrong tries. Turn JavaScript on to pass a short check, or reset your password by mail.',
  choosePasskey:
    'You are signed in, but without your passkey, which is needed here. Go on, and choose the passkey.',
  needPasskey:
    'You confirm with your passkey, which needs JavaScript. Turn it on in this browser, or open the page that you came from in another one.',
  needPasskeyOrCode:
    'You confirm with your passkey, which needs JavaScript. Turn it on in this browser, or open the page that you came from in another one. To do without next time, add an authenticator app to your account there, or make new recovery codes.',
  cancelDeletion: 'Keep my account',
  captchaLink: {
    ask: 'Is this you?',
    askText:
      'A browser asked to continue with this mail address. If that was you, press the button and return to the page you came from. Otherwise close this page: nothing happens then.',
    confirm: 'Yes, continue',
    passed: 'Thank you, that is done',
    passedText: 'You can close this page. The one you came from continues by itself.',
    expired: 'This link has expired',
    expiredText:
      'It was used already, or too much time has passed. The page you came from can send another one.',
  },
}

/** Messages that each language has. */
export type PageMessages = typeof pageMessages
