/** Messages of the page that shows for whom a browser acts, in English. */
export const identityMessages = {
  title: 'Switch to an organization',
  current: (name: string): string => `You are using ${name}.`,
  oneself: (name: string): string => `${name} (personal account)`,
  actAs: (name: string): string => `Switch to ${name}`,
  alone: 'You belong to no organization. An invitation brings you into one.',
  frozen: (name: string): string => `${name} is frozen, so you cannot use it.`,
  leave: (name: string): string => `Leave ${name}`,
  leaveTitle: (name: string): string => `Leave ${name}?`,
  leaveText: 'You lose access at once, on all your devices. Only a new invitation brings you back.',
  stay: 'Stay',
  wantsProof: (name: string): string => `${name} wants one more proof that it is you.`,
  codeSent: (name: string, address: string): string =>
    `${name} wants one more proof that it is you. A code is on its way to ${address}. It works for 10 minutes.`,
}

/** Messages that each language has. */
export type IdentityMessages = typeof identityMessages
