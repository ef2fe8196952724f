import { hash } from 'node:crypto'
import type { RoleInfo, UserRole } from '#protocol/organization-objects.ts'
import { ADMIN, builtInRoles, MANAGER, MEMBER, permissions } from '#protocol/permissions.ts'
import type * as endpoints from '#protocol/web/roles.ts'
import { pageOf, spanOf, toPage } from '../lib/paging.ts'
import { PassportError } from '../lib/passport-error.ts'
import { requireActor, type Actor } from '../organizations/acting.ts'
import { membersOf } from '../organizations/change-members.ts'
import { assignRole, banRole, createRole, updateRole } from '../organizations/change-roles.ts'
import { describeBuiltInRole, describeRole } from '../organizations/describe-organization.ts'
import { rightsOf } from '../organizations/rights.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { Context, Handlers } from './handler.ts'

/** Handlers of `protocol/web/roles.ts`. */
export const roles = {
  createRole: async (payload, context) =>
    describeRole(await createRole(context, payload, payload), 0),

  updateRole: async (payload, context) => {
    const role = await updateRole(context, payload, payload)
    return describeRole(role, await holdersOf(context, role.organizationId, role.key))
  },

  banRole: async (payload, context) => {
    const role = await banRole(context, payload, payload.is_banned === 1)
    return describeRole(role, await holdersOf(context, role.organizationId, role.key))
  },

  listRoles: async (payload, context) => {
    const actor = await requireActor(context, payload, 'role.read')
    return pageOf(await allRoles(context, actor), payload)
  },

  roleInfo: async (payload, context) => {
    const actor = await requireActor(context, payload, 'role.read')
    const role = (await allRoles(context, actor)).find(
      ({ role_key: key }) => key === payload.role_key,
    )
    if (role === undefined) throw new PassportError('not_in_organization')
    return role
  },

  addUserRole: (payload, context) => assignRole(context, payload, true),

  removeUserRole: (payload, context) => assignRole(context, payload, false),

  listUserRoles: async (payload, context) => {
    const actor = await requireActor(context, payload, 'role.read')
    const [member] = await describeRolesOf(
      context,
      await membersOf(context.services, actor, [payload.identity_id]),
    )
    if (member === undefined) throw new PassportError('not_in_organization')
    return member
  },

  listAllUserRoles: async (payload, context) => {
    const { membership } = await requireActor(context, payload, 'role.read')
    const { list, total } = await context.services.memberships.members(
      membership.organizationId,
      { role: payload.role },
      spanOf(payload),
    )
    return toPage(await describeRolesOf(context, list), total, payload)
  },

  listPermissions: async (payload, context) => {
    const { rights } = await requireActor(context, payload)
    const answer = {
      permissions: [...rights.permissions].toSorted(),
      roles: rights.roles,
      is_manager: rights.isManager ? (1 as const) : (0 as const),
    }
    const version = hash('sha256', JSON.stringify(answer), 'base64url').slice(0, 16)
    if (payload.version !== version) return { ...answer, version, unchanged: 0 }
    return { ...answer, permissions: [], roles: [], version, unchanged: 1 }
  },

  listIdentitiesOfOrganization: async (payload, context) => {
    const actor = await requireActor(context, payload, 'deputy.read')
    const { memberships } = context.services
    const { membership } = actor
    const { list, total } =
      payload.type === 'user'
        ? { list: [membership], total: 1 }
        : await memberships.members(membership.organizationId, {}, spanOf(payload))
    const identities = list.map((one) => ({
      identity_id: one.id,
      sec_user_identity_id: memberships.secIdOf(one.id, context.app.aid),
      name: one.name,
      type: payload.type ?? 'deputy',
      subject_uid: one.organizationId,
    }))
    return toPage(identities, total, payload)
  },

  listResources: async (payload, context) => {
    const { membership } = await requireActor(context, payload, 'resource.read')
    const ofApp = context.services.roles.permissionsOf(membership.aid)
    const known = [...permissions, ...ofApp]
    const types = [...new Set(known.map((one) => one.split('.')[0] ?? one))]
    const resources = types.map((type) => ({
      resource_id: type,
      resource_type: type,
      resource_name: type,
      permissions: known.filter((one) => one.startsWith(`${type}.`)),
    }))
    return pageOf(resources, payload)
  },
} satisfies Handlers<typeof endpoints>

async function allRoles({ services }: Context, { membership }: Actor): Promise<RoleInfo[]> {
  const { aid, organizationId } = membership
  const ofApp = services.roles.permissionsOf(aid)
  const holders = await services.roles.countHolders(organizationId)
  const everybody = await services.memberships.count(organizationId)
  const builtInHolders: Readonly<Record<string, number>> = {
    [MANAGER]: 1,
    [ADMIN]: holders.get(ADMIN) ?? 0,
    [MEMBER]: everybody,
  }
  const own = await services.roles.list(organizationId)
  return [
    ...Object.keys(builtInRoles).map((key) =>
      describeBuiltInRole(key, organizationId, ofApp, builtInHolders[key] ?? 0),
    ),
    ...own.map((role) => describeRole(role, holders.get(role.key) ?? 0)),
  ]
}

async function describeRolesOf(
  { app, services }: Context,
  members: readonly Membership[],
): Promise<UserRole[]> {
  const rights = await rightsOf(services.roles, members)
  return members.map(({ id, name }) => ({
    identity_id: id,
    name,
    sec_user_identity_id: services.memberships.secIdOf(id, app.aid),
    roles: rights.get(id)?.roles ?? [],
  }))
}

async function holdersOf(
  { services }: Context,
  organizationId: string,
  key: string,
): Promise<number> {
  return (await services.roles.countHolders(organizationId)).get(key) ?? 0
}
