import type { OrganizationInfo } from '#protocol/organization-objects.ts'
import * as endpoints from '#protocol/web/organizations.ts'
import { listMemberships, type Membership } from './memberships.ts'
import { allOf } from './rows.ts'
import { toFlag, type OrganizationSend, type Send } from './send.ts'

/** An organization that the person belongs to. */
export type Organization = ReturnType<typeof toOrganization>

function toOrganization(wire: OrganizationInfo) {
  return {
    organizationId: wire.subject_uid,
    organizationName: wire.subject_name,
    /** Empty without a logo. */
    logoUrl: wire.base_infos.logo_url ?? '',
    memberCount: wire.deputy_count,
    createTime: wire.create_time,
    /** Membership of the manager. */
    managerId: wire.owner_identity_id,
    /** End of the days after a hand-over in which nothing irreversible is done; 0 without them. */
    holdUntil: wire.hold_until,
  }
}

/** A membership; `isManager` where the person manages the organization. */
export interface OwnMembership extends Membership {
  isManager: boolean
}

/** Returns the person themself and their memberships, also frozen ones. */
export async function listOwnMemberships(send: Send) {
  const [memberships, organizations] = await Promise.all([
    listMemberships(send, { withFrozen: true }),
    allOf((paging) => send(endpoints.listOrganizations, { need_frozen_user: 1, ...paging })),
  ])
  const managed = new Set(organizations.map((one) => one.owner_identity_id))
  return memberships.map((one) => ({ ...one, isManager: managed.has(one.membershipId) }))
}

/** Creates an organization; the session acts for it from then on. */
export async function createOrganization(send: Send, name: string) {
  return toOrganization(await send(endpoints.createOrganization, { subject_name: name }))
}

export async function organizationInfo(send: OrganizationSend) {
  return toOrganization(await send(endpoints.organizationInfo, {}))
}

/** Changes the name or, with an empty `logoUrl`, removes the logo. */
export async function updateOrganization(
  send: OrganizationSend,
  { organizationName, logoUrl }: { organizationName?: string; logoUrl?: '' },
) {
  const call = {
    ...(organizationName !== undefined && { subject_name: organizationName }),
    ...(logoUrl !== undefined && { base_infos: { logo_url: logoUrl } }),
  }
  return toOrganization(await send(endpoints.updateOrganization, call))
}

export async function uploadLogo(send: OrganizationSend, logo: Blob) {
  const reply = await send(endpoints.uploadLogo, {}, { files: { logo } })
  return toOrganization(reply)
}

export async function freezeOrganization(send: OrganizationSend, isFrozen: boolean) {
  await send(endpoints.freezeOrganization, { is_frozen: toFlag(isFrozen) })
}

export async function deleteOrganization(send: OrganizationSend, typedName: string) {
  await send(endpoints.deleteOrganization, { confirm_name: typedName })
}
