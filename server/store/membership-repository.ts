import { expressionBuilder, sql, type Expression, type Selection, type SqlBool } from 'kysely'
import { changesAny, countRows, insertNew, readAll, readFirst, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'
import type { FrozenBy, StoredMembership } from './schema/organizations.ts'

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

/** Columns of a membership joined with its organization, under names that no other table has. */
export const membershipColumns = [
  'memberships.id as memberId',
  'memberships.organizationId as ownerId',
  'memberships.accountId as memberAccountId',
  'memberships.name as memberName',
  'memberships.contact',
  'memberships.externalId',
  'memberships.isManager',
  'memberships.isFrozen as isMemberFrozen',
  'memberships.frozenBy',
  'memberships.createdAt as memberSince',
  'memberships.lastLoginAt as memberSeenAt',
  'organizations.aid as ownerAid',
  'organizations.name as ownerName',
  'organizations.logoUrl',
  'organizations.isFrozen as isOwnerFrozen',
  'organizations.epoch as ownerEpoch',
  'organizations.policy',
] as const

/** A row of these columns. */
export type MembershipRow = Selection<
  Tables,
  'memberships' | 'organizations',
  (typeof membershipColumns)[number]
>

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
export type MembershipRepository = ReturnType<typeof membershipRepository>

/** Memberships in SQL. */
export function membershipRepository(query: Queries) {
  const memberships = () =>
    query
      .selectFrom('memberships')
      .innerJoin('organizations', 'organizations.id', 'memberships.organizationId')
      .select(membershipColumns)
      .orderBy('memberships.createdAt')
      .orderBy('memberships.id')
  type Found = ReturnType<typeof memberships>
  const list = (found: Found) => readAll(found, toMembership)
  const one = (found: Found) => readFirst(found, toMembership)
  const ofPerson = (accountId: string) =>
    memberships().where('memberships.accountId', '=', accountId)
  const ofOrganization = (id: string) => memberships().where('memberships.organizationId', '=', id)
  return {
    /** Returns the memberships of a person in one application, oldest first. */
    of: (accountId: string, aid: number) =>
      list(ofPerson(accountId).where('organizations.aid', '=', aid)),
    /** Returns the memberships of a person in all applications, oldest first. */
    ofPerson: (accountId: string) => list(ofPerson(accountId)),
    find: (id: string) => one(memberships().where('memberships.id', '=', id)),
    /** Returns the membership of a person in an organization. */
    findIn: (organizationId: string, accountId: string) =>
      one(ofOrganization(organizationId).where('memberships.accountId', '=', accountId)),
    /** Returns those of some memberships that belong to the organization. */
    findMany: async (organizationId: string, ids: readonly string[]) =>
      ids.length === 0
        ? []
        : await list(ofOrganization(organizationId).where('memberships.id', 'in', ids)),
    /** Returns those of some addresses under which members were invited. */
    contactsAmong: (organizationId: string, contacts: readonly string[]) =>
      readAll(
        query
          .selectFrom('memberships')
          .select('contact')
          .where('organizationId', '=', organizationId)
          .where('contact', 'in', contacts),
        ({ contact }) => contact,
      ),
    /** Returns the names of the organizations that a person manages. */
    managed: async (accountId: string): Promise<string[]> => {
      const managed = await list(ofPerson(accountId).where('memberships.isManager', '=', 1))
      return managed.map(({ organizationName }) => organizationName)
    },
    manager: (organizationId: string) =>
      one(ofOrganization(organizationId).where('memberships.isManager', '=', 1)),
    /** Returns a verified domain and the manager's name of organizations; null for none. */
    ownersOf: async (
      organizationIds: readonly string[],
    ): Promise<{ id: string; domain: string | null; manager: string | null }[]> => {
      if (organizationIds.length === 0) return []
      return await query
        .selectFrom('organizations')
        .leftJoin('memberships', (join) =>
          join
            .onRef('memberships.organizationId', '=', 'organizations.id')
            .on('memberships.isManager', '=', 1),
        )
        .select((row) => [
          'organizations.id',
          'memberships.name as manager',
          row
            .selectFrom('organizationDomains')
            .select(({ fn }) => fn.min('domain').as('first'))
            .whereRef('organizationDomains.organizationId', '=', 'organizations.id')
            .where('state', '=', 'verified')
            .as('domain'),
        ])
        .where('organizations.id', 'in', organizationIds)
        .execute()
    },
    count: (organizationId: string) =>
      countRows(query.selectFrom('memberships').where('organizationId', '=', organizationId)),
    /** Returns members of an organization, oldest first; counts only where filtered, up to `MAX_COUNT`. */
    members: async (
      organizationId: string,
      filter: MemberFilter,
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ list: Membership[]; total: number | undefined }> => {
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
      const pageIds = page.map(({ id }) => id)
      const members =
        pageIds.length === 0 ? [] : await list(memberships().where('memberships.id', 'in', pageIds))
      return { list: members, total: isFiltered ? found.length : undefined }
    },
    /** Returns false when the person is a member already or the id is taken. */
    insert: (membership: NewMembership, now: number) =>
      insertNew(query, 'memberships', {
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
      }),
    /**
     * Records a sign-in with a membership, which cannot be frozen until the transaction ends. Returns
     * false when the membership or its organization is frozen, or it is not the person's.
     */
    enter: (id: string, accountId: string, now: number) =>
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
    /** Locks memberships that are not frozen until the transaction ends. */
    lock: (ids: readonly string[]) =>
      run(
        query
          .updateTable('memberships')
          .set((row) => ({ isFrozen: row.ref('isFrozen') }))
          .where('id', 'in', ids)
          .where('isFrozen', '=', 0),
      ),
    update: (
      id: string,
      change: Partial<Pick<StoredMembership, 'name' | 'externalId' | 'searchText'>>,
    ) => run(query.updateTable('memberships').set(change).where('id', '=', id)),
    /** Freezes or unfreezes members, never the manager; returns the ids of those that changed. */
    freeze: (ids: readonly string[], by: FrozenBy, from: readonly FrozenBy[]) =>
      readAll(
        query
          .updateTable('memberships')
          .set({ isFrozen: by === '' ? 0 : 1, frozenBy: by })
          .where('id', 'in', ids)
          .where('isManager', '=', 0)
          .where('frozenBy', 'in', from)
          .returning('id'),
        ({ id }) => id,
      ),
    /** Removes members, never the manager; returns the ids of those removed. */
    remove: (ids: readonly string[]) =>
      readAll(
        query
          .deleteFrom('memberships')
          .where('id', 'in', ids)
          .where('isManager', '=', 0)
          .returning('id'),
        ({ id }) => id,
      ),
    /**
     * Makes a member the manager in place of another, or of nobody; returns false when either is no
     * longer so. The transaction must then be rolled back.
     */
    replaceManager: async (organizationId: string, fromId: string | undefined, toId: string) => {
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
    /** Ends the sessions of memberships and returns them. */
    endSessions: async (ended: readonly Pick<Membership, 'id' | 'accountId'>[]) => {
      if (ended.length === 0) return []
      // Sessions have an index on the account.
      return await query
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
        .returning(['hash', 'firstHash', 'id', 'accountId', 'aid'])
        .execute()
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

/** Returns whether an outer join found a membership, which always has an organization. */
export function isMember(row: {
  [Column in keyof MembershipRow]: MembershipRow[Column] | null
}): row is MembershipRow {
  return row.memberId !== null
}

/** Returns the membership of a row of these columns. */
export function toMembership(row: MembershipRow): Membership {
  return {
    id: row.memberId,
    aid: row.ownerAid,
    organizationId: row.ownerId,
    organizationName: row.ownerName,
    organizationEpoch: row.ownerEpoch,
    policy: row.policy,
    logoUrl: row.logoUrl,
    accountId: row.memberAccountId,
    name: row.memberName,
    contact: row.contact,
    externalId: row.externalId,
    isManager: row.isManager === 1,
    isFrozen: row.isMemberFrozen === 1 || row.isOwnerFrozen === 1,
    frozenBy: row.frozenBy,
    createdAt: row.memberSince,
    lastLoginAt: row.memberSeenAt,
  }
}
