import type { Services } from '../services/services.ts'
import type { Organization } from '../store/organization-repository.ts'

/** Reads what operators see of an organization besides its own row. */
export async function readOrganization(
  { invitations, memberships, organizationDomains, roles }: Services,
  { id }: Organization,
) {
  return {
    manager: await memberships.manager(id),
    members: await memberships.count(id),
    invitations: await invitations.countPending(id),
    roles: (await roles.list(id)).length,
    domains: await organizationDomains.list(id),
  }
}
