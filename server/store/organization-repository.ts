import { readAll, changesAny, readFirst, run } from './statements.ts'
import type { Queries } from './database.ts'
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
  return {
    all: () =>
      readAll(query.selectFrom('organizations').selectAll().orderBy('createdAt'), toOrganization),
    find: (id: string) =>
      readFirst(query.selectFrom('organizations').selectAll().where('id', '=', id), toOrganization),
    /** Returns false when the id is taken. */
    insert: (
      organization: Pick<
        StoredOrganization,
        'id' | 'aid' | 'name' | 'logoUrl' | 'baseInfos' | 'detailInfos' | 'createdAt'
      >,
    ) =>
      changesAny(
        query
          .insertInto('organizations')
          .values({
            ...organization,
            isFrozen: 0,
            frozenBy: '',
            epoch: 0,
            transferredAt: 0,
            policy: '{}',
          })
          .onConflict((conflict) => conflict.doNothing()),
      ),
    update: (id: string, change: OrganizationChange) =>
      run(query.updateTable('organizations').set(change).where('id', '=', id)),
    /** Freezes, which ends all sessions for it; returns false when it is frozen already. */
    freeze: (id: string, by: FrozenBy) =>
      changesAny(
        query
          .updateTable('organizations')
          .set((row) => ({ isFrozen: 1, frozenBy: by, epoch: row('epoch', '+', 1) }))
          .where('id', '=', id)
          .where('isFrozen', '=', 0),
      ),
    /** Opens again what was frozen by one of these; returns false when nothing was. */
    unfreeze: (id: string, by: readonly FrozenBy[]) =>
      changesAny(
        query
          .updateTable('organizations')
          .set({ isFrozen: 0, frozenBy: '' })
          .where('id', '=', id)
          .where('isFrozen', '=', 1)
          .where('frozenBy', 'in', by),
      ),
    /** Locks and returns an organization, until the transaction ends. */
    lock: async (id: string): Promise<Organization | undefined> => {
      // An update that changes nothing locks the row.
      const row = await query
        .updateTable('organizations')
        .set((locked) => ({ isFrozen: locked.ref('isFrozen') }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return row && toOrganization(row)
    },
    /** Returns the organizations without a manager. */
    withoutManager: () =>
      readAll(
        query
          .selectFrom('organizations')
          .selectAll()
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
    setPolicy: (id: string, policy: OrganizationPolicy) =>
      run(
        query
          .updateTable('organizations')
          .set({ policy: JSON.stringify(policy) })
          .where('id', '=', id),
      ),
    recordTransfer: (id: string, now: number) =>
      run(query.updateTable('organizations').set({ transferredAt: now }).where('id', '=', id)),
  }
}

function toOrganization(row: StoredOrganization): Organization {
  return {
    ...row,
    baseInfos: JSON.parse(row.baseInfos) as Record<string, string>,
    detailInfos: JSON.parse(row.detailInfos) as Record<string, string>,
    isFrozen: row.isFrozen === 1,
    policy: readOrganizationPolicy(row.policy),
  }
}
