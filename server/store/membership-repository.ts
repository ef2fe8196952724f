import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** An organization of one application. */
export interface Organization {
  id: string
  /** Application that it was created in. */
  aid: number
  name: string
  logoUrl: string
  isFrozen: boolean
  createdAt: number
}

/** A person's place in an organization. */
export interface Membership {
  id: string
  /** Application of the organization. */
  aid: number
  organizationId: string
  organizationName: string
  logoUrl: string
  accountId: string
  /** Name of the person in the organization. */
  name: string
  isManager: boolean
  /** Whether the membership or its organization is frozen. */
  isFrozen: boolean
}

/** A row of `organizations`. */
export interface StoredOrganization extends Omit<Organization, 'isFrozen'> {
  isFrozen: 0 | 1
}

/** A row of `memberships`; `isOrganizationFrozen` is a copy that one statement can check. */
export interface StoredMembership {
  id: string
  organizationId: string
  accountId: string
  name: string
  isManager: 0 | 1
  isFrozen: 0 | 1
  isOrganizationFrozen: 0 | 1
  createdAt: number
  lastLoginAt: number
}

/** Organizations and memberships. */
export interface MembershipRepository {
  organizations(): Promise<Organization[]>
  organization(id: string): Promise<Organization | undefined>
  /** Returns false when the id is taken. */
  insertOrganization(organization: Organization): Promise<boolean>
  /**
   * Freezes or unfreezes an organization with its memberships; returns false when it is so already.
   * The transaction must then end their sessions.
   */
  freezeOrganization(id: string, isFrozen: boolean): Promise<boolean>
  /** Returns the memberships of a person in one application, oldest first. */
  of(accountId: string, aid: number): Promise<Membership[]>
  /** Returns the memberships of a person in all applications, oldest first. */
  ofPerson(accountId: string): Promise<Membership[]>
  find(id: string): Promise<Membership | undefined>
  /** Returns the names of the organizations that a person manages. */
  managed(accountId: string): Promise<string[]>
  /** Returns the memberships of an organization, oldest first. */
  members(organizationId: string): Promise<Membership[]>
  /**
   * Needs a transaction, which locks the organization. Returns false when the person is a member
   * already, the id is taken or there is no such organization.
   */
  insert(
    membership: Pick<Membership, 'id' | 'organizationId' | 'accountId' | 'name' | 'isManager'>,
    now: number,
  ): Promise<boolean>
  /**
   * Records a sign-in with a membership, which cannot be frozen until the transaction ends. Returns
   * false when the membership is frozen or not the person's.
   */
  enter(id: string, accountId: string, now: number): Promise<boolean>
  /** Freezes or unfreezes one membership; returns false when it is so already. */
  freeze(id: string, isFrozen: boolean): Promise<boolean>
  remove(id: string): Promise<boolean>
  /** Ends the sessions of a membership and returns how many. */
  endSessions(membership: Pick<Membership, 'id' | 'accountId'>): Promise<number>
  /** Ends the sessions of all members of an organization and returns how many. */
  endAllSessions(organizationId: string): Promise<number>
}

