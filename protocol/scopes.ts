interface Scope {
  /** Whether the person cannot leave it out. */
  readonly isRequired?: true
  /** Whether it needs a recent authentication, and is never ticked ahead. */
  readonly isDangerous?: true
  /** Claims that it gives (OpenID Connect Core §5.4). */
  readonly claims: readonly string[]
}

/** What clients may ask a person for, in the order in which people see it. */
export const scopes = {
  /** When they signed in stands in the id token alone. */
  openid: { isRequired: true, claims: ['sub', 'auth_time'] },
  user_info: { claims: ['name', 'picture'] },
  profile: { claims: ['name', 'preferred_username', 'picture', 'locale'] },
  email: { claims: ['email', 'email_verified'] },
  phone: { claims: ['phone_number', 'phone_number_verified'] },
  /** The person's place in an organization; only for who answers as its member. */
  'enterprise.read': { isDangerous: true, claims: ['subject', 'identity_name', 'roles'] },
  /** Access that outlives the session (OpenID Connect Core §11). */
  offline_access: { claims: [] },
} as const satisfies Record<string, Scope>

/** Checkboxes for the scopes of another server, which has no more: as many as a person can answer. */
export const resourceBoxes = [
  'allow_resource_1',
  'allow_resource_2',
  'allow_resource_3',
  'allow_resource_4',
  'allow_resource_5',
  'allow_resource_6',
  'allow_resource_7',
  'allow_resource_8',
] as const

/** Name of a scope. */
export type ScopeName = keyof typeof scopes

/** Every scope, in the order in which people see it. */
export const scopeNames = Object.keys(scopes) as ScopeName[]

/**
 * Returns the known scopes of a list with spaces or commas between, in their usual order. `user_info`
 * brings `openid`, without which nobody is told whose information it is.
 */
export function parseScopes(list: string): ScopeName[] {
  const wanted = new Set(list.split(/[\s,]+/))
  if (wanted.has('user_info')) wanted.add('openid')
  return scopeNames.filter((name) => wanted.has(name))
}

/** Returns whether a scope needs a recent authentication. */
export function isDangerousScope(name: ScopeName): boolean {
  return 'isDangerous' in scopes[name]
}

/** Returns whether a scope is given by every consent. */
export function isRequiredScope(name: ScopeName): boolean {
  return 'isRequired' in scopes[name]
}
