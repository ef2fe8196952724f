import type { MemberInfo } from '#protocol/organization-objects.ts'
import * as endpoints from '#protocol/web/members.ts'
import type { SendOptions } from '../create-client.ts'
import { pagingFields, toRows, type Paging } from './rows.ts'
import { toFlag, type OrganizationSend } from './send.ts'

/** A member of an organization, as its other members see them. */
export type Member = ReturnType<typeof toMember>

function toMember(wire: MemberInfo) {
  return {
    membershipId: wire.deputy_identity_id,
    /** The same id, as calls about roles take it. */
    idForRoles: wire.sec_user_identity_id,
    /** The same id, as a hand-over takes it. */
    idForTransfer: wire.sec_member_id,
    memberName: wire.deputy_name,
    isFrozen: wire.is_frozen === 1,
    /** Keys of the roles; the manager has `manager` first. */
    roles: wire.roles,
    mobile: wire.mobile,
    email: wire.email,
    /** 0 for never. */
    lastSignInTime: wire.last_login_time,
  }
}

/** Empty fields filter nothing. */
export interface MemberFilter {
  q: string
  status: '' | 'active' | 'frozen'
  role: string
}

/** Members that a call changes, or with `isTrial` would change, and sessions that it ends. */
export interface Effect {
  updated: number
  sessions?: number | undefined
}

export async function listMembers(
  send: OrganizationSend,
  { q, status, role = '', ...paging }: Omit<MemberFilter, 'role'> & { role?: string } & Paging,
  options?: SendOptions,
) {
  const filter = { q: q.trim() || undefined, status: status || undefined, role: role || undefined }
  const call = { ...filter, ...pagingFields(paging) }
  return toRows(await send(endpoints.listMembers, call, options), toMember)
}

export async function renameMember(send: OrganizationSend, { membershipId }: Member, name: string) {
  const call = { deputy_identity_id: membershipId, deputy_name: name }
  await send(endpoints.updateMember, call)
}

export function freezeMembers(
  send: OrganizationSend,
  members: readonly Member[],
  change: { isFrozen: boolean; isTrial: boolean },
) {
  const call = {
    ids: idsOf(members),
    is_frozen: toFlag(change.isFrozen),
    dry_run: toFlag(change.isTrial),
  }
  return send(endpoints.freezeMember, call)
}

export function removeMembers(
  send: OrganizationSend,
  members: readonly Member[],
  { isTrial }: { isTrial: boolean },
) {
  const call = { ids: idsOf(members), dry_run: toFlag(isTrial) }
  return send(endpoints.deleteMember, call)
}

function idsOf(members: readonly Member[]): string[] {
  return members.map(({ membershipId }) => membershipId)
}
