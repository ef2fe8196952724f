import { SITE_AID } from '../apps/apps.ts'
import type { OrganizationIds } from '../organizations/organization-ids.ts'
import type { AccountRepository } from '../store/account-repository.ts'
import type { MembershipRepository } from '../store/membership-repository.ts'
import type { OAuthGrant } from '../store/oauth-grant-repository.ts'
import type { RoleRepository } from '../store/role-repository.ts'
import type { Person } from './claims.ts'

export interface PersonSources {
  accounts: Pick<AccountRepository, 'byId'>
  memberships: Pick<MembershipRepository, 'find'>
  roles: Pick<RoleRepository, 'of'>
  ids: Pick<OrganizationIds, 'secOrganizationIdOf'>
}

/** Returns the person of a grant; undefined once they left the organization. */
export async function findPerson(
  { accounts, ids, memberships, roles }: PersonSources,
  { accountId, membershipId }: OAuthGrant,
): Promise<Person | undefined> {
  const account = await accounts.byId(accountId)
  if (account === undefined || membershipId === '')
    return account && { account, membership: undefined }
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
