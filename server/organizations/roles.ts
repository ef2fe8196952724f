import type { Apps } from '../apps/apps.ts'
import type { RoleRepository } from '../store/role-repository.ts'

/** Roles, with the permissions that applications add to the built-in ones. */
export interface Roles extends RoleRepository {
  /** Returns the permissions that an application defines. */
  permissionsOf(aid: number): readonly string[]
}

export function createRoles(repository: RoleRepository, apps: Pick<Apps, 'cached'>): Roles {
  return {
    ...repository,
    permissionsOf: (aid) => {
      const text = apps.cached(aid)?.settings.permissions ?? ''
      return text === '' ? [] : text.split(',')
    },
  }
}
