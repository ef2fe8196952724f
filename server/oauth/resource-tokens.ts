import {
  errors,
  type AdapterPayload,
  type Client,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import type { OAuthResourceRepository } from '../store/oauth-resource-repository.ts'
import type { EngineStore } from './token-adapter.ts'

/** Seconds until tokens expire; JWTs cannot be revoked, so they are short-lived. */
const LIFE = { opaque: 7200, jwt: 600 }

/** Says why a token for a resource is refused. */
export const NO_SCOPE = 'no scope of this resource is both requested and given'

type ResourceIndicators = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>

/** Configures the engine's tokens for resources (RFC 8707). */
export function resourceIndicators({ clients, resources }: EngineStore): ResourceIndicators {
  return {
    enabled: true,
    defaultResource: (ctx, _client, oneOf) => {
      if (oneOf !== undefined) return oneOf
      // This server has no data without a person, so client credentials need another resource.
      if (ctx.oidc.params?.grant_type === 'client_credentials') {
        throw new errors.InvalidTarget('name the resource that the token is for')
      }
      return []
    },
    getResourceServerInfo: async (ctx, id, client) => {
      const found = await resources.find(id)
      if (found === undefined) throw new errors.InvalidTarget('this resource is not known here')
      if (ctx.oidc.params?.grant_type === 'client_credentials') {
        const allowed = await clients.find(client.clientId)
        if (allowed?.details.resources?.includes(id) !== true) {
          throw new errors.InvalidTarget('this client may not use this resource by itself')
        }
      }
      return {
        audience: id,
        scope: Object.keys(found.scopes).join(' '),
        accessTokenFormat: found.format,
        accessTokenTTL: LIFE[found.format],
        jwt: { sign: { alg: 'RS256' } },
      }
    },
    // With `openid`, a token is for this server unless the token request names the resource.
    useGrantedResource: () => false,
  }
}

/**
 * Refuses a resource that a refresh token is not for, before the token is used up: it would count as stolen
 * when it is shown again. Returns true, since each refresh token is replaced. @throws invalid_target, invalid_scope
 */
export async function requireResource(
  resources: OAuthResourceRepository,
  { oidc: { entities, params, requestParamScopes } }: KoaContextWithOIDC,
): Promise<true> {
  const { Grant: grant, RefreshToken: token } = entities
  if (grant === undefined || token === undefined) return true
  const given = token.scopes.has('openid') ? undefined : token.resource
  const id = params?.resource ?? given
  if (id === undefined) return true
  const found =
    typeof id === 'string' && id === token.resource ? await resources.find(id) : undefined
  if (found === undefined) throw new errors.InvalidTarget('this token is not for this resource')
  const names = [...(params?.scope === undefined ? token.scopes : requestParamScopes)]
  const known = names.filter((name) => Object.hasOwn(found.scopes, name))
  if (grant.getResourceScopeFiltered(found.id, known) === '') {
    throw new errors.InvalidScope(NO_SCOPE, names.join(' '))
  }
  return true
}

/** Returns whether a token is for no other server, or for one that is still registered with all of its scopes. */
export async function hasResource(
  resources: OAuthResourceRepository,
  { aud, scope = '' }: AdapterPayload,
): Promise<boolean> {
  if (typeof aud !== 'string') return true
  const found = await resources.find(aud)
  return found !== undefined && scope.split(' ').every((name) => Object.hasOwn(found.scopes, name))
}

/** Returns whether a client may introspect a token, because it is the client of its resource. */
export async function isForResource(
  resources: OAuthResourceRepository,
  client: Client,
  token: object,
): Promise<boolean> {
  const audience = 'aud' in token ? token.aud : undefined
  if (typeof audience !== 'string') return false
  return (await resources.find(audience))?.clientId === client.clientId
}
