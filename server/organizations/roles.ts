import type { Apps } from '../apps/apps.ts'
import { batched, type BatchLimits } from '../store/batching.ts'
import type { AssignedRole, RoleRepository } from '../store/role-repository.ts'

/** Roles, with the permissions that applications add to the built-in ones. */
export interface Roles extends RoleRepository {
  /** Returns the permissions that an application defines. */
  permissionsOf(aid: number): readonly string[]
}

/** Returns the roles of one membership. */
export type FindRoles = (membershipId: string) => Promise<AssignedRole[]>

const READS: BatchLimits = { maxSize: 32, concurrency: 2 }

/** Returns a look-up that reads the roles of several calls in one statement. */
export function createRoleLookup(repository: Pick<RoleRepository, 'of'>): FindRoles {
  return batched(READS, async (ids: readonly string[]) => {
    const assigned = await repository.of(ids)
    return ids.map((id) => assigned.filter(({ membershipId }) => membershipId === id))
  })
}

/** `findRoles` reads for calls outside of a transaction. */
export function createRoles(
  repository: RoleRepository,
  apps: Pick<Apps, 'cached'>,
  findRoles: FindRoles | undefined,
): Roles {
  return {
    ...repository,
    of: async (ids) => {
      const [first, ...others] = ids
      const isOne = first !== undefined && others.length === 0
      return isOne && findRoles ? await findRoles(first) : await repository.of(ids)
    },
    permissionsOf: (aid) => {
      const text = apps.cached(aid)?.settings.permissions ?? ''
      return text === '' ? [] : text.split(',')
    },
  }
}
