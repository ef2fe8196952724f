import { ADMIN, builtInRoles, isPermission, MANAGER, MEMBER } from '#protocol/permissions.ts'
import { requireRoleName } from '../names/names.ts'
import type { Call } from '../calls/call.ts'
import { normalizeName } from '../lib/normalize-name.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { Role } from '../store/role-repository.ts'
import {
  changeAs,
  changeOrTry,
  requireMayGrant,
  type OrganizationServices,
  type Actor,
  type OrganizationChoice,
} from './acting.ts'
import { membersOf } from './change-members.ts'
import { permissionsOfBuiltIn, rightsOf } from './rights.ts'

/** The fields of a role that people enter. */
export interface RoleInput {
  role_name: string
  permissions: string[]
  description?: string | undefined
}

/** The fields of a role that people change. */
export type RoleChange = { [Field in keyof RoleInput]?: RoleInput[Field] | undefined }

/** A role that is given to or taken from members. */
export interface Assignment extends OrganizationChoice {
  role_key: string
  sec_user_identity_ids: string[]
  dry_run: 0 | 1
}

type Context = Call<OrganizationServices>

const MAX_ROLES = 100
const MAX_ROLES_OF_MEMBER = 20

/** Creates a role. @throws role_exists, role_limit, unknown_permission, exceeds_own_rights */
export async function createRole(
  context: Context,
  choice: OrganizationChoice & { role_key?: string | undefined },
  input: RoleInput,
): Promise<Role> {
  requireRoleName(context, input.role_name)
  return await changeAs(context, choice, 'role.create', async (tx, actor) => {
    const { organizationId } = actor.membership
    requireKnown(tx, actor, input.permissions)
    requireMayGrant(actor, input.permissions)
    const roles = await tx.roles.list(organizationId)
    if (roles.length >= MAX_ROLES) throw new PassportError('role_limit')
    const key = choice.role_key ?? freeKey(input.role_name, roles)
    if (isBuiltIn(key)) throw new PassportError('role_exists')
    const role = {
      organizationId,
      key,
      name: input.role_name,
      description: input.description ?? '',
      permissions: input.permissions,
      isBanned: false,
      createdAt: context.now,
    }
    if (!(await tx.roles.insert(role, normalizeName(role.name)))) {
      throw new PassportError('role_exists')
    }
    await tx.organizationEvents.note(context, actor.membership, 'role_created', {
      id: key,
      name: role.name,
      detail: { permissions: role.permissions },
    })
    return role
  })
}

/** Changes a role. @throws role_built_in, role_exists, unknown_permission, exceeds_own_rights */
export async function updateRole(
  context: Context,
  choice: OrganizationChoice & { role_key: string },
  { role_name: name, permissions, description }: RoleChange,
): Promise<Role> {
  if (name !== undefined) requireRoleName(context, name)
  return await changeAs(context, choice, 'role.update', async (tx, actor) => {
    const before = await ownRole(tx, actor, choice.role_key)
    requireKnown(tx, actor, permissions ?? [])
    requireMayGrant(actor, [...before.permissions, ...(permissions ?? [])])
    const after = {
      ...before,
      name: name ?? before.name,
      permissions: permissions ?? before.permissions,
      description: description ?? before.description,
    }
    const nameKey = normalizeName(after.name)
    if (await tx.roles.isNameTaken(before.organizationId, nameKey, before.key)) {
      throw new PassportError('role_exists')
    }
    await tx.roles.update(before.organizationId, before.key, {
      name: after.name,
      nameKey,
      description: after.description,
      permissions: JSON.stringify(after.permissions),
    })
    await tx.organizationEvents.note(context, actor.membership, 'role_updated', {
      id: after.key,
      name: after.name,
      detail: { before: before.permissions, after: after.permissions },
    })
    return after
  })
}

/** Bans a role or lifts the ban. @throws role_built_in, role_in_use, exceeds_own_rights */
export async function banRole(
  context: Context,
  choice: OrganizationChoice & { role_key: string; confirm: 0 | 1 },
  isBanned: boolean,
): Promise<Role> {
  return await changeAs(context, choice, 'role.ban', async (tx, actor) => {
    const role = await ownRole(tx, actor, choice.role_key)
    requireMayGrant(actor, role.permissions)
    const holders = (await tx.roles.countHolders(role.organizationId)).get(role.key) ?? 0
    if (isBanned && holders > 0 && choice.confirm !== 1) {
      throw new PassportError('role_in_use', { user_count: holders })
    }
    if (await tx.roles.ban(role.organizationId, role.key, isBanned)) {
      const kind = isBanned ? 'role_banned' : 'role_unbanned'
      await tx.organizationEvents.note(context, actor.membership, kind, {
        id: role.key,
        name: role.name,
        detail: { holders },
      })
    }
    return { ...role, isBanned }
  })
}