/** Organizations and memberships in SQL. */
export function membershipRepository(query: Queries): MembershipRepository {
  const memberships = () =>
    query
      .selectFrom('memberships')
      .innerJoin('organizations', 'organizations.id', 'memberships.organizationId')
      .selectAll('memberships')
      .select([
        'organizations.aid',
        'organizations.name as organizationName',
        'organizations.logoUrl',
      ])
      .orderBy('memberships.createdAt')
      .orderBy('memberships.id')
  return {
    organizations: async () => {
      const rows = await query
        .selectFrom('organizations')
        .selectAll()
        .orderBy('createdAt')
        .execute()
      return rows.map(toOrganization)
    },
    organization: async (id) => {
      const row = await query
        .selectFrom('organizations')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toOrganization(row)
    },
    insertOrganization: (organization) =>
      changesAny(
        query
          .insertInto('organizations')
          .values({ ...organization, isFrozen: organization.isFrozen ? 1 : 0 })
          .onConflict((conflict) => conflict.doNothing()),
      ),
    freezeOrganization: async (id, isFrozen) => {
      const isChanged = await changesAny(
        query
          .updateTable('organizations')
          .set({ isFrozen: isFrozen ? 1 : 0 })
          .where('id', '=', id)
          .where('isFrozen', '=', isFrozen ? 0 : 1),
      )
      if (!isChanged) return false
      await query
        .updateTable('memberships')
        .set({ isOrganizationFrozen: isFrozen ? 1 : 0 })
        .where('organizationId', '=', id)
        .execute()
      return true
    },
    of: async (accountId, aid) => {
      const rows = await memberships()
        .where('memberships.accountId', '=', accountId)
        .where('organizations.aid', '=', aid)
        .execute()
      return rows.map(toMembership)
    },
    ofPerson: async (accountId) => {
      const rows = await memberships().where('memberships.accountId', '=', accountId).execute()
      return rows.map(toMembership)
    },
    find: async (id) => {
      const row = await memberships().where('memberships.id', '=', id).executeTakeFirst()
      return row && toMembership(row)
    },
    managed: async (accountId) => {
      const rows = await memberships()
        .where('memberships.accountId', '=', accountId)
        .where('memberships.isManager', '=', 1)
        .execute()
      return rows.map((row) => row.organizationName)
    },
    members: async (organizationId) => {
      const rows = await memberships()
        .where('memberships.organizationId', '=', organizationId)
        .execute()
      return rows.map(toMembership)
    },
    insert: async ({ id, organizationId, accountId, name, isManager }, now) => {
      // An update that changes nothing locks the row: a freeze comes before this or after it.
      const organization = await query
        .updateTable('organizations')
        .set((row) => ({ isFrozen: row.ref('isFrozen') }))
        .where('id', '=', organizationId)
        .returning('isFrozen')
        .executeTakeFirst()
      if (organization === undefined) return false
      return await changesAny(
        query
          .insertInto('memberships')
          .values({
            id,
            organizationId,
            accountId,
            name,
            isManager: isManager ? 1 : 0,
            isFrozen: 0,
            isOrganizationFrozen: organization.isFrozen,
            createdAt: now,
            lastLoginAt: 0,
          })
          .onConflict((conflict) => conflict.doNothing()),
      )
    },
    enter: (id, accountId, now) =>
      changesAny(
        query
          .updateTable('memberships')
          .set({ lastLoginAt: now })
          .where('id', '=', id)
          .where('accountId', '=', accountId)
          .where('isFrozen', '=', 0)
          .where('isOrganizationFrozen', '=', 0),
      ),
    freeze: (id, isFrozen) =>
      changesAny(
        query
          .updateTable('memberships')
          .set({ isFrozen: isFrozen ? 1 : 0 })
          .where('id', '=', id)
          .where('isFrozen', '=', isFrozen ? 0 : 1),
      ),
    remove: (id) => changesAny(query.deleteFrom('memberships').where('id', '=', id)),
    endSessions: async ({ id, accountId }) => {
      const ended = await query
        .deleteFrom('sessions')
        .where('accountId', '=', accountId)
        .where('membershipId', '=', id)
        .returning('hash')
        .execute()
      return ended.length
    },
    endAllSessions: async (organizationId) => {
      const ids = query.selectFrom('memberships').where('organizationId', '=', organizationId)
      // Sessions have an index on the account.
      const ended = await query
        .deleteFrom('sessions')
        .where('accountId', 'in', ids.select('accountId'))
        .where('membershipId', 'in', ids.select('id'))
        .returning('hash')
        .execute()
      return ended.length
    },
  }
}

function toOrganization(row: StoredOrganization): Organization {
  return { ...row, isFrozen: row.isFrozen === 1 }
}

function toMembership(
  row: StoredMembership & Pick<Membership, 'aid' | 'organizationName' | 'logoUrl'>,
): Membership {
  return {
    ...row,
    isManager: row.isManager === 1,
    isFrozen: row.isFrozen === 1 || row.isOrganizationFrozen === 1,
  }
}
