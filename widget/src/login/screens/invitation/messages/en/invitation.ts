/** Messages of answering an invitation. */
export const invitation = {
  heading: 'Invitation',
  title: (organization: string): string => `Invitation to “${organization}”`,
  loading: 'Looking up the invitation…',
  text: (inviter: string, organization: string): string =>
    `${inviter} invites you to join “${organization}”.`,
  unverified: 'We have not checked who that is: accept only if you know them.',
  verified: (domain: string): string => `This organization has shown that ${domain} is its domain.`,
  name: 'Your name there',
  roles: 'Your role',
  roleNames: { member: 'Member', admin: 'Administrator' } as Readonly<Record<string, string>>,
  sentTo: 'Sent to',
  until: 'Valid until',
  accept: 'Accept',
  proveText: (address: string): string =>
    `To accept, show that ${address} is yours: we send a code there. If you have no account yet, one is created for you.`,
  otherText: (who: string, address: string): string =>
    `You are signed in as ${who}, but the invitation went to ${address}. If that address is yours, we send a code there, and you continue with its account.`,
  sendCode: 'Send a code',
  addAddress: (who: string): string => `Add the address to ${who} instead`,
  signInText: 'Sign in, or create an account, to accept.',
  signIn: 'Sign in another way',
  newAccount: 'No account yet?',
  newAccountText:
    'Choose your name and, if you like, a password. Without one, you sign in by codes.',
  password: 'Password for a new account',
  decline: 'Decline…',
  declineTitle: 'Decline the invitation',
  declineText: 'Nothing changes for you. The organization sees that you declined.',
  further: 'Further invitations',
  blocks: {
    none: 'May come',
    subject: 'None from this organization',
    all: 'None from any organization',
  },
  report: 'Report it as unwanted',
  declineNow: 'Decline',
  back: 'Back to the invitation',
  declined: 'Invitation declined',
  declinedText: 'You can close this page.',
  reported: 'Thank you for the report. You can close this page.',
  ends: {
    unknown: {
      title: 'This link does not work',
      text: 'Perhaps it was replaced. Open the link in the newest message about the invitation.',
    },
    expired: {
      title: 'The invitation has expired',
      text: 'Ask the person who invited you for a new one.',
    },
    used: {
      title: 'The invitation was answered already',
      text: 'Was it you who accepted? Sign in, and you continue as a member.',
    },
    cancelled: {
      title: 'The invitation was withdrawn',
      text: 'If you expected it, ask the person who invited you.',
    },
    frozen: {
      title: 'The organization is frozen',
      text: 'Nobody can join it for now. Ask the person who invited you.',
    },
  },
  requestNew: 'Ask for a new one',
  requested: 'The request is sent',
  requestedText:
    'We tell the person who invited you, once a day at most. A new invitation comes to the same address.',
  joined: (organization: string): string => `You belong to ${organization} now`,
  joinedText: 'This browser uses it now. You can switch back to your personal account at any time.',
  open: (organization: string): string => `Open ${organization}`,
  member: (organization: string): string => `You are in “${organization}” already`,
  memberText: 'You need no invitation any more. Your roles stay as they are.',
  proceed: 'Continue as a member',
}
