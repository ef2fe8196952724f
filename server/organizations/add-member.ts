import type { OrganizationServices } from './acting.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Membership, NewMembership } from '../store/membership-repository.ts'
import type { Organization } from '../store/organization-repository.ts'
import type { Author, EventSubject } from './organization-events.ts'

/** Number of members that an organization may have. */
const MAX_MEMBERS = 100_000

/**
 * Adds a person to an organization, in a transaction, and records it with both; undefined for a member.
 * @throws members_full
 */
export async function addMember(
  tx: OrganizationServices,
  { source, actor }: Pick<Author, 'source'> & Partial<Author>,
  organization: Organization,
  member: Omit<NewMembership, 'id' | 'organizationId' | 'searchText'> & { id?: string },
  detail?: EventSubject['detail'],
): Promise<Membership | undefined> {
  const { id: organizationId, name } = organization
  if ((await tx.memberships.count(organizationId)) >= MAX_MEMBERS) {
    throw new PassportError('members_full')
  }
  const added = await tx.organizations.addMember({ ...member, organizationId })
  if (added === undefined) return undefined
  const subject = { ...added, ...(detail && { detail }) }
  await tx.organizationEvents.note(source, actor ?? added, 'member_joined', subject)
  await tx.events.note(source, 'organization_joined', member.accountId, name)
  return added
}
