import { errors, type Client, type Configuration } from 'oidc-provider'
import type { OAuthResourceRepository } from '../store/oauth-resource-repository.ts'
import type { EngineStore } from './token-adapter.ts'

/** Seconds until tokens expire; JWTs cannot be revoked, so they are short-lived. */
const LIFE = { opaque: 7200, jwt: 600 }

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
