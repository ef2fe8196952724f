/** Messages about the rules and domains of an organization. */
export const rules = {
  about:
    'These rules apply to everybody who works in the organization. Sessions that break them end the next time they are used.',
  onlyManager: 'Only the manager, or a role with that permission, changes these rules.',
  sessionHours: 'Sign in again after',
  idleMinutes: 'Sign out when unused for',
  times: {
    usual: 'As this server does',
    minutes: (count: number): string => `${count} minutes`,
    hours: (count: number): string => (count === 1 ? '1 hour' : `${count} hours`),
    days: (count: number): string => (count === 1 ? '1 day' : `${count} days`),
  },
  second: 'Two-step verification at sign-in',
  seconds: { off: 'When a sign-in looks unusual', new_device: 'On new devices', always: 'Always' },
  level: 'To act for the organization',
  levelHint: 'Whoever lacks it is asked to add it, and acts for themselves until then.',
  levels: {
    1: 'Any way to sign in',
    2: (count: number): string =>
      `Authenticator app or passkey (${count === 1 ? '1 member has' : `${count} members have`} none yet)`,
    3: (count: number): string =>
      `Passkey (${count === 1 ? '1 member has' : `${count} members have`} none yet)`,
  },
  methods: 'Allowed ways to sign in',
  methodNames: {
    password: 'Password',
    code: 'One-time code',
    third_party: 'Other accounts, such as Google',
    qr: 'QR code',
    passkey: 'Passkeys',
  },
  needMethod: 'Allow at least one way.',
  invitesDomainsOnly: 'Invite only addresses in verified domains',
  joinsByDomain: 'Offer people with such an address to join',
  clients: 'Third-party applications that members may let in for the organization',
  clientsHint: 'They learn who the member is and which roles they have.',
  clientRules: { refuse: 'None', verified: 'Those that we have checked', allow: 'All' },
  saved: 'The rules are saved.',
  savedAndOut: 'The rules are saved. They end your session, too: sign in again.',
  domains: 'Domains',
  domainsAbout:
    'A domain is verified by a code to a mailbox that only its administrators read, or by a TXT record.',
  noDomains:
    'No domain yet. Once one is verified, invitations can be limited to its addresses, and people who have one can be offered to join.',
  domain: 'Domain',
  domainHint: 'Such as example.com.',
  add: 'Add the domain',
  proveBy: 'Verify it by',
  ways: { mail: 'a code to its postmaster', dns: 'a TXT record at its name servers' },
  addRecord:
    'Add this TXT record at the name servers of the domain, then look it up. Leave it there.',
  recordName: 'Name',
  recordText: 'Text',
  lookUp: 'Look it up',
  prove: 'Verify the domain',
  isProved: 'verified',
  isPending: 'not verified yet',
  mailed: (address: string): string => `The code went to ${address}.`,
  proved: (domain: string): string => `${domain} is verified.`,
  remove: {
    title: (domain: string): string => `Remove ${domain}?`,
    text: 'Rules about domains no longer count it. Members stay.',
    button: 'Remove',
    done: (domain: string): string => `${domain} is removed.`,
  },
}
