/** Messages of the page about tokens of the admin API. */
export const tokenMessages = {
  title: 'Tokens',
  none: 'There is no token.',
  name: 'Name',
  token: 'Token',
  scopes: 'Scopes',
  scopesHint: (scopes: string): string => `With commas between, of ${scopes}`,
  networks: 'Networks',
  networksHint: 'Such as 10.0.0.0/8, with commas between; empty for all',
  app: 'Application',
  appHint: 'The only one whose people it sees; empty for all',
  until: 'Last day',
  untilHint: 'Such as 2027-03-31, a year from now at most',
  used: 'Last used',
  state: 'State',
  valid: 'valid',
  ended: 'ended',
  expired: 'expired',
  add: 'Make a token for the admin API',
  end: 'End a token',
  acts: {
    add: { act: 'Make the token', done: 'The token was made.' },
    end: { act: 'End it', done: 'The token has ended.' },
  },
}

export type TokenMessages = typeof tokenMessages
