import { changesAny, findsAny, insertNew, readAll, readFirst, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { StoredRole } from './schema/organizations.ts'

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

/** A role of a membership; `permissions` is undefined for a built-in one. */
export interface AssignedRole {
  membershipId: string
  key: string
  permissions: string[] | undefined
  isBanned: boolean
}

/** Roles and who has them. */
export type RoleRepository = ReturnType<typeof roleRepository>

/** Roles in SQL. */
export function roleRepository(query: Queries) {
  const roles = (organizationId: string) =>
    query.selectFrom('roles').selectAll().where('organizationId', '=', organizationId)
  const change = (organizationId: string, key: string) =>
    query.updateTable('roles').where('organizationId', '=', organizationId).where('key', '=', key)
  const assigned = () =>
    query
      .selectFrom('membershipRoles')
      .leftJoin('roles', (join) =>
        join
          .onRef('roles.organizationId', '=', 'membershipRoles.organizationId')
          .onRef('roles.key', '=', 'membershipRoles.roleKey'),
      )
  const orphans = (builtIn: readonly string[]) =>
    assigned()
      .select(['membershipRoles.organizationId', 'membershipRoles.roleKey'])
      .distinct()
      .where('roles.key', 'is', null)
      .where('membershipRoles.roleKey', 'not in', builtIn)
      .execute()
  return {
    /** Returns the roles of an organization, oldest first. */
    list: (organizationId: string) =>
      readAll(roles(organizationId).orderBy('createdAt').orderBy('key'), toRole),
    find: (organizationId: string, key: string) =>
      readFirst(roles(organizationId).where('key', '=', key), toRole),
    /** Locks and returns a role. */
    lock: (organizationId: string, key: string) =>
      readFirst(
        change(organizationId, key)
          .set((locked) => ({ isBanned: locked.ref('isBanned') }))
          .returningAll(),
        toRole,
      ),
    /** Returns false when the key or the name is taken. */
    insert: (role: Role, nameKey: string) =>
      insertNew(query, 'roles', {
        ...role,
        nameKey,
        permissions: JSON.stringify(role.permissions),
        isBanned: role.isBanned ? 1 : 0,
      }),
    update: (
      organizationId: string,
      key: string,
      changes: Partial<Pick<StoredRole, 'name' | 'nameKey' | 'description' | 'permissions'>>,
    ) => run(change(organizationId, key).set(changes)),
    isNameTaken: (organizationId: string, nameKey: string, exceptKey: string) =>
      findsAny(roles(organizationId).where('nameKey', '=', nameKey).where('key', '!=', exceptKey)),
    /** Returns false when it is so already. */
    ban: (organizationId: string, key: string, isBanned: boolean) =>
      changesAny(
        change(organizationId, key)
          .set({ isBanned: isBanned ? 1 : 0 })
          .where('isBanned', '=', isBanned ? 0 : 1),
      ),
    /** Returns the roles of memberships. */
    of: async (membershipIds: readonly string[]): Promise<AssignedRole[]> => {
      if (membershipIds.length === 0) return []
      const rows = await assigned()
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
    /** Returns how many members have each role. */
    countHolders: async (organizationId: string): Promise<Map<string, number>> => {
      const rows = await query
        .selectFrom('membershipRoles')
        .select((row) => ['roleKey', row.fn.countAll<number>().as('holders')])
        .where('organizationId', '=', organizationId)
        .groupBy('roleKey')
        .execute()
      return new Map(rows.map(({ roleKey, holders }) => [roleKey, holders]))
    },
    /** Gives a role to members and returns those who did not have it. */
    give: (organizationId: string, roleKey: string, membershipIds: readonly string[]) =>
      readAll(
        query
          .insertInto('membershipRoles')
          .values(membershipIds.map((membershipId) => ({ membershipId, roleKey, organizationId })))
          .onConflict((conflict) => conflict.doNothing())
          .returning('membershipId'),
        ({ membershipId }) => membershipId,
      ),
    /** Gives a member several roles. */
    giveAll: async (organizationId: string, keys: readonly string[], membershipId: string) => {
      if (keys.length === 0) return
      await query
        .insertInto('membershipRoles')
        .values(keys.map((roleKey) => ({ membershipId, roleKey, organizationId })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    /** Returns roles that members have and that do not exist, except the built-in ones. */
    orphans,
    /** Takes such roles away, and returns which. */
    takeOrphans: async (builtIn: readonly string[]) => {
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
    /** Takes a role from members and returns those who had it. */
    take: (roleKey: string, membershipIds: readonly string[]) =>
      readAll(
        query
          .deleteFrom('membershipRoles')
          .where('roleKey', '=', roleKey)
          .where('membershipId', 'in', membershipIds)
          .returning('membershipId'),
        ({ membershipId }) => membershipId,
      ),
  }
}

function toRole(row: StoredRole): Role {
  return {
    ...row,
    permissions: JSON.parse(row.permissions) as string[],
    isBanned: row.isBanned === 1,
  }
}
