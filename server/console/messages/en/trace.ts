/** Messages of the pages that tell what somebody tried. */
export const traceMessages = {
  title: 'Trace',
  who: 'Log id, address, number, username or account id',
  whoHint: 'The log id stands on the screen of a refused sign-in, behind Details.',
  when: 'About when',
  whenHint:
    'UTC such as 10:02, or with a zone such as 2027-03-31T10:02+09:00; empty for the last day.',
  show: 'Show',
  period: 'From and to, UTC',
  likely: 'Likely',
  tell: 'Tell the person',
  noAccount: 'No account has this login.',
  noLogin: 'The screen names no login.',
  open: 'Open the account',
  none: 'Nothing was tried in this time.',
  columns: {
    at: 'Time (UTC)',
    what: 'What',
    browser: 'Browser',
    device: 'Device',
    network: 'Network',
    log: 'Log id',
  },
}

export type TraceMessages = typeof traceMessages
