/** Messages of organizations, in English. */
export const organizationMessages = {
  organization_invitation: {
    subject: '{inviter} invites you to “{organization}” on {product}',
    title: 'Join “{organization}”',
    text: '{inviter} invites you to join “{organization}” on {product}. We have not checked who that is: accept only if you know them.\n\nOn the page you see what it is about, and accept or decline. The link works until {date}.',
    action: 'See the invitation',
    note: 'You do not know them? Decline on the page, and stop or report further invitations.',
    sms: '{product}: {inviter} invites you to “{organization}”. Accept only if you know them: {link}',
  },
  organization_invitation_asked: {
    subject: '{invited} asks for a new invitation to “{organization}”',
    title: 'A new invitation for {invited}?',
    text: 'The invitation to “{organization}” on {product} that you sent to {invited} ({address}) has expired, and they ask for a new one. Among the invitations, choose those that have expired, open this one and send it again.',
    action: 'See the invitations',
    note: 'You do not want to? Ignore this message: nothing happens then.',
    sms: '{product}: {invited} asks for a new invitation to “{organization}”.',
  },
  manager_transfer: {
    subject: '{code} makes you the manager of “{organization}”',
    title: 'Become the manager of “{organization}”',
    text: '{inviter} wants to hand “{organization}” on {product} over to you. Enter this code only if you agree: you may then do everything there, and answer for it.',
    action: 'Enter the code',
    note: 'You do not want to? Ignore this message: nothing changes then.',
    sms: '{product}: {code} makes you the manager of “{organization}”. Only if you agree.',
  },
  organization_domain: {
    subject: '{code} verifies {address} for “{organization}”',
    title: 'Verify {address}',
    text: '{inviter} says that {address} belongs to “{organization}” on {product}. Give them this code only if that is true. The code is valid for a day.',
    note: 'You do not know “{organization}”? Ignore this message: nothing happens then.',
    sms: '',
  },
  domain_taken_over: {
    subject: '“{organization}” no longer has {address}',
    text: 'Another organization on {product} has proved by a DNS record that {address} belongs to it, so “{organization}” has lost this domain. Its members stay.\n\nIf it is yours, remove the records of others at _passport.{address}, and add the domain by a TXT record again.',
    sms: '{product}: another organization has proved {address} by a DNS record; “{organization}” has lost this domain.',
  },
  domain_record_gone: {
    subject: '“{organization}” no longer has {address}',
    text: 'The DNS record that proved {address} for “{organization}” on {product} was not found on three days, so “{organization}” has lost this domain. Its members stay.\n\nIf it is yours, add the domain again, and leave the record in place this time.',
    sms: '{product}: the DNS record of {address} is gone; “{organization}” has lost this domain.',
  },
  manager_changed: {
    subject: '“{organization}” has a new manager',
    text: '{inviter} manages “{organization}” on {product} now. For three days, it cannot be deleted or handed over again, and its rules and domains stay as they are.',
    sms: '{product}: {inviter} manages “{organization}” now.',
  },
}

/** Messages that each language has. */
export type OrganizationMessages = typeof organizationMessages
