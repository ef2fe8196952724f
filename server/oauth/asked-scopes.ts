import { isDangerousScope, isRequiredScope, type ScopeName } from '#protocol/scopes.ts'
import type { OAuthGrant } from '../store/oauth-grant-repository.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { storedScope } from './resources.ts'

/** A scope of this server, or one of another with what its operator says, and its name. */
type Scope = { name: ScopeName; text: undefined } | { name: string; text: string }

/** A scope that a client asks for. */
export type AskedScope = Scope & {
  isRequired: boolean
  /** Whether it is never ticked ahead, and needs a recent authentication. */
  isDangerous: boolean
  /** Name under which a grant keeps it. */
  stored: string
}

/** What a person is asked about one scope. */
export type ScopeQuestion = AskedScope & {
  /** What they answered last time; undefined for a scope that is new to them. */
  answered: 'granted' | 'refused' | undefined
}

type Asking = Pick<AuthorizationRequest, 'resource' | 'scopes'>

/** Returns the scopes that a request asks for, of this server and of a resource. */
export function askedBy({ resource, scopes }: Asking): AskedScope[] {
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

/** Returns what a client asks for, with what the person answered before. */
export function questionsOf(request: Asking, grant: OAuthGrant | undefined): ScopeQuestion[] {
  const granted = new Set(grant?.granted.split(' '))
  const refused = new Set(grant?.refused.split(' '))
  return askedBy(request).map((asked) => ({
    ...asked,
    answered: granted.has(asked.stored)
      ? 'granted'
      : refused.has(asked.stored)
        ? 'refused'
        : undefined,
  }))
}

/** Returns the part of a request that a grant gives. */
export function givenOf(request: Asking, grant: OAuthGrant): ScopeQuestion[] {
  return questionsOf(request, grant).filter(({ answered }) => answered === 'granted')
}
