/** Messages of the page about the account, in English. */
export const accountMessages = {
  title: 'Your account',
  as: (name: string): string => `You are signed in as ${name}.`,
  save: 'Save',
  device: (device: string, address: string, day: string): string =>
    `${device}, ${address}, last used ${day}`,
  thisDevice: (device: string): string => `This device: ${device}`,
  end: 'Sign this device out',
  signOut: 'Sign out',
  password: 'Set a new password',
  organizations: 'Switch to an organization',
}

/** Messages that each language has. */
export type AccountMessages = typeof accountMessages
