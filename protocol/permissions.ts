/** Role that has every permission; each organization has exactly one manager. */
export const MANAGER = 'manager'

/** Built-in role that is assigned like roles that organizations make. */
export const ADMIN = 'admin'

/** Built-in role of everybody in an organization. */
export const MEMBER = 'member'

/** Lowest built-in role with each permission. */
const holders = {
  'subject.read': MEMBER,
  'subject.update': ADMIN,
  'subject.freeze': MANAGER,
  'subject.delete': MANAGER,
  'deputy.read': MEMBER,
  'deputy.create': ADMIN,
  'deputy.update': ADMIN,
  'deputy.freeze': ADMIN,
  'deputy.delete': ADMIN,
  'invite.read': ADMIN,
  'invite.create': ADMIN,
  'invite.update': ADMIN,
  'invite.resend': ADMIN,
  'invite.cancel': ADMIN,
  'role.read': MEMBER,
  'role.create': ADMIN,
  'role.update': ADMIN,
  'role.ban': ADMIN,
  'role.assign': ADMIN,
  'resource.read': MEMBER,
  'audit.read': ADMIN,
  'audit.export': ADMIN,
  'policy.read': ADMIN,
  'policy.update': MANAGER,
  'domain.manage': ADMIN,
  'admin.transfer': MANAGER,
} as const

/** Action that a member of an organization may be permitted to do. */
export type Permission = keyof typeof holders

/** Every built-in permission. */
export const permissions = Object.keys(holders) as Permission[]

/** Permissions of the built-in roles. */
export const builtInRoles: Readonly<Record<string, readonly Permission[]>> = {
  [MANAGER]: permissions,
  [ADMIN]: permissions.filter((name) => holders[name] !== MANAGER),
  [MEMBER]: permissions.filter((name) => holders[name] === MEMBER),
}

/** Whether a name is that of a built-in permission. */
export function isPermission(name: unknown): name is Permission {
  return typeof name === 'string' && Object.hasOwn(holders, name)
}
