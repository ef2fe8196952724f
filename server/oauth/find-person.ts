import { SITE_AID } from '#protocol/site-app.ts'
import type { OrganizationIds } from '../organizations/organization-ids.ts'
import type { LiveAuthorization } from '../store/live-authorizations.ts'
import type { MembershipRepository } from '../store/membership-repository.ts'
import type { RoleRepository } from '../store/role-repository.ts'
import type { Person } from './claims.ts'

export interface PersonSources {
  memberships: Pick<MembershipRepository, 'find'>
  roles: Pick<RoleRepository, 'of'>
  ids: Pick<OrganizationIds, 'secOrganizationIdOf'>
}

/** Returns the person of an authorization; undefined once they left the organization. */
export async function findPerson(
  { ids, memberships, roles }: PersonSources,
  { accountName, membershipId, ...authorization }: LiveAuthorization,
): Promise<Person | undefined> {
  const account = { ...authorization, name: accountName }
  if (membershipId === '') return { account, membership: undefined }
  const [membership, assigned] = await Promise.all([
    memberships.find(membershipId),
    roles.of([membershipId]),
  ])
  if (membership === undefined || membership.isFrozen) return undefined
  return {
    account,
    membership: {
      organizationId: ids.secOrganizationIdOf(membership.organizationId, SITE_AID),
      organizationName: membership.organizationName,
      name: membership.name,
      roles: [
        ...(membership.isManager ? ['manager'] : []),
        ...assigned.filter(({ isBanned }) => !isBanned).map(({ key }) => key),
      ],
    },
  }
}
