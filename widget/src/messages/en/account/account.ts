import { activity } from './activity.ts'
import { devices } from './devices.ts'
import { organizations } from './organizations.ts'

/** Messages of `<passport-account>`. */
export const account = {
  pages: {
    profile: 'Profile',
    security: 'Sign-in and security',
    devices: 'Devices and activity',
    organizations: 'Organizations',
    data: 'Data',
  },
  pagesLabel: 'Pages of your account',
  loading: 'Loading your account…',
  failedText: 'The account server did not answer. Your data is safe.',
  listFailed: 'This list could not be loaded.',
  openElsewhere: 'Your browser keeps no sign-in for this page.',
  openAt: (host: string): string => `Open your account at ${host}`,
  change: 'Change',
  changeOf: (what: string): string => `Change: ${what}`,
  notSet: 'Not set',
  names: {
    title: 'Name and picture',
    text: 'How you appear to others.',
    picture: 'Picture',
    name: 'Name',
    username: 'Username',
    saved: 'Your profile is saved',
  },
  about: {
    title: 'About you',
    text: 'What people you work with can learn about you.',
    details: 'Description and language',
    background: 'Background picture',
    backgroundSet: 'Set',
    more: 'Birthday and gender',
  },
  safety: {
    title: 'How safe your account is',
    none: 'You could lose this account: no confirmed address and no password leads back to it.',
    one: 'Your account has one way back. Add another address or a password, in case you lose it.',
    good: (count: number): string =>
      `Your account is in good order: ${count} ways prove that it is you.`,
  },
  addresses: {
    title: 'Addresses',
    text: 'For signing in and receiving codes. When one changes, we tell the old address too.',
  },
  password: {
    title: 'Password',
    text: 'Changing it signs out your other devices.',
    isSet: 'Set',
    hasNone: 'You sign in without one',
    set: 'Set a password',
  },
  linkedAccounts: {
    title: 'Linked accounts',
    text: 'Accounts on other services that you can sign in with.',
    linked: (service: string): string => `${service} is linked now`,
  },
  twoStep: {
    title: 'Two-step verification',
    text: 'When something is unusual or important, we ask you to confirm in one of these ways that it is you.',
    ways: {
      mobile_sms_verify: 'Code by SMS',
      email_code_verify: 'Code by e-mail',
      totp_verify: 'Authenticator app',
      pwd_verify: 'Password',
    },
    known: 'Known only to you',
    none: 'There is none yet. Add an e-mail address, a mobile number or a password.',
  },
  devices,
  activity,
  organizations,
  data: {
    title: 'Your data',
    text: 'A file with what we store about you: account, devices, events and the terms you accepted.',
    button: 'Download my data',
    fileName: 'my-data.json',
    done: 'Your data is in your downloads',
  },
  deletion: {
    title: 'Delete account',
    text: 'Your profile, linked accounts, memberships in organizations and plan go with it, after 15 days. Until then you can keep it by signing in.',
    button: 'Delete account…',
  },
}
