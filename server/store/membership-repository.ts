import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

/** An enterprise account, which people act for. */
export interface Organization {
  id: string
  /** Enterprise application that it was made in. */
  aid: number
  name: string
  logoUrl: string
  isFrozen: boolean
  createdAt: number
}

/** A person as one of those who act for an enterprise account. */
export interface Membership {
  id: string
  /** Enterprise application of its enterprise account. */
  aid: number
  organizationId: string
  organizationName: string
  logoUrl: string
  accountId: string
  /** What the person is called there. */
  name: string
  isManager: boolean
  /** Whether it or its enterprise account is frozen. */
  isFrozen: boolean
}

/** What enterprise accounts and their identities need from a database. */
export interface MembershipRepository {
  organizations(): Promise<Organization[]>
  subject(id: string): Promise<Organization | undefined>
  /** False when the id is taken. */
  insertOrganization(subject: Organization): Promise<boolean>
  /**
   * Freezes an enterprise account and all that act for it, or lets them in again; false when it is
   * so already. Sessions have to be ended after it, in the same transaction.
   */
  freezeOrganization(id: string, isFrozen: boolean): Promise<boolean>
  /** Identities of a person in enterprise accounts of an application, oldest first. */
  of(accountId: string, aid: number): Promise<Membership[]>
  find(id: string): Promise<Membership | undefined>
  /** Names of the enterprise accounts that a person manages. */
  managed(accountId: string): Promise<string[]>
  /** Everybody who acts for an enterprise account, oldest first. */
  members(organizationId: string): Promise<Membership[]>
  /**
   * Makes one that is as frozen as its enterprise account; false when the person has one there
   * already, or the id is taken. It belongs into a transaction: the account is held until its end.
   */
  insert(
    identity: Pick<Membership, 'id' | 'organizationId' | 'accountId' | 'name' | 'isManager'>,
    now: number,
  ): Promise<boolean>
  /**
   * Notes that a person goes on as an identity of theirs, and keeps it from being frozen until the
   * transaction ends; false when it is not theirs any more, or frozen.
   */
  enter(id: string, accountId: string, now: number): Promise<boolean>
  /** As `freezeSubject`, for one person. */
  freeze(id: string, isFrozen: boolean): Promise<boolean>
  remove(id: string): Promise<boolean>
  /** Ends the sessions of an identity, and answers how many. */
  endSessions(identity: Pick<Membership, 'id' | 'accountId'>): Promise<number>
  /** The same for all who act for an enterprise account. */
  endAllSessions(organizationId: string): Promise<number>
}

/** Enterprise accounts and their identities in SQL. */
export function membershipRepository(query: Queries): MembershipRepository {
  const all = query
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
    insertOrganization: async (subject) => {
      const inserted = await query
        .insertInto('organizations')
        .values({
          id: subject.id,
          aid: subject.aid,
          name: subject.name,
          logo_url: subject.logoUrl,
          is_frozen: subject.isFrozen ? 1 : 0,
          created_at: subject.createdAt,
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
      const rows = await all
        .where('memberships.account_id', '=', accountId)
        .where('organizations.aid', '=', aid)
        .execute()
      return rows.map(toIdentity)
    },
    find: async (id) => {
      const row = await all.where('memberships.id', '=', id).executeTakeFirst()
      return row && toIdentity(row)
    },
    managed: async (accountId) => {
      const rows = await all
        .where('memberships.account_id', '=', accountId)
        .where('memberships.is_manager', '=', 1)
        .execute()
      return rows.map((row) => row.organization_name)
    },
    members: async (organizationId) => {
      const rows = await all.where('memberships.organization_id', '=', organizationId).execute()
      return rows.map(toIdentity)
    },
    insert: async ({ id, organizationId, accountId, name, isManager }, now) => {
      // Written, though nothing changes: a freeze then comes before this or after, and never between.
      const subject = await query
        .updateTable('organizations')
        .set((row) => ({ is_frozen: row.ref('is_frozen') }))
        .where('id', '=', organizationId)
        .returning('is_frozen')
        .executeTakeFirst()
      if (subject === undefined) return false
      const inserted = await query
        .insertInto('memberships')
        .values({
          id,
          organization_id: organizationId,
          account_id: accountId,
          name,
          is_manager: isManager ? 1 : 0,
          is_frozen: 0,
          is_organization_frozen: subject.is_frozen,
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
      // By the accounts first: sessions are indexed by these.
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

function toIdentity(
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
