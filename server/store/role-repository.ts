import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** A role that an organization made. */
export interface Role {
  organizationId: string
  key: string
  name: string
  description: string
  permissions: string[]
  isBanned: boolean
  createdAt: number
}

/** A row of `roles`. */
export interface StoredRole {
  organizationId: string
  key: string
  name: string
  /** Normalised name, unique in the organization. */
  nameKey: string
  description: string
  /** JSON list. */
  permissions: string
  isBanned: 0 | 1
  createdAt: number
}

/** A row of `membership_roles`. */
export interface StoredMembershipRole {
  membershipId: string
  roleKey: string
  organizationId: string
}

/** A role of a membership; `permissions` is undefined for a built-in one. */
export interface AssignedRole {
  membershipId: string
  key: string
  permissions: string[] | undefined
  isBanned: boolean
}

/** Roles and who has them. */
export interface RoleRepository {
  /** Returns the roles of an organization, oldest first. */
  list(organizationId: string): Promise<Role[]>
  find(organizationId: string, key: string): Promise<Role | undefined>
  /** Locks and returns a role. */
  lock(organizationId: string, key: string): Promise<Role | undefined>
  /** Returns false when the key or the name is taken. */
  insert(role: Role, nameKey: string): Promise<boolean>
  update(
    organizationId: string,
    key: string,
    change: Partial<Pick<StoredRole, 'name' | 'nameKey' | 'description' | 'permissions'>>,
  ): Promise<void>
  isNameTaken(organizationId: string, nameKey: string, exceptKey: string): Promise<boolean>
  /** Returns false when it is so already. */
  ban(organizationId: string, key: string, isBanned: boolean): Promise<boolean>
  /** Returns the roles of memberships. */
  of(membershipIds: readonly string[]): Promise<AssignedRole[]>
  /** Returns how many members have each role. */
  countHolders(organizationId: string): Promise<Map<string, number>>
  /** Gives a role to members and returns those who did not have it. */
  give(organizationId: string, key: string, membershipIds: readonly string[]): Promise<string[]>
  /** Returns roles that members have and that do not exist, except the built-in ones. */
  orphans(builtIn: readonly string[]): Promise<{ organizationId: string; roleKey: string }[]>
  /** Takes such roles away, and returns which. */
  takeOrphans(builtIn: readonly string[]): Promise<{ organizationId: string; roleKey: string }[]>
  /** Takes a role from members and returns those who had it. */
  take(key: string, membershipIds: readonly string[]): Promise<string[]>
}

/** Roles in SQL. */
export function roleRepository(query: Queries): RoleRepository {
  function orphans(
    builtIn: readonly string[],
  ): Promise<{ organizationId: string; roleKey: string }[]> {
    return query
      .selectFrom('membershipRoles')
      .leftJoin('roles', (join) =>
        join
          .onRef('roles.organizationId', '=', 'membershipRoles.organizationId')
          .onRef('roles.key', '=', 'membershipRoles.roleKey'),
      )
      .select(['membershipRoles.organizationId', 'membershipRoles.roleKey'])
      .distinct()
      .where('roles.key', 'is', null)
      .where('membershipRoles.roleKey', 'not in', builtIn)
      .execute()
  }
  return {
    list: async (organizationId) => {
      const rows = await query
        .selectFrom('roles')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .orderBy('createdAt')
        .orderBy('key')
        .execute()
      return rows.map(toRole)
    },
    find: async (organizationId, key) => {
      const row = await query
        .selectFrom('roles')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('key', '=', key)
        .executeTakeFirst()
      return row && toRole(row)
    },
    lock: async (organizationId, key) => {
      const row = await query
        .updateTable('roles')
        .set((locked) => ({ isBanned: locked.ref('isBanned') }))
        .where('organizationId', '=', organizationId)
        .where('key', '=', key)
        .returningAll()
        .executeTakeFirst()
      return row && toRole(row)
    },
    insert: (role, nameKey) =>
      changesAny(
        query
          .insertInto('roles')
          .values({
            ...role,
            nameKey,
            permissions: JSON.stringify(role.permissions),
            isBanned: role.isBanned ? 1 : 0,
          })
          .onConflict((conflict) => conflict.doNothing()),
      ),
    update: async (organizationId, key, change) => {
      await query
        .updateTable('roles')
        .set(change)
        .where('organizationId', '=', organizationId)
        .where('key', '=', key)
        .execute()
    },
    isNameTaken: async (organizationId, nameKey, exceptKey) => {
      const row = await query
        .selectFrom('roles')
        .select('key')
        .where('organizationId', '=', organizationId)
        .where('nameKey', '=', nameKey)
        .where('key', '!=', exceptKey)
        .executeTakeFirst()
      return row !== undefined
    },
    ban: (organizationId, key, isBanned) =>
      changesAny(
        query
          .updateTable('roles')
          .set({ isBanned: isBanned ? 1 : 0 })
          .where('organizationId', '=', organizationId)
          .where('key', '=', key)
          .where('isBanned', '=', isBanned ? 0 : 1),
      ),
    of: async (membershipIds) => {
      if (membershipIds.length === 0) return []
      const rows = await query
        .selectFrom('membershipRoles')
        .leftJoin('roles', (join) =>
          join
            .onRef('roles.organizationId', '=', 'membershipRoles.organizationId')
            .onRef('roles.key', '=', 'membershipRoles.roleKey'),
        )
        .select([
          'membershipRoles.membershipId',
          'membershipRoles.roleKey',
          'roles.permissions',
          'roles.isBanned',
        ])
        .where('membershipRoles.membershipId', 'in', membershipIds)
        .orderBy('membershipRoles.roleKey')
        .execute()
      return rows.map(({ membershipId, roleKey, permissions, isBanned }) => ({
        membershipId,
        key: roleKey,
        permissions: permissions === null ? undefined : (JSON.parse(permissions) as string[]),
        isBanned: isBanned === 1,
      }))
    },
    countHolders: async (organizationId) => {
      const rows = await query
        .selectFrom('membershipRoles')
        .select((row) => ['roleKey', row.fn.countAll<number>().as('holders')])
        .where('organizationId', '=', organizationId)
        .groupBy('roleKey')
        .execute()
      return new Map(rows.map(({ roleKey, holders }) => [roleKey, holders]))
    },
    give: async (organizationId, roleKey, membershipIds) => {
      const rows = await query
        .insertInto('membershipRoles')
        .values(membershipIds.map((membershipId) => ({ membershipId, roleKey, organizationId })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('membershipId')
        .execute()
      return rows.map(({ membershipId }) => membershipId)
    },
    orphans,
    takeOrphans: async (builtIn) => {
      const found = await orphans(builtIn)
      for (const { organizationId, roleKey } of found) {
        await query
          .deleteFrom('membershipRoles')
          .where('organizationId', '=', organizationId)
          .where('roleKey', '=', roleKey)
          .execute()
      }
      return found
    },
    take: async (roleKey, membershipIds) => {
      const rows = await query
        .deleteFrom('membershipRoles')
        .where('roleKey', '=', roleKey)
        .where('membershipId', 'in', membershipIds)
        .returning('membershipId')
        .execute()
      return rows.map(({ membershipId }) => membershipId)
    },
  }
}

function toRole(row: StoredRole): Role {
  return {
    ...row,
    permissions: JSON.parse(row.permissions) as string[],
    isBanned: row.isBanned === 1,
  }
}
