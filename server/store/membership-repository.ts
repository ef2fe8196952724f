import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'
import type { FrozenBy } from './organization-repository.ts'
import type { Tables } from './tables.ts'

/** A person's place in an organization. */
export interface Membership {
  id: string
  /** Application of the organization. */
  aid: number
  organizationId: string
  organizationName: string
  /** Sessions count only while they have the same. */
  organizationEpoch: number
  /** JSON of the organization's rules. */
  policy: string
  logoUrl: string
  accountId: string
  /** Name of the person in the organization. */
  name: string
  /** Address that was invited; empty for members who were not. */
  contact: string
  externalId: string
  isManager: boolean
  /** Whether the membership or its organization is frozen. */
  isFrozen: boolean
  frozenBy: FrozenBy
  createdAt: number
  lastLoginAt: number
}

/** A row of `memberships`. */
export interface StoredMembership {
  id: string
  organizationId: string
  accountId: string
  name: string
  contact: string
  externalId: string
  /** Normalised name and contact. */
  searchText: string
  isManager: 0 | 1
  isFrozen: 0 | 1
  frozenBy: FrozenBy
  /** Not read: the organization's own row counts. */
  isOrganizationFrozen: 0 | 1
  createdAt: number
  lastLoginAt: number
}

/** Filter of a list of members. */
export interface MemberFilter {
  /** Normalised part of a name or contact. */
  text?: string | undefined
  isFrozen?: boolean | undefined
  role?: string | undefined
}

/** A new membership. */
export type NewMembership = Pick<
  Membership,
  'id' | 'organizationId' | 'accountId' | 'name' | 'isManager'
> &
  Partial<Pick<StoredMembership, 'contact' | 'externalId' | 'searchText'>>

/** Counting stops here where a list is filtered. */
export const MAX_COUNT = 1001

/** Memberships. */
export interface MembershipRepository {
  /** Returns the memberships of a person in one application, oldest first. */
  of(accountId: string, aid: number): Promise<Membership[]>
  /** Returns the memberships of a person in all applications, oldest first. */
  ofPerson(accountId: string): Promise<Membership[]>
  find(id: string): Promise<Membership | undefined>
  /** Returns the membership of a person in an organization. */
  findIn(organizationId: string, accountId: string): Promise<Membership | undefined>
  /** Returns those of some memberships that belong to the organization. */
  findMany(organizationId: string, ids: readonly string[]): Promise<Membership[]>
  /** Returns whether a member was invited under an address. */
  hasContact(organizationId: string, contact: string): Promise<boolean>
  /** Returns the names of the organizations that a person manages. */
  managed(accountId: string): Promise<string[]>
  manager(organizationId: string): Promise<Membership | undefined>
  count(organizationId: string): Promise<number>
  /** Returns members of an organization, oldest first; counts only where filtered, up to `MAX_COUNT`. */
  members(
    organizationId: string,
    filter: MemberFilter,
    page: { offset: number; limit: number },
  ): Promise<{ list: Membership[]; total: number | undefined }>
  /** Returns false when the person is a member already or the id is taken. */
  insert(membership: NewMembership, now: number): Promise<boolean>
  /**
   * Records a sign-in with a membership, which cannot be frozen until the transaction ends. Returns
   * false when the membership or its organization is frozen, or it is not the person's.
   */
  enter(id: string, accountId: string, now: number): Promise<boolean>
  /** Locks a membership until the transaction ends; returns false when it is frozen or gone. */
  lock(id: string): Promise<boolean>
  update(
    id: string,
    change: Partial<Pick<StoredMembership, 'name' | 'externalId' | 'searchText'>>,
  ): Promise<void>
  /** Freezes or unfreezes members, never the manager; returns the ids of those that changed. */
  freeze(ids: readonly string[], by: FrozenBy, from: readonly FrozenBy[]): Promise<string[]>
  /** Removes members, never the manager; returns the ids of those removed. */
  remove(ids: readonly string[]): Promise<string[]>
  /**
   * Makes a member the manager in place of another, or of nobody; returns false when either is no
   * longer so. The transaction must then be rolled back.
   */
  replaceManager(organizationId: string, fromId: string | undefined, toId: string): Promise<boolean>
  /** Ends the sessions of memberships and returns their hashes. */
  endSessions(memberships: readonly Pick<Membership, 'id' | 'accountId'>[]): Promise<string[]>
}

