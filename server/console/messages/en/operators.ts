/** Messages of the pages about operators, and of the start. */
export const operatorMessages = {
  health: {
    title: 'Health',
    instance: 'Instance',
    instanceText:
      'One instance has answered. Its version, its start and its passwords say nothing of others: they keep no list of each other.',
    onHost: (host: string, process: number): string => `${host}, process ${process}`,
    version: 'Its version',
    started: 'It runs since',
    messages: 'Messages that wait',
    oldest: 'Oldest of them',
    webhook: 'Oldest delivery that waits',
    hashes: 'Passwords being checked, and waiting',
    seconds: (seconds: number): string => `${seconds} s`,
    refused: 'Refused in the last 24 hours',
    step: 'Step',
    reason: 'Error',
    count: 'How often',
    noneRefused: 'Nothing was refused.',
    failing: 'Webhooks that fail',
    noneFails: 'No webhook fails.',
    since: 'Fails since',
    address: 'Address',
  },
  title: 'Operators',
  columns: { who: 'Operator', role: 'Role', by: 'Given by', since: 'Since' },
  none: 'Nobody has a role.',
  give: 'Give a role',
  giveText: 'The account needs an authenticator app or a passkey to get in.',
  take: 'Take a role away',
  who: 'Id, e-mail address, mobile number or username',
  role: 'Role',
  roles: {
    support: 'Support: people, their sessions and states',
    admin: 'Admin: also bans, erasure, applications and webhooks',
    owner: 'Owner: also operators and tokens',
  },
  acts: {
    set: { act: 'Give the role', done: 'The role was given.' },
    remove: { act: 'Take it away', done: 'The role was taken away.' },
  },
  record: {
    title: 'Record',
    search: 'Show what was done to an account',
    searchHint: 'Its id, or that of a webhook or token',
    columns: {
      at: 'Time',
      actor: 'Operator',
      action: 'What',
      target: 'To whom',
      reason: 'Reason',
      network: 'Network',
    },
    none: 'Nothing was done.',
  },
}

export type OperatorMessages = typeof operatorMessages