/** Gives a role to members, or takes it, all or nothing. @throws exceeds_own_rights, own_membership, … */
export async function assignRole(
  context: Context,
  assignment: Assignment,
  isGiven: boolean,
): Promise<{ updated: number; dry_run: 0 | 1 }> {
  const { memberships } = context.services
  const ids = assignment.sec_user_identity_ids.map((secId) =>
    memberships.membershipOfSecId(secId, context.app.aid),
  )
  const known = ids.filter((id) => id !== undefined)
  const assign = async (tx: OrganizationServices, actor: Actor) => {
    const { role_key: key } = assignment
    if (key === MANAGER) {
      throw isGiven
        ? new PassportError('exceeds_own_rights', { permissions: ['admin.transfer'] })
        : new PassportError('last_manager')
    }
    const role = (await assignableRoles(tx, actor, [key]))(key)
    requireMayGrant(actor, role.permissions)
    if (isGiven && role.isBanned) throw new PassportError('not_in_organization')
    if (known.length !== ids.length) throw new PassportError('not_in_organization')
    const members = await membersOf(tx, actor, known)
    if (members.some(({ id }) => id === actor.membership.id)) {
      throw new PassportError('own_membership')
    }
    const targets = members.map(({ id }) => id)
    const rights = await rightsOf(tx.roles, members)
    if (isGiven && [...rights.values()].some(({ roles }) => roles.length > MAX_ROLES_OF_MEMBER)) {
      throw new PassportError('role_limit')
    }
    const changed = new Set(
      isGiven
        ? await tx.roles.give(actor.membership.organizationId, key, targets)
        : await tx.roles.take(key, targets),
    )
    if (!isGiven) await cancelInvitationsOf(tx, members)
    await tx.organizationEvents.noteAll(
      context,
      actor.membership,
      isGiven ? 'role_given' : 'role_taken',
      members
        .filter(({ id }) => changed.has(id))
        .map(({ id, name }) => ({ id, name, detail: { role: key } })),
    )
    return { updated: changed.size }
  }
  return await changeOrTry(context, assignment, 'role.assign', assign, known)
}

// Members who may no longer invite lose their pending invitations.
async function cancelInvitationsOf(
  tx: OrganizationServices,
  members: readonly Membership[],
): Promise<void> {
  const rights = await rightsOf(tx.roles, members)
  const ids = members
    .map(({ id }) => id)
    .filter((id) => rights.get(id)?.permissions.has('invite.create') !== true)
  if (ids.length > 0) await tx.invitations.cancelOf(ids)
}

/** Returns whether a key is that of a built-in role. */
export function isBuiltIn(key: string): boolean {
  return Object.hasOwn(builtInRoles, key)
}

/** @throws exceeds_own_rights, not_in_organization unless the actor may give all of these roles */
export async function requireMayAssign(
  tx: OrganizationServices,
  actor: Actor,
  keys: readonly string[],
): Promise<void> {
  const roleOf = await assignableRoles(tx, actor, keys)
  for (const key of keys) requireMayAssignRole(actor, roleOf, key)
}

/** Like `requireMayAssign` for one role, among those that were read before. */
export function requireMayAssignRole(actor: Actor, roleOf: FindRole, key: string): void {
  if (key === MEMBER) return
  if (key === MANAGER) {
    throw new PassportError('exceeds_own_rights', { permissions: ['admin.transfer'] })
  }
  const role = roleOf(key)
  if (role.isBanned) throw new PassportError('not_in_organization')
  requireMayGrant(actor, role.permissions)
}

/** @throws exceeds_own_rights unless the actor has all that these roles give, banned or not */
export async function requireRightsOf(
  tx: OrganizationServices,
  actor: Actor,
  keys: readonly string[],
): Promise<void> {
  const roleOf = await assignableRoles(tx, actor, keys)
  for (const key of keys) requireMayGrant(actor, roleOf(key).permissions)
}

/** Returns those of some roles that the actor may give. */
export async function assignableOf(
  tx: OrganizationServices,
  actor: Actor,
  keys: readonly string[],
): Promise<string[]> {
  const roleOf = await assignableRoles(tx, actor, keys)
  return keys.filter((key) => {
    try {
      requireMayAssignRole(actor, roleOf, key)
      return true
    } catch (error) {
      if (error instanceof PassportError) return false
      throw error
    }
  })
}

/** Finds a role that was read before. @throws not_in_organization */
export type FindRole = (key: string) => Pick<Role, 'permissions' | 'isBanned'>

/** Reads roles by their keys, in one statement. */
export async function assignableRoles(
  tx: OrganizationServices,
  { membership: { aid, organizationId } }: Actor,
  keys: readonly string[],
): Promise<FindRole> {
  const isReading = keys.some((key) => !isBuiltIn(key))
  const roles = new Map<string, Pick<Role, 'permissions' | 'isBanned'>>(
    (isReading ? await tx.roles.list(organizationId) : []).map((role) => [role.key, role]),
  )
  const ofAdmin = permissionsOfBuiltIn(ADMIN, tx.roles.permissionsOf(aid))
  roles.set(ADMIN, { permissions: ofAdmin, isBanned: false })
  return (key) => {
    const role = roles.get(key)
    if (role === undefined) throw new PassportError('not_in_organization')
    return role
  }
}

// Locked, so that nobody changes it meanwhile.
async function ownRole(tx: OrganizationServices, actor: Actor, key: string): Promise<Role> {
  if (isBuiltIn(key)) throw new PassportError('role_built_in')
  const role = await tx.roles.lock(actor.membership.organizationId, key)
  if (role === undefined) throw new PassportError('not_in_organization')
  return role
}

function requireKnown(
  tx: OrganizationServices,
  { membership }: Actor,
  permissions: readonly string[],
): void {
  const ofApp = tx.roles.permissionsOf(membership.aid)
  const unknown = permissions.filter((one) => !isPermission(one) && !ofApp.includes(one))
  if (unknown.length > 0) throw new PassportError('unknown_permission', { permissions: unknown })
}

function freeKey(name: string, roles: readonly Role[]): string {
  const taken = new Set(roles.map(({ key }) => key))
  const words =
    name
      .toLowerCase()
      .match(/[a-z][a-z0-9]*/g)
      ?.join('-')
      .slice(0, 24) ?? 'role'
  const candidates = [
    words,
    ...Array.from({ length: MAX_ROLES + 1 }, (_, i) => `${words}-${i + 2}`),
  ]
  return candidates.find((key) => !taken.has(key) && !isBuiltIn(key)) ?? words
}
