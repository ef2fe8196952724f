import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'
import { readOrganizationPolicy, type OrganizationPolicy } from './organization-policy.ts'

/** Author of the freezing of an organization or membership; only operators undo what operators did. */
export type FrozenBy = '' | 'manager' | 'operator'

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

/** A row of `organizations`. */
export interface StoredOrganization {
  id: string
  aid: number
  name: string
  /** Normalised name, unique in an application; empty for names that may occur twice. */
  nameKey: string
  logoUrl: string
  /** JSON objects. */
  baseInfos: string
  detailInfos: string
  isFrozen: 0 | 1
  frozenBy: FrozenBy
  epoch: number
  transferredAt: number
  /** JSON object. */
  policy: string
  createdAt: number
}

/** Fields of an organization that its members change. */
export type OrganizationChange = Pick<StoredOrganization, 'baseInfos' | 'detailInfos'> &
  Partial<Pick<StoredOrganization, 'name' | 'nameKey' | 'logoUrl'>>

/** Organizations. */
export interface OrganizationRepository {
  all(): Promise<Organization[]>
  find(id: string): Promise<Organization | undefined>
  isNameTaken(aid: number, nameKey: string, exceptId: string): Promise<boolean>
  /** Returns false when the id or the name is taken. */
  insert(
    organization: Pick<
      StoredOrganization,
      'id' | 'aid' | 'name' | 'nameKey' | 'logoUrl' | 'baseInfos' | 'detailInfos' | 'createdAt'
    >,
  ): Promise<boolean>
  /** Fails on a name that is taken. */
  update(id: string, change: OrganizationChange): Promise<void>
  /** Freezes, which ends all sessions for it; returns false when it is frozen already. */
  freeze(id: string, by: FrozenBy): Promise<boolean>
  /** Opens again what was frozen by one of these; returns false when nothing was. */
  unfreeze(id: string, by: readonly FrozenBy[]): Promise<boolean>
  /** Locks and returns an organization, until the transaction ends. */
  lock(id: string): Promise<Organization | undefined>
  remove(id: string): Promise<boolean>
  /** Returns the organizations without a manager. */
  withoutManager(): Promise<Organization[]>
  setPolicy(id: string, policy: OrganizationPolicy): Promise<void>
  recordTransfer(id: string, now: number): Promise<void>
}

/** Organizations in SQL. */
export function organizationRepository(query: Queries): OrganizationRepository {
  return {
    all: async () => {
      const rows = await query
        .selectFrom('organizations')
        .selectAll()
        .orderBy('createdAt')
        .execute()
      return rows.map(toOrganization)
    },
    find: async (id) => {
      const row = await query
        .selectFrom('organizations')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toOrganization(row)
    },
    isNameTaken: async (aid, nameKey, exceptId) => {
      const row = await query
        .selectFrom('organizations')
        .select('id')
        .where('aid', '=', aid)
        .where('nameKey', '=', nameKey)
        .where('id', '!=', exceptId)
        .executeTakeFirst()
      return row !== undefined
    },
    insert: (organization) =>
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
    update: async (id, change) => {
      await query.updateTable('organizations').set(change).where('id', '=', id).execute()
    },
    freeze: (id, by) =>
      changesAny(
        query
          .updateTable('organizations')
          .set((row) => ({ isFrozen: 1, frozenBy: by, epoch: row('epoch', '+', 1) }))
          .where('id', '=', id)
          .where('isFrozen', '=', 0),
      ),
    unfreeze: (id, by) =>
      changesAny(
        query
          .updateTable('organizations')
          .set({ isFrozen: 0, frozenBy: '' })
          .where('id', '=', id)
          .where('isFrozen', '=', 1)
          .where('frozenBy', 'in', by),
      ),
    lock: async (id) => {
      // An update that changes nothing locks the row.
      const row = await query
        .updateTable('organizations')
        .set((locked) => ({ isFrozen: locked.ref('isFrozen') }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return row && toOrganization(row)
    },
    withoutManager: async () => {
      const rows = await query
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
        .orderBy('createdAt')
        .execute()
      return rows.map(toOrganization)
    },
    remove: (id) => changesAny(query.deleteFrom('organizations').where('id', '=', id)),
    setPolicy: async (id, policy) => {
      await query
        .updateTable('organizations')
        .set({ policy: JSON.stringify(policy) })
        .where('id', '=', id)
        .execute()
    },
    recordTransfer: async (id, now) => {
      await query
        .updateTable('organizations')
        .set({ transferredAt: now })
        .where('id', '=', id)
        .execute()
    },
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
