import { ADMIN, builtInRoles, MANAGER, MEMBER } from '#protocol/permissions.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { AssignedRole } from '../store/role-repository.ts'
import type { Roles } from './roles.ts'

/** Rights of a member in an organization. */
export interface Rights {
  isManager: boolean
  /** Keys of the roles, built-in ones first; banned roles are listed and grant nothing. */
  roles: string[]
  permissions: ReadonlySet<string>
}

/** Returns the rights of memberships by their ids, as the database has them now. */
export async function rightsOf(
  roles: Pick<Roles, 'of' | 'permissionsOf'>,
  memberships: readonly Pick<Membership, 'id' | 'aid' | 'isManager'>[],
): Promise<Map<string, Rights>> {
  const assigned = await roles.of(memberships.map(({ id }) => id))
  return new Map(
    memberships.map(({ id, aid, isManager }) => [
      id,
      toRights(
        isManager,
        roles.permissionsOf(aid),
        assigned.filter((one) => one.membershipId === id),
      ),
    ]),
  )
}

function toRights(
  isManager: boolean,
  ofApp: readonly string[],
  assigned: readonly AssignedRole[],
): Rights {
  const keys = assigned.map(({ key }) => key)
  const builtIn = [MANAGER, ADMIN, MEMBER].filter(
    (key) => key === MEMBER || (key === MANAGER ? isManager : keys.includes(key)),
  )
  const granted = assigned
    .filter(({ isBanned }) => !isBanned)
    .flatMap(({ permissions }) => permissions ?? [])
  return {
    isManager,
    roles: [...builtIn, ...keys.filter((key) => key !== ADMIN)],
    permissions: new Set([
      ...builtIn.flatMap((key) => permissionsOfBuiltIn(key, ofApp)),
      ...granted,
    ]),
  }
}

/** Returns the permissions of a built-in role, with `ofApp` those that the application defines. */
export function permissionsOfBuiltIn(key: string, ofApp: readonly string[]): string[] {
  return [...(builtInRoles[key] ?? []), ...(key === MEMBER ? [] : ofApp)]
}
