import type { OrganizationServices } from '../organizations/acting.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { Organization } from '../store/organization-repository.ts'
import type { OrganizationDomain } from '../store/schema/organizations.ts'

/** What operators see of an organization besides its own row. */
export interface ReadOrganization {
  manager: Membership | undefined
  members: number
  invitations: number
  roles: number
  domains: readonly OrganizationDomain[]
}

/** Reads it. */
export async function readOrganization(
  {
    invitations,
    memberships,
    organizationDomains,
    roles,
  }: Pick<OrganizationServices, 'invitations' | 'memberships' | 'organizationDomains' | 'roles'>,
  { id }: Organization,
): Promise<ReadOrganization> {
  return {
    manager: await memberships.manager(id),
    members: await memberships.count(id),
    invitations: await invitations.countPending(id),
    roles: (await roles.list(id)).length,
    domains: await organizationDomains.list(id),
  }
}
