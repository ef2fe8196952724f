/** Messages about invitations. */
export const invitations = {
  name: 'Name',
  validUntil: (date: string): string => `Valid until ${date}`,
  states: {
    pending: 'Waiting',
    expired: 'Expired',
    accepted: 'Accepted',
    declined: 'Declined',
    cancelled: 'Cancelled',
  },
  invite: 'Invite people',
  inviteMany: 'Invite many',
  inviteTitle: 'Invite somebody',
  addressLabel: 'E-mail or mobile number',
  keepHint: (address: string): string =>
    `Empty leaves ${address}. Another address gets a new link.`,
  needName: 'Enter the name that others will see.',
  send: 'Send invitation',
  sent: (name: string): string => `The invitation for ${name} is on its way.`,
  sentText: 'This link leads to it, too. Only the person who owns the address can accept.',
  link: 'Link',
  inviteAnother: 'Invite another',
  close: 'Done',
  invitedBy: (name: string): string => `Invited by ${name}`,
  resend: 'Send again',
  resendIn: (seconds: number): string => `Send again in ${seconds} s`,
  resendHint: 'Sends a new link; the old one stops working.',
  cancel: {
    title: (name: string): string => `Cancel the invitation for ${name}?`,
    text: (organization: string): string =>
      `Its link stops working. You can invite them to ${organization} again.`,
    button: 'Cancel invitation',
    done: (name: string): string => `The invitation for ${name} is cancelled.`,
  },
}

/** Messages about inviting the people of a list. */
export const many = {
  title: 'Invite many',
  text: 'One person on each line: address, name, roles. A first line may name the columns. Nothing is sent before you have seen it.',
  list: 'List of people',
  example: 'ann@example.com, Ann Lee, admin',
  file: 'Choose a CSV file',
  checkList: 'Check the list',
  noLines: 'Paste at least one line, or choose a file.',
  tooMany: (most: number): string => `At most ${most.toLocaleString('en')} lines at once.`,
  checking: (done: number, all: number): string =>
    `Checking: ${done.toLocaleString('en')} of ${all.toLocaleString('en')}`,
  sending: (done: number, all: number): string =>
    `Sending: ${done.toLocaleString('en')} of ${all.toLocaleString('en')}`,
  send: (count: number): string =>
    count === 1 ? 'Send 1 invitation' : `Send ${count.toLocaleString('en')} invitations`,
  proceed: (count: number): string => `Continue with ${count.toLocaleString('en')}`,
  pause: 'Pause',
  paused: 'Paused. What was sent stays sent.',
  limited:
    'The daily limit is reached. What was sent stays sent: download the result, and send the rest tomorrow. To domains that you have verified, you can send many more.',
  limitedAhead: (ready: number): string =>
    ready === 0
      ? 'The daily limit is reached: none of these can be sent today. To domains that you have verified, you can send many more.'
      : `Today, ${ready.toLocaleString('en')} of these can be sent. Send the rest tomorrow: the result tells you which. To domains that you have verified, you can send many more.`,
  sent: (count: number): string =>
    count === 1 ? '1 invitation sent.' : `${count.toLocaleString('en')} invitations sent.`,
  back: 'Back to the people',
  restart: 'Another list',
  download: 'Download the result',
  fileName: 'invitations.csv',
  line: 'Line',
  address: 'Address',
  name: 'Name',
  rolesOf: 'Roles',
  result: 'Result',
  reason: 'Reason',
  results: {
    wrong: 'Cannot be sent',
    waiting: 'Not checked',
    ready: 'Ready',
    made: 'Sent',
    exists: 'Invited already',
    member: 'Member already',
    refused: 'Refused',
  },
  duplicate: 'This address is in the list twice.',
  unknownRole: (name: string): string => `There is no role “${name}”.`,
  tooLong: 'The name is longer than 64 letters, or the id longer than 128.',
  refused: (error: string): string => `Refused (${error}).`,
  reasons: {
    exceeds_own_rights: 'You may not give this role.',
    invitation_limit: 'No more invitations for now. Try again tomorrow.',
    invitations_stopped: 'People reported these invitations. None are sent for a day.',
    members_full: 'The organization has no room for more members.',
    text_refused:
      'This name cannot be used: it has a link, hidden characters or two alphabets in a word, or is that of this service or of a role.',
    bad_parameter: 'The name or the address cannot be used.',
    email_error: 'This is not an e-mail address.',
    mobile_error: 'This is not a mobile number.',
    code_send_error: 'The message could not be sent.',
    not_in_organization: 'There is no such role.',
  },
}
