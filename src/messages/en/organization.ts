/** Messages of the page that manages an organization. */
export const organization = {
  title: 'Organization',
  description: 'Members, invitations, roles and settings of your organization.',
  loading: 'Loading the organization…',
  noScript: 'This page needs JavaScript. Accepting an invitation works without it.',
}
