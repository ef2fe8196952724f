import { noCharge } from './no-charge.ts'

/** Words of the pages around the account. */
export const account = {
  login: {
    title: 'Sign in',
    description: 'Sign in to Sable.',
  },
  signUp: {
    title: 'Create your account',
    description: 'Create a Sable account with your e-mail address or mobile number.',
  },
  reset: {
    title: 'Reset your password',
    description: 'Choose a new password for your Sable account.',
  },
  invitation: {
    title: 'Invitation',
    description: 'See who invites you into an organization, and accept or decline.',
    noScript: 'Answer the invitation without JavaScript',
  },
  /** The names are links. */
  agree: (terms: string, privacy: string): string =>
    `By continuing, you agree to the ${terms} and the ${privacy}.`,
  /** The name is markup that a script fills in. */
  chosenPlan: (plan: string): string =>
    `You chose ${plan}. You confirm it once you are signed in. ${noCharge}`,
  noCookies:
    'Your browser does not accept cookies, so it cannot stay signed in. Allow them for this site, and load the page again.',
  signOut: {
    title: 'Sign out',
    description: 'Sign out of Sable on this device.',
    explanation: 'This ends your session in this browser. Other devices stay signed in.',
    button: 'Sign out',
    working: 'Signing out…',
    doneTitle: 'You are signed out',
    done: 'This browser no longer has a session. See you soon.',
    failed: 'You are still signed in: the account server did not answer. Try again in a moment.',
    signIn: 'Sign in again',
    home: 'Go to the home page',
  },
  dashboard: {
    title: 'Dashboard',
    description: 'Your first steps, your plan and its limits, and recent sign-ins.',
    loading: 'Loading your dashboard…',
    plan: {
      title: 'Plan',
      free: 'Free forever.',
      until: (day: string): string => `Valid until ${day}.`,
      endless: 'Valid until you change it.',
      own: (organization: string): string => `It is your own, also while you use ${organization}.`,
      chosen: (plan: string, price: string, day: string): string =>
        `You chose ${plan} (${price}) on ${day}. We set it up and write to you. ${noCharge}`,
      withdraw: 'Withdraw this choice',
      choice: (plan: string): string => `Your choice: ${plan}`,
      choiceText: (price: string): string => `${price}. ${noCharge}`,
      confirm: (plan: string): string => `Confirm ${plan}`,
      kept: (plan: string, name: string): string => `Welcome to ${plan}, ${name}`,
      notNow: 'Not now',
      monthly: (price: string): string => `${price} a month, billed every month`,
      yearly: (price: string): string => `${price} a month, billed once a year`,
      reduced: (price: string, full: string): string => `${price} instead of ${full}`,
      perSeat: (price: string): string => `${price}, per person`,
      earlyAccess: 'Early access is open to you.',
      discount: (code: string, percent: number, months: number, day: string): string =>
        `${code}: ${percent}% off for ${months === 1 ? 'one month' : `${months} months`}, redeemed on ${day}`,
      redeem: (code: string): string => `Redeem the code ${code}`,
      compare: 'Compare the plans',
    },
    welcome: (name: string): string => `Welcome, ${name}.`,
    steps: {
      title: 'First steps',
      progress: (done: number, all: number): string => `${done} of ${all} done`,
      done: '(done)',
      account: { title: 'Create your account', text: '' },
      address: {
        title: 'Confirm an address',
        text: 'If you forget the password, it lets you back in.',
      },
      password: {
        title: 'Add a password',
        text: 'You sign in with it where no code can reach you.',
      },
      picture: { title: 'Choose a picture', text: 'Your colleagues recognize you by it.' },
      secondWay: {
        title: 'Add a second way in',
        text: 'A mobile number or a linked account, in case you lose the first.',
      },
      organization: {
        title: 'Create an organization',
        text: 'You work in it with people you invite.',
      },
      download: 'Download Sable',
    },
    organization: {
      text: 'You are using it now.',
      people: 'People',
      waiting: 'Invitations that wait',
      changes: 'Last changes',
      invite: 'Invite people',
      open: 'Open the organization',
      all: 'All changes',
    },
    signIns: {
      title: 'Recent sign-ins',
      text: 'If you do not recognize one, sign that device out and change your password.',
      none: 'Nobody has signed in lately.',
      unknown: 'Unknown device',
      devices: 'Manage devices',
      all: 'All security events',
    },
  },
  settings: {
    title: 'Account',
    description: 'Your profile, your password and the devices you are signed in on.',
    noScript: 'Your account without JavaScript',
    pages: {
      profile: 'Profile',
      security: 'Sign-in and security',
      devices: 'Devices and activity',
      organizations: 'Organizations',
      data: 'Data',
    },
    loading: 'Loading your account…',
    /** What is lost with the account. */
    lostPlan: (plan: string): string => `your plan “${plan}”`,
    signedOut: {
      title: 'You are signed out',
      text: 'Sign in to see your account.',
      button: 'Sign in',
    },
    failed: {
      title: 'Your account could not be loaded',
      text: 'The account server did not answer. Your data is safe.',
      button: 'Try again',
    },
    crashed: {
      title: 'Something broke on this page',
      text: 'Nothing was lost. Try again, or come back in a moment.',
      button: 'Try again',
    },
    offline: 'We could not reach the server. Check your connection and try again.',
    logId: (id: string): string => `Reference for support: ${id}`,
    notices: 'Notices',
    dismiss: 'Dismiss',
  },
}
