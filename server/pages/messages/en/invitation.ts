/** Messages of the page behind the link of an invitation, in English. */
export const invitationMessages = {
  title: (organization: string): string => `Invitation to “${organization}”`,
  text: (inviter: string, organization: string): string =>
    `${inviter} invites you to join “${organization}”. We have not checked who that is: accept only if you know them.`,
  name: 'Your name there',
  sentTo: 'Sent to',
  until: 'Valid until',
  accept: 'Accept',
  decline: 'Decline',
  report: 'Decline and report as unwanted',
  signInFirst: 'Sign in to accept',
  newAccount: 'New here? Get a code at the invited address, and an account is made for you.',
  sendCode: 'Send a code',
  codeSent: (address: string): string => `A code is on its way to ${address}.`,
  other:
    'You are signed in as somebody else. Sign in with the invited address, or add it to your account first.',
  declined: 'Invitation declined',
  declinedText: 'Nothing has changed for you, and the organization sees that you declined.',
  reportedText: 'Thank you. This organization sends you no more invitations.',
  joined: (organization: string): string => `You belong to ${organization} now`,
  joinedText: 'This browser uses it now. You can switch back to your personal account at any time.',
  open: (organization: string): string => `Open ${organization}`,
  member: (organization: string): string => `You are in “${organization}” already`,
  memberText: 'You need no invitation any more. Your roles stay as they are.',
  proceed: 'Continue as a member',
  expired: 'The invitation has expired',
  expiredText: 'The person who invited you can send a new one to the same address.',
  requestNew: 'Ask for a new one',
  requested: 'The request is sent',
  requestedText:
    'We tell the person who invited you, once a day at most. A new invitation comes to the same address.',
}

/** Messages that each language has. */
export type InvitationMessages = typeof invitationMessages
