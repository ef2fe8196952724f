import { requireName } from '../names/names.ts'
import { DAY_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Call } from '../calls/call.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { Organization } from '../store/organization-repository.ts'
import { organizationAppOf } from './membership-info.ts'
import type { OrganizationServices } from './acting.ts'
import type { Account } from '../store/schema/accounts.ts'

/** Fields of a new organization. */
export interface OrganizationInput {
  subject_name: string
  base_infos?: Readonly<Record<string, string | undefined>> | undefined
  detail_infos?: Readonly<Record<string, string | undefined>> | undefined
}

/** Number of organizations that a person may belong to. */
const MAX_ORGANIZATIONS = 50

/** Number of organizations that a person may create in a day. */
const MAX_A_DAY = 5

/** Creates an organization that an account manages. @throws text_refused, organization_limit */
export async function createManagedOrganization(
  context: Call<OrganizationServices>,
  tx: OrganizationServices,
  account: Account,
  input: OrganizationInput,
): Promise<{ organization: Organization; membership: Membership }> {
  requireName(context, input.subject_name)
  const aid = organizationAppOf(context)
  if ((await tx.memberships.of(account.id, aid)).length >= MAX_ORGANIZATIONS) {
    throw new PassportError('organization_limit')
  }
  const waitSeconds = await tx.rateLimits.take([
    { key: `organizations ${account.id}`, max: MAX_A_DAY, windowMs: DAY_MS },
  ])
  if (waitSeconds !== undefined) {
    throw new PassportError('organization_limit', { retry_after: waitSeconds })
  }
  const organization = await tx.organizations.create({
    aid,
    name: input.subject_name,
    baseInfos: input.base_infos,
    detailInfos: input.detail_infos,
  })
  const membership = await tx.organizations.addMember({
    organizationId: organization.id,
    accountId: account.id,
    name: account.name,
    contact: account.email ?? account.mobile ?? '',
    isManager: true,
  })
  if (membership === undefined) throw new Error('a new organization has a member already')
  await tx.memberships.enter(membership.id, account.id, context.now)
  await tx.organizationEvents.note(context, membership, 'organization_created', {
    detail: { name: organization.name },
  })
  await tx.events.note(context, 'organization_created', account.id, organization.name)
  return { organization, membership }
}