/** Memberships in SQL. */
export function membershipRepository(query: Queries): MembershipRepository {
  const memberships = () =>
    query
      .selectFrom('memberships')
      .innerJoin('organizations', 'organizations.id', 'memberships.organizationId')
      .selectAll('memberships')
      .select([
        'organizations.aid',
        'organizations.name as organizationName',
        'organizations.epoch as organizationEpoch',
        'organizations.policy',
        'organizations.isFrozen as isClosed',
        'organizations.logoUrl',
      ])
      .orderBy('memberships.createdAt')
      .orderBy('memberships.id')
  const membershipsOf = async (ids: readonly string[]): Promise<Membership[]> => {
    if (ids.length === 0) return []
    const rows = await memberships().where('memberships.id', 'in', ids).execute()
    return rows.map(toMembership)
  }
  return {
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
    findIn: async (organizationId, accountId) => {
      const row = await memberships()
        .where('memberships.organizationId', '=', organizationId)
        .where('memberships.accountId', '=', accountId)
        .executeTakeFirst()
      return row && toMembership(row)
    },
    findMany: async (organizationId, ids) => {
      if (ids.length === 0) return []
      const rows = await memberships()
        .where('memberships.organizationId', '=', organizationId)
        .where('memberships.id', 'in', ids)
        .execute()
      return rows.map(toMembership)
    },
    hasContact: async (organizationId, contact) => {
      const row = await query
        .selectFrom('memberships')
        .select('id')
        .where('organizationId', '=', organizationId)
        .where('contact', '=', contact)
        .executeTakeFirst()
      return row !== undefined
    },
    managed: async (accountId) => {
      const rows = await memberships()
        .where('memberships.accountId', '=', accountId)
        .where('memberships.isManager', '=', 1)
        .execute()
      return rows.map((row) => row.organizationName)
    },
    manager: async (organizationId) => {
      const row = await memberships()
        .where('memberships.organizationId', '=', organizationId)
        .where('memberships.isManager', '=', 1)
        .executeTakeFirst()
      return row && toMembership(row)
    },
    count: async (organizationId) => {
      const { total } = await query
        .selectFrom('memberships')
        .select((all) => all.fn.countAll<number>().as('total'))
        .where('organizationId', '=', organizationId)
        .executeTakeFirstOrThrow()
      return total
    },
    members: async (organizationId, filter, { offset, limit }) => {
      const isFiltered = Object.values(filter).some((value) => value !== undefined)
      // The ids alone first: skipped rows need no join, and one scan finds and counts what matches.
      const ids = query
        .selectFrom('memberships')
        .select('memberships.id')
        .where(matches(organizationId, filter))
        .orderBy('memberships.createdAt')
        .orderBy('memberships.id')
      const found = isFiltered
        ? await ids.limit(MAX_COUNT).execute()
        : await ids.limit(limit).offset(offset).execute()
      const page = isFiltered ? found.slice(offset, offset + limit) : found
      const list = await membershipsOf(page.map(({ id }) => id))
      return { list, total: isFiltered ? found.length : undefined }
    },
    insert: (membership, now) =>
      changesAny(
        query
          .insertInto('memberships')
          .values({
            contact: '',
            externalId: '',
            searchText: '',
            ...membership,
            isManager: membership.isManager ? 1 : 0,
            isFrozen: 0,
            frozenBy: '',
            isOrganizationFrozen: 0,
            createdAt: now,
            lastLoginAt: 0,
          })
          .onConflict((conflict) => conflict.doNothing()),
      ),
    enter: (id, accountId, now) =>
      changesAny(
        query
          .updateTable('memberships')
          .set({ lastLoginAt: now })
          .where('id', '=', id)
          .where('accountId', '=', accountId)
          .where('isFrozen', '=', 0)
          .where((row) =>
            row.exists(
              row
                .selectFrom('organizations')
                .select('organizations.id')
                .whereRef('organizations.id', '=', 'memberships.organizationId')
                .where('organizations.isFrozen', '=', 0),
            ),
          ),
      ),
    lock: (id) =>
      changesAny(
        query
          .updateTable('memberships')
          .set((row) => ({ isFrozen: row.ref('isFrozen') }))
          .where('id', '=', id)
          .where('isFrozen', '=', 0),
      ),
    update: async (id, change) => {
      await query.updateTable('memberships').set(change).where('id', '=', id).execute()
    },
    freeze: async (ids, by, from) => {
      const rows = await query
        .updateTable('memberships')
        .set({ isFrozen: by === '' ? 0 : 1, frozenBy: by })
        .where('id', 'in', ids)
        .where('isManager', '=', 0)
        .where('frozenBy', 'in', from)
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },
    remove: async (ids) => {
      const rows = await query
        .deleteFrom('memberships')
        .where('id', 'in', ids)
        .where('isManager', '=', 0)
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },
    replaceManager: async (organizationId, fromId, toId) => {
      if (fromId !== undefined) {
        const isDemoted = await changesAny(
          query
            .updateTable('memberships')
            .set({ isManager: 0 })
            .where('id', '=', fromId)
            .where('organizationId', '=', organizationId)
            .where('isManager', '=', 1),
        )
        if (!isDemoted) return false
      }
      return await changesAny(
        query
          .updateTable('memberships')
          .set({ isManager: 1 })
          .where('id', '=', toId)
          .where('organizationId', '=', organizationId)
          .where('isManager', '=', 0)
          .where('isFrozen', '=', 0),
      )
    },
    endSessions: async (ended) => {
      if (ended.length === 0) return []
      // Sessions have an index on the account.
      const rows = await query
        .deleteFrom('sessions')
        .where(
          'accountId',
          'in',
          ended.map(({ accountId }) => accountId),
        )
        .where(
          'membershipId',
          'in',
          ended.map(({ id }) => id),
        )
        .returning('hash')
        .execute()
      return rows.map(({ hash }) => hash)
    },
  }
}

function matches(
  organizationId: string,
  { text, isFrozen, role }: MemberFilter,
): Expression<SqlBool> {
  const row = expressionBuilder<Tables, 'memberships'>()
  const conditions = [row('memberships.organizationId', '=', organizationId)]
  if (isFrozen !== undefined) conditions.push(row('memberships.isFrozen', '=', isFrozen ? 1 : 0))
  if (role !== undefined) {
    const holders = row
      .selectFrom('membershipRoles')
      .select('membershipId')
      .where('membershipRoles.organizationId', '=', organizationId)
      .where('roleKey', '=', role)
    conditions.push(row('memberships.id', 'in', holders))
  }
  if (text === undefined) return row.and(conditions)
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const contains = sql<SqlBool>`${row.ref('memberships.searchText')} like ${pattern} escape '\\'`
  return row.and([...conditions, contains])
}

function toMembership(
  row: StoredMembership &
    Pick<Membership, 'aid' | 'organizationName' | 'organizationEpoch' | 'policy' | 'logoUrl'> & {
      isClosed: 0 | 1
    },
): Membership {
  return {
    ...row,
    isManager: row.isManager === 1,
    isFrozen: row.isFrozen === 1 || row.isClosed === 1,
  }
}
