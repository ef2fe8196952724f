import { isDangerousScope, isRequiredScope, type ScopeName } from '#protocol/scopes.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { storedScope } from './resources.ts'
import type { OAuthGrant } from '../store/schema/oauth.ts'

/** `text` is a resource's own description of its scope. */
type Scope = { name: ScopeName; text: undefined } | { name: string; text: string }

export type RequestedScope = Scope & {
  isRequired: boolean
  /** Not preselected, and needs a recent authentication. */
  isDangerous: boolean
  /** Name in stored grants. */
  stored: string
}

export type ScopeChoice = RequestedScope & {
  /** The person's last decision; undefined if they never decided. */
  answered: 'granted' | 'refused' | undefined
}

type ScopeRequest = Pick<AuthorizationRequest, 'resource' | 'scopes'>

/** Returns the requested scopes of this server and of a resource. */
export function requestedScopesOf({ resource, scopes }: ScopeRequest): RequestedScope[] {
  const own = scopes.map((name) => ({
    name,
    stored: name,
    text: undefined,
    isRequired: isRequiredScope(name),
    isDangerous: isDangerousScope(name),
  }))
  const others = Object.entries(resource?.scopes ?? {}).map(([name, text]) => ({
    name,
    stored: storedScope(resource?.id ?? '', name),
    text: `${text} (${resource?.name})`,
    isRequired: false,
    isDangerous: false,
  }))
  return [...own, ...others]
}

/** Returns the requested scopes with the person's last decisions. */
export function scopeChoicesOf(
  request: ScopeRequest,
  grant: OAuthGrant | undefined,
): ScopeChoice[] {
  const granted = new Set(grant?.granted.split(' '))
  const refused = new Set(grant?.refused.split(' '))
  return requestedScopesOf(request).map((asked) => ({
    ...asked,
    answered: granted.has(asked.stored)
      ? 'granted'
      : refused.has(asked.stored)
        ? 'refused'
        : undefined,
  }))
}

/** Returns the requested scopes that a grant allows. */
export function grantedScopesOf(request: ScopeRequest, grant: OAuthGrant): ScopeChoice[] {
  return scopeChoicesOf(request, grant).filter(({ answered }) => answered === 'granted')
}
