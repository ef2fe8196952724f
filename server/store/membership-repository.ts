import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

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

/** Organizations and memberships. */
export interface MembershipRepository {
  organizations(): Promise<Organization[]>
  subject(id: string): Promise<Organization | undefined>
  /** Returns false when the id is taken. */
  insertOrganization(organization: Organization): Promise<boolean>
  /**
   * Freezes or unfreezes an organization with its memberships; returns false when it is so already.
   * The transaction must then end their sessions.
   */
  freezeOrganization(id: string, isFrozen: boolean): Promise<boolean>
  /** Returns the memberships of a person in one application, oldest first. */
  of(accountId: string, aid: number): Promise<Membership[]>
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
      .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
      .selectAll('memberships')
      .select([
        'organizations.aid',
        'organizations.name as organization_name',
        'organizations.logo_url',
      ])
      .orderBy('memberships.created_at')
      .orderBy('memberships.id')
  return {
    organizations: async () => {
      const rows = await query
        .selectFrom('organizations')
        .selectAll()
        .orderBy('created_at')
        .execute()
      return rows.map(toOrganization)
    },
    subject: async (id) => {
      const row = await query
        .selectFrom('organizations')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toOrganization(row)
    },
    insertOrganization: async (organization) => {
      const inserted = await query
        .insertInto('organizations')
        .values({
          id: organization.id,
          aid: organization.aid,
          name: organization.name,
          logo_url: organization.logoUrl,
          is_frozen: organization.isFrozen ? 1 : 0,
          created_at: organization.createdAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
    },
    freezeOrganization: async (id, isFrozen) => {
      const changed = await query
        .updateTable('organizations')
        .set({ is_frozen: isFrozen ? 1 : 0 })
        .where('id', '=', id)
        .where('is_frozen', '=', isFrozen ? 0 : 1)
        .returning('id')
        .executeTakeFirst()
      if (changed === undefined) return false
      await query
        .updateTable('memberships')
        .set({ is_organization_frozen: isFrozen ? 1 : 0 })
        .where('organization_id', '=', id)
        .execute()
      return true
    },
    of: async (accountId, aid) => {
      const rows = await memberships()
        .where('memberships.account_id', '=', accountId)
        .where('organizations.aid', '=', aid)
        .execute()
      return rows.map(toMembership)
    },
    find: async (id) => {
      const row = await memberships().where('memberships.id', '=', id).executeTakeFirst()
      return row && toMembership(row)
    },
    managed: async (accountId) => {
      const rows = await memberships()
        .where('memberships.account_id', '=', accountId)
        .where('memberships.is_manager', '=', 1)
        .execute()
      return rows.map((row) => row.organization_name)
    },
    members: async (organizationId) => {
      const rows = await memberships()
        .where('memberships.organization_id', '=', organizationId)
        .execute()
      return rows.map(toMembership)
    },
    insert: async ({ id, organizationId, accountId, name, isManager }, now) => {
      // An update that changes nothing locks the row: a freeze comes before this or after it.
      const organization = await query
        .updateTable('organizations')
        .set((row) => ({ is_frozen: row.ref('is_frozen') }))
        .where('id', '=', organizationId)
        .returning('is_frozen')
        .executeTakeFirst()
      if (organization === undefined) return false
      const inserted = await query
        .insertInto('memberships')
        .values({
          id,
          organization_id: organizationId,
          account_id: accountId,
          name,
          is_manager: isManager ? 1 : 0,
          is_frozen: 0,
          is_organization_frozen: organization.is_frozen,
          created_at: now,
          last_login_at: 0,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
    },
    enter: async (id, accountId, now) => {
      const entered = await query
        .updateTable('memberships')
        .set({ last_login_at: now })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('is_frozen', '=', 0)
        .where('is_organization_frozen', '=', 0)
        .returning('id')
        .executeTakeFirst()
      return entered !== undefined
    },
    freeze: async (id, isFrozen) => {
      const changed = await query
        .updateTable('memberships')
        .set({ is_frozen: isFrozen ? 1 : 0 })
        .where('id', '=', id)
        .where('is_frozen', '=', isFrozen ? 0 : 1)
        .returning('id')
        .executeTakeFirst()
      return changed !== undefined
    },
    remove: async (id) => {
      const removed = await query
        .deleteFrom('memberships')
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      return removed !== undefined
    },
    endSessions: async ({ id, accountId }) => {
      const ended = await query
        .deleteFrom('sessions')
        .where('account_id', '=', accountId)
        .where('membership_id', '=', id)
        .returning('hash')
        .execute()
      return ended.length
    },
    endAllSessions: async (organizationId) => {
      const ids = query.selectFrom('memberships').where('organization_id', '=', organizationId)
      // Sessions have an index on the account.
      const ended = await query
        .deleteFrom('sessions')
        .where('account_id', 'in', ids.select('account_id'))
        .where('membership_id', 'in', ids.select('id'))
        .returning('hash')
        .execute()
      return ended.length
    },
  }
}

function toOrganization(row: Tables['organizations']): Organization {
  return {
    id: row.id,
    aid: row.aid,
    name: row.name,
    logoUrl: row.logo_url,
    isFrozen: row.is_frozen === 1,
    createdAt: row.created_at,
  }
}

function toMembership(
  row: Tables['memberships'] & { aid: number; organization_name: string; logo_url: string },
): Membership {
  return {
    id: row.id,
    aid: row.aid,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    logoUrl: row.logo_url,
    accountId: row.account_id,
    name: row.name,
    isManager: row.is_manager === 1,
    isFrozen: row.is_frozen === 1 || row.is_organization_frozen === 1,
  }
}
