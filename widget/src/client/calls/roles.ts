import type { RoleInfo } from '#protocol/organization-objects.ts'
import * as endpoints from '#protocol/web/roles.ts'
import type { SendOptions } from '../create-client.ts'
import type { Member } from './members.ts'
import { pagingFields, toRows, type Paging } from './rows.ts'
import { toFlag, type OrganizationSend } from './send.ts'

/** A role of an organization. */
export type Role = ReturnType<typeof toRole>

function toRole(wire: RoleInfo) {
  return {
    roleKey: wire.role_key,
    roleName: wire.role_name,
    permissions: wire.permissions,
    description: wire.description,
    isBuiltIn: wire.is_builtin === 1,
    isBanned: wire.is_banned === 1,
    memberCount: wire.user_count,
  }
}

/** What people write of a role. */
type RoleFields = Pick<Role, 'roleName' | 'permissions' | 'description'>

/** Rights of the person in the organization that they act for. */
export type OwnRights = Awaited<ReturnType<typeof ownRights>>

export async function ownRights(send: OrganizationSend) {
  const own = await send(endpoints.listPermissions, {})
  return { permissions: new Set(own.permissions), isManager: own.is_manager === 1 }
}

export async function listRoles(send: OrganizationSend, paging: Paging, options?: SendOptions) {
  return toRows(await send(endpoints.listRoles, pagingFields(paging), options), toRole)
}

/** Changes the role of `roleKey`, or creates one. */
export async function saveRole(
  send: OrganizationSend,
  { roleName, ...fields }: RoleFields,
  roleKey: string | undefined,
) {
  const call = { ...fields, role_name: roleName }
  if (roleKey === undefined) await send(endpoints.createRole, call)
  else await send(endpoints.updateRole, { ...call, role_key: roleKey })
}

/** Bans a role, also one that members have, or lifts the ban. */
export async function banRole(send: OrganizationSend, { roleKey }: Role, isBanned: boolean) {
  const call = { role_key: roleKey, is_banned: toFlag(isBanned), confirm: 1 } as const
  await send(endpoints.banRole, call)
}

/** Gives a role to members or takes it from them. */
export function assignRole(
  send: OrganizationSend,
  members: readonly Member[],
  change: { roleKey: string; isGiven: boolean; isTrial: boolean },
) {
  const call = {
    role_key: change.roleKey,
    sec_user_identity_ids: members.map(({ idForRoles }) => idForRoles),
    dry_run: toFlag(change.isTrial),
  }
  return send(change.isGiven ? endpoints.addUserRole : endpoints.removeUserRole, call)
}
