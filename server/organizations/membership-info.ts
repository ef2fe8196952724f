import type { MembershipInfo, User } from '#protocol/objects.ts'
import type { Apps } from '../apps/apps.ts'
import { noSession, type Call } from '../calls/call.ts'
import type { Pictures } from '../profiles/pictures.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { LiveSession } from '../store/session-repository.ts'
import type { LabelledMembership } from './membership-labels.ts'
import type { Memberships } from './memberships.ts'
import { ONESELF } from './organization-ids.ts'
import type { Account } from '../store/schema/accounts.ts'

export interface MembershipInfoServices {
  apps: Apps
  memberships: Memberships
  pictures: Pictures
}

/** Values of `passport_enterprise_user_type`. */
const MEMBER = 1
const MANAGER = 2

/** Returns the application whose organizations a call concerns. */
export function organizationAppOf({
  app,
  params,
}: Pick<Call<unknown>, 'app'> & {
  params: Pick<Call<unknown>['params'], 'subject_aid'>
}): number {
  return params.subject_aid ?? app.aid
}

/** Returns the memberships to choose from at sign-in; none for applications without organizations. */
export async function membershipsToChooseFrom(
  context: Call<MembershipInfoServices>,
  accountId: string,
  withFrozen: boolean,
): Promise<LabelledMembership[]> {
  if (context.params.subject_aid === undefined && context.family !== 'aff') return []
  const { memberships } = context.services
  return await memberships.list(accountId, organizationAppOf(context), withFrozen)
}

/** Returns a membership, unless the call is about another application, which must not see it. */
export function membershipInApp(
  context: Call<MembershipInfoServices>,
  membership: Membership | undefined,
): Membership | undefined {
  return membership?.aid === organizationAppOf(context) ? membership : undefined
}

/** Returns the membership of a session; undefined for oneself. @throws session_expired if it ended */
export function membershipOf(
  context: Call<MembershipInfoServices>,
  { membership }: LiveSession,
): Membership | undefined {
  // Removed or frozen since sign-in. Continuing without the membership would change the person's rights.
  if (membership === 'ended') throw noSession()
  return membershipInApp(context, membership)
}

/** Returns the person and their memberships in the form of the protocol. */
export function describeMemberships(
  context: Call<MembershipInfoServices>,
  account: Account,
  memberships: readonly LabelledMembership[],
  current: string | undefined,
): MembershipInfo[] {
  const { memberships: membershipService, pictures } = context.services
  const oneself = {
    id: ONESELF,
    organizationId: ONESELF,
    organizationName: '',
    label: '',
    logoUrl: pictures.urlOf(account.avatarKey),
    name: account.name,
    isFrozen: account.state === 'frozen',
  }
  return [oneself, ...memberships].map((one) => ({
    sec_member_id: membershipService.memberIdOf(account.id, one.id, context.app.aid),
    subject_uid: one.organizationId,
    user_identity_id: one.id,
    subject_name: one.organizationName,
    ...subjectLabelOf(one),
    logo_url: pictures.logoUrlOf(one.logoUrl),
    deputy_name: one.name,
    is_frozen: one.isFrozen ? 1 : 0,
    current: current === one.id ? 1 : 0,
  }))
}

/** Returns the field that a list of choices has where two organizations have the same name. */
export function subjectLabelOf({
  label,
  organizationName,
}: Pick<LabelledMembership, 'label' | 'organizationName'>): { subject_label?: string } {
  return label === organizationName ? {} : { subject_label: label }
}

/** Returns the user fields that differ for a person who acts as a membership. */
export function describeMembership(
  { app, services }: Call<MembershipInfoServices>,
  membership: Membership,
): Partial<User> {
  return {
    name: membership.name,
    screen_name: membership.name,
    passport_enterprise_user_type: membership.isManager ? MANAGER : MEMBER,
    sec_subject_uid: services.memberships.secOrganizationIdOf(membership.organizationId, app.aid),
    login_subject_uid: membership.organizationId,
    user_identity_id: membership.id,
  }
}
