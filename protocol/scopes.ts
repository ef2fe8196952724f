interface Scope {
  /** Whether the person cannot leave it out. */
  readonly isRequired?: true
  /** Whether it needs a recent authentication and is never preselected. */
  readonly isDangerous?: true
  /** Scope that grants all of it, so that people are asked about that one alone. */
  readonly isPartOf?: string
  /** Claims that it grants (OpenID Connect Core §5.4). */
  readonly claims: readonly string[]
}

/** Scopes of this server in the order in which people see them. */
export const scopes = {
  /** `auth_time`, `amr` and `acr` are in the id token only. */
  openid: { isRequired: true, claims: ['sub', 'auth_time', 'amr', 'acr'] },
  user_info: { isPartOf: 'profile', claims: ['name', 'picture'] },
  profile: { claims: ['name', 'preferred_username', 'picture', 'locale'] },
  email: { claims: ['email', 'email_verified'] },
  phone: { claims: ['phone_number', 'phone_number_verified'] },
  /** Organization and roles; only if the person answers as a member. */
  'enterprise.read': { isDangerous: true, claims: ['subject', 'identity_name', 'roles'] },
  /** Access that outlives the session (OpenID Connect Core §11). */
  offline_access: { claims: [] },
} as const satisfies Record<string, Scope>

/** Form fields for the scopes of a resource, which may have eight at most. */
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

export type ScopeName = keyof typeof scopes

export const scopeNames = Object.keys(scopes) as ScopeName[]

/**
 * Returns the known scopes of a list separated by spaces or commas, in their usual order. `user_info`
 * includes `openid`, whose `sub` says whom the information is about.
 */
export function parseScopes(list: string): ScopeName[] {
  const wanted = new Set(list.split(/[\s,]+/))
  if (wanted.has('user_info')) wanted.add('openid')
  return scopeNames.filter((name) => wanted.has(name))
}

/** Returns scopes without those that another one of them includes. */
export function withoutIncluded(names: readonly ScopeName[]): ScopeName[] {
  return names.filter((name) => {
    const scope: Scope = scopes[name]
    return !names.some((other) => other === scope.isPartOf)
  })
}

/** Returns whether a scope needs a recent authentication. */
export function isDangerousScope(name: ScopeName): boolean {
  return 'isDangerous' in scopes[name]
}

/** Returns whether a scope is part of every consent. */
export function isRequiredScope(name: ScopeName): boolean {
  return 'isRequired' in scopes[name]
}
