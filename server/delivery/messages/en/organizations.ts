/** Messages of organizations, in English. */
export const organizationMessages = {
  organization_invitation: {
    subject: '{inviter} invites you to “{organization}” on {product}',
    title: 'Join “{organization}”',
    text: '{inviter} invites you to act for “{organization}” on {product}. We have not checked who that is: accept only if you know them.\n\nOn the page you see what it is about, and accept or decline. The link works for seven days.',
    action: 'See the invitation',
    note: 'You do not know them? Decline on the page, and stop or report further invitations.',
    sms: '{product}: {inviter} invites you to “{organization}”. Accept only if you know them: {link}',
  },
}

/** What every language has to say. */
export type OrganizationMessages = typeof organizationMessages
