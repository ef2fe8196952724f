import type { OrganizationServices } from '../organizations/acting.ts'
import type { Call } from '../calls/call.ts'
import { DAY_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken, makeToken } from '../lib/tokens.ts'
import { domainOf } from '../organizations/domains.ts'
import { organizationAppOf } from '../organizations/membership-info.ts'
import type { Organization } from '../store/organization-repository.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Invitation } from '../store/schema/organizations.ts'

type Context = Pick<Call<OrganizationServices>, 'app' | 'now'> & {
  params: Pick<Call<unknown>['params'], 'subject_aid'>
}

/** Returns the organization that an account may join because of the domain of its address. */
export async function organizationByDomain(
  context: Context,
  services: OrganizationServices,
  account: Account,
): Promise<Organization | undefined> {
  const { email } = account
  if (email === null) return undefined
  const { invitations, memberships, organizationDomains, organizationEvents, organizations } =
    services
  const id = await organizationDomains.ownerOf(organizationAppOf(context), domainOf(email))
  const organization = id === undefined ? undefined : await organizations.find(id)
  if (organization === undefined || organization.isFrozen) return undefined
  if (organization.policy.join_by_domain === 0) return undefined
  if ((await memberships.findIn(organization.id, account.id)) !== undefined) return undefined
  // Only an invitation brings back whom the organization has removed.
  if (await organizationEvents.wasRemoved(organization.id, account.id)) return undefined
  if ((await invitations.blockedAmong([email], organization.id, context.now)).length > 0)
    return undefined
  const pending = await invitations.pendingTo(organization.id, [email])
  return pending.length > 0 ? undefined : organization
}

/** Creates the invitation of somebody who joins by their domain. @throws not_in_organization */
export async function inviteByDomain(
  context: Context,
  tx: OrganizationServices,
  account: Account,
  organizationId: string,
): Promise<Invitation> {
  const organization = await organizationByDomain(context, tx, account)
  if (organization?.id !== organizationId || account.email === null) {
    throw new PassportError('not_in_organization')
  }
  const invitation = await tx.invitations.create({
    channel: 'email',
    address: account.email,
    organizationId,
    name: account.name,
    roles: [],
    next: '',
    externalId: '',
    // Nobody gets the ticket.
    ticketHash: hashToken(makeToken()),
    status: 'pending',
    invitedBy: '',
    inviterName: '',
    acceptedBy: '',
    sentCount: 0,
    sentAt: 0,
    createdAt: context.now,
    expiresAt: context.now + DAY_MS,
  })
  if (invitation === undefined) throw new PassportError('not_in_organization')
  return invitation
}
