import { changesAny, countRows, insertNew, readAll, readFirst, run } from './statements.ts'
import type { Queries } from './database.ts'
import { searchKeyOf, searchRange } from './search-keys.ts'
import { readOrganizationPolicy, type OrganizationPolicy } from './organization-policy.ts'
import type { FrozenBy, StoredOrganization } from './schema/organizations.ts'

/** An organization of one application. */
export interface Organization {
  id: string
  /** Application that it was created in. */
  aid: number
  name: string
  logoUrl: string
  baseInfos: Readonly<Record<string, string>>
  detailInfos: Readonly<Record<string, string>>
  isFrozen: boolean
  frozenBy: FrozenBy
  /** Sessions count only while they have the same. */
  epoch: number
  /** Time of the last change of manager; 0 for never. */
  transferredAt: number
  policy: OrganizationPolicy
  createdAt: number
}

/** Fields of an organization that its members change. */
export type OrganizationChange = Pick<StoredOrganization, 'baseInfos' | 'detailInfos'> &
  Partial<Pick<StoredOrganization, 'name' | 'logoUrl'>>

/** Organizations. */
export type OrganizationRepository = ReturnType<typeof organizationRepository>

/** Organizations in SQL. */
export function organizationRepository(query: Queries) {
  const organizations = () => query.selectFrom('organizations').selectAll()
  const update = (id: string) => query.updateTable('organizations').where('id', '=', id)
  return {
    all: () => readAll(organizations().orderBy('createdAt'), toOrganization),
    /** Returns organizations in the order of their ids, after one. */
    page: (after: string, limit: number) =>
      readAll(organizations().where('id', '>', after).orderBy('id').limit(limit), toOrganization),
    find: (id: string) => readFirst(organizations().where('id', '=', id), toOrganization),
    /** Returns the first organizations whose name or domain begins with a text. */
    search: async (text: string, limit: number): Promise<Organization[]> => {
      const { from, below } = searchRange(text)
      const named = organizations().where('searchKey', '>=', from).where('searchKey', '<', below)
      const withDomain = query
        .selectFrom('organizationDomains')
        .innerJoin('organizations', 'organizations.id', 'organizationDomains.organizationId')
        .selectAll('organizations')
        .where('domainKey', '>=', from)
        .where('domainKey', '<', below)
      return [
        ...(await readAll(named.orderBy('searchKey').orderBy('id').limit(limit), toOrganization)),
        ...(await readAll(
          withDomain.orderBy('domainKey').orderBy('organizationId').limit(limit),
          toOrganization,
        )),
      ]
    },
    /** Returns false when the id is taken. */
    insert: (
      organization: Pick<
        StoredOrganization,
        'id' | 'aid' | 'name' | 'logoUrl' | 'baseInfos' | 'detailInfos' | 'createdAt'
      >,
    ) =>
      insertNew(query, 'organizations', {
        ...organization,
        searchKey: searchKeyOf(organization.name),
        isFrozen: 0,
        frozenBy: '',
        epoch: 0,
        transferredAt: 0,
        policy: '{}',
      }),
    update: (id: string, change: OrganizationChange) =>
      run(
        update(id).set({
          ...change,
          ...(change.name !== undefined && { searchKey: searchKeyOf(change.name) }),
        }),
      ),
    /** Freezes, which ends all sessions for it; returns false when it is frozen already. */
    freeze: (id: string, by: FrozenBy) =>
      changesAny(
        update(id)
          .set((row) => ({ isFrozen: 1, frozenBy: by, epoch: row('epoch', '+', 1) }))
          .where('isFrozen', '=', 0),
      ),
    /** Opens again what was frozen by one of these; returns false when nothing was. */
    unfreeze: (id: string, by: readonly FrozenBy[]) =>
      changesAny(
        update(id)
          .set({ isFrozen: 0, frozenBy: '' })
          .where('isFrozen', '=', 1)
          .where('frozenBy', 'in', by),
      ),
    /** Locks and returns an organization, until the transaction ends. */
    lock: (id: string) =>
      readFirst(
        // An update that changes nothing locks the row.
        update(id)
          .set((row) => ({ isFrozen: row.ref('isFrozen') }))
          .returningAll(),
        toOrganization,
      ),
    /** Returns the organizations without a manager. */
    withoutManager: () =>
      readAll(
        organizations()
          .where((row) =>
            row.not(
              row.exists(
                row
                  .selectFrom('memberships')
                  .select('memberships.id')
                  .whereRef('memberships.organizationId', '=', 'organizations.id')
                  .where('memberships.isManager', '=', 1),
              ),
            ),
          )
          .orderBy('createdAt'),
        toOrganization,
      ),
    remove: (id: string) => changesAny(query.deleteFrom('organizations').where('id', '=', id)),
    /** Returns how many members have nothing that reaches a level. */
    countBelow: (id: string, level: 2 | 3) =>
      countRows(
        query
          .selectFrom('memberships')
          .where('organizationId', '=', id)
          .where('isFrozen', '=', 0)
          .where((row) =>
            row.not(
              row.exists(
                row
                  .selectFrom('passkeys')
                  .select('passkeys.id')
                  .whereRef('passkeys.accountId', '=', 'memberships.accountId')
                  .where('state', '=', 'active'),
              ),
            ),
          )
          .$if(level === 2, (members) =>
            members.where((row) =>
              row.not(
                row.exists(
                  row
                    .selectFrom('authenticatorApps')
                    .select('authenticatorApps.id')
                    .whereRef('authenticatorApps.accountId', '=', 'memberships.accountId'),
                ),
              ),
            ),
          ),
      ),
    setPolicy: (id: string, policy: OrganizationPolicy) =>
      run(update(id).set({ policy: JSON.stringify(policy) })),
    recordTransfer: (id: string, now: number) => run(update(id).set({ transferredAt: now })),
  }
}

function toOrganization({
  searchKey: _searchKey,
  ...row
}: StoredOrganization & { searchKey: unknown }): Organization {
  return {
    ...row,
    baseInfos: JSON.parse(row.baseInfos) as Record<string, string>,
    detailInfos: JSON.parse(row.detailInfos) as Record<string, string>,
    isFrozen: row.isFrozen === 1,
    policy: readOrganizationPolicy(row.policy),
  }
}
