import { MEMBER } from '#protocol/permissions.ts'
import type { MemberInfo, OrganizationInfo, RoleInfo } from '#protocol/organization-objects.ts'
import type { Call } from '../calls/call.ts'
import { toSeconds } from '../lib/clock.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { Organization } from '../store/organization-repository.ts'
import type { Role } from '../store/role-repository.ts'
import type { Actor, OrganizationServices } from './acting.ts'
import { holdUntil } from './change-organization.ts'
import { ONESELF } from './organization-ids.ts'
import { permissionsOfBuiltIn, rightsOf, type Rights } from './rights.ts'
import type { Invitation } from '../store/schema/organizations.ts'

/** Returns an organization in the form of the protocol; `showsDetails` is for people who may change it. */
export async function describeOrganization(
  { app, now, services }: Call<OrganizationServices>,
  organization: Organization,
  showsDetails: boolean,
): Promise<OrganizationInfo> {
  const { memberships, pictures } = services
  const { id, baseInfos } = organization
  const logoUrl = pictures.logoUrlOf(organization.logoUrl)
  const manager = await memberships.manager(id)
  return {
    subject_uid: id,
    sec_subject_uid: memberships.secOrganizationIdOf(id, app.aid),
    subject_name: organization.name,
    base_infos: logoUrl === '' ? baseInfos : { ...baseInfos, logo_url: logoUrl },
    detail_infos: showsDetails ? organization.detailInfos : {},
    is_frozen: organization.isFrozen ? 1 : 0,
    create_time: toSeconds(organization.createdAt),
    owner_identity_id: manager?.id ?? '',
    deputy_count: await memberships.count(id),
    hold_until: holdUntil(organization, now),
  }
}

/** Returns members in the form of the protocol, as the actor may see them. */
export async function describeMembers(
  context: Call<OrganizationServices>,
  actor: Actor,
  members: readonly Membership[],
): Promise<MemberInfo[]> {
  const rights = await rightsOf(context.services.roles, members)
  const showsAddresses = actor.rights.permissions.has('deputy.update')
  return members.map((member) =>
    describeMember(context, member, rights.get(member.id), showsAddresses),
  )
}

/** Returns somebody who is invited as a member in the form of the protocol. */
export function describeInvited(
  { app, services }: Call<OrganizationServices>,
  actor: Actor,
  { address, channel, membershipId, ...invitation }: Invitation,
): MemberInfo {
  const showsAddresses = actor.rights.permissions.has('deputy.update')
  return {
    deputy_identity_id: membershipId,
    user_identity_id: ONESELF,
    sec_user_identity_id: services.memberships.secIdOf(membershipId, app.aid),
    sec_user_id: '',
    sec_member_id: '',
    deputy_name: invitation.name,
    login_subject_uid: invitation.organizationId,
    is_frozen: 0,
    status: 'invited',
    roles: [...invitation.roles, MEMBER],
    mobile: showsAddresses && channel === 'mobile' ? address : '',
    email: showsAddresses && channel === 'email' ? address : '',
    external_id: showsAddresses ? invitation.externalId : '',
    create_time: toSeconds(invitation.createdAt),
    last_login_time: 0,
  }
}

function describeMember(
  { app, services }: Call<OrganizationServices>,
  member: Membership,
  rights: Rights | undefined,
  showsAddresses: boolean,
): MemberInfo {
  const { accounts, memberships } = services
  const { contact } = member
  const isEmail = contact.includes('@')
  const isMobile = contact.startsWith('+')
  return {
    deputy_identity_id: member.id,
    user_identity_id: member.id,
    sec_user_identity_id: memberships.secIdOf(member.id, app.aid),
    sec_user_id: accounts.secIdOf(member.accountId, app.aid),
    sec_member_id: memberships.memberIdOf(member.accountId, member.id, app.aid),
    deputy_name: member.name,
    login_subject_uid: member.organizationId,
    is_frozen: member.isFrozen ? 1 : 0,
    status: member.isFrozen ? 'frozen' : 'active',
    roles: rights?.roles ?? [],
    mobile: showsAddresses && isMobile ? contact : '',
    email: showsAddresses && isEmail ? contact : '',
    external_id: showsAddresses ? member.externalId : '',
    create_time: toSeconds(member.createdAt),
    last_login_time: toSeconds(member.lastLoginAt),
  }
}

/** Returns a role that an organization made, in the form of the protocol. */
export function describeRole(role: Role, holders: number): RoleInfo {
  return {
    role_key: role.key,
    role_name: role.name,
    permissions: role.permissions,
    description: role.description,
    subject_uid: role.organizationId,
    is_builtin: 0,
    is_banned: role.isBanned ? 1 : 0,
    user_count: holders,
  }
}

/** Returns a built-in role in the form of the protocol; its name is its key. */
export function describeBuiltInRole(
  key: string,
  subject_uid: string,
  ofApp: readonly string[],
  holders: number,
): RoleInfo {
  return {
    role_key: key,
    role_name: key,
    permissions: permissionsOfBuiltIn(key, ofApp),
    description: '',
    subject_uid,
    is_builtin: 1,
    is_banned: 0,
    user_count: holders,
  }
}
