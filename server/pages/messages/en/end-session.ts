/** Messages of the page on which a client asks to sign people out, in English. */
export const endSessionMessages = {
  title: 'Sign out here too?',
  textOf: (client: string): string =>
    `${client} asks to sign you out. You are still signed in here.`,
  text: 'You are still signed in here.',
  account: 'Your account',
  confirm: 'Sign out',
  stay: 'Stay signed in',
}

/** Messages that each language has. */
export type EndSessionMessages = typeof endSessionMessages
