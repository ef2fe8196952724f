import { scopeNames } from '#protocol/scopes.ts'
import type { OAuthResource } from '../store/schema/oauth.ts'

/** A resource with its requested scopes. */
export interface RequestedResource extends Pick<OAuthResource, 'id' | 'name'> {
  /** Descriptions for people by name. */
  scopes: Readonly<Record<string, string>>
}

/** Returns the requested scopes of a resource; all of them if none are named. */
export function resourceScopes(
  { id, name, scopes }: OAuthResource,
  text: string | undefined,
): RequestedResource {
  const names = new Set(text?.split(/[\s,]+/))
  const requested = Object.entries(scopes).filter(
    ([scope]) => text === undefined || names.has(scope),
  )
  return { id, name, scopes: Object.fromEntries(requested) }
}

/** Returns the name of a resource's scope in grants, such as `https://api.example.com#read`. */
export function storedScope(resource: string, scope: string): string {
  return `${resource}#${scope}`
}

/** Returns the space-separated scopes of each resource in a grant. */
export function resourcesIn(list: string): Record<string, string> {
  const found = new Map<string, string[]>()
  for (const stored of list.split(' ')) {
    const at = stored.indexOf('#')
    if (at < 0) continue
    const resource = stored.slice(0, at)
    found.set(resource, [...(found.get(resource) ?? []), stored.slice(at + 1)])
  }
  return Object.fromEntries([...found].map(([id, scopes]) => [id, scopes.join(' ')]))
}

/** Returns whether a scope of a resource may have this name (RFC 6749 §3.3). */
export function isResourceScope(name: string): boolean {
  return /^[\w.:/-]{1,64}$/.test(name) && !scopeNames.some((own) => own === name)
}

/** Returns the names in grants of a token's scopes. */
export function storedScopes(scope: string, resource: string | undefined): string[] {
  const names = scope.split(' ').filter((name) => name !== '')
  return resource === undefined ? names : names.map((name) => storedScope(resource, name))
}
