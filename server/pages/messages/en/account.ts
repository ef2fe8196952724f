/** Messages of the page about the account, in English. */
export const accountMessages = {
  title: 'Your account',
  as: (name: string): string => `You are signed in as ${name}.`,
  save: 'Save',
  profile: 'Profile',
  security: 'Sign-in and security',
  securityText:
    'To change addresses, linked accounts or the second step, turn JavaScript on and open your account page.',
  mobile: 'Mobile number',
  userName: 'Username',
  password: 'Set a new password',
  devices: 'Devices and activity',
  thisDevice: 'This device',
  lastUsed: (address: string, day: string): string => `${address}, last used ${day}`,
  signOut: 'Sign out',
  organizations: 'Organizations',
  switch: 'Switch to an organization',
  data: 'Data',
  dataText:
    'To download your data or delete your account, turn JavaScript on and open your account page.',
}

/** Messages that each language has. */
export type AccountMessages = typeof accountMessages
