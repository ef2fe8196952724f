import { Provider, errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import { parseScopes, scopeNames } from '#protocol/scopes.ts'
import { isStorable } from '#protocol/untrusted-json.ts'
import { HOUR_MS, SECOND_MS, toSeconds, YEAR_SECONDS, type Clock, wasWithin } from '../lib/clock.ts'
import { hashToken } from '../lib/tokens.ts'
import type { LiveAuthorization } from '../store/live-authorizations.ts'
import type { OAuthClientRepository } from '../store/oauth-client-repository.ts'
import type { OAuthDeviceCodeRepository } from '../store/oauth-device-code-repository.ts'
import type { OAuthGrantRepository } from '../store/oauth-grant-repository.ts'
import type { OAuthReferenceRepository } from '../store/oauth-reference-repository.ts'
import type { OAuthResourceRepository } from '../store/oauth-resource-repository.ts'
import type { OAuthTokenRepository } from '../store/oauth-token-repository.ts'
import { OAuthError, readRequest } from './authorization-request.ts'
import type { CallAuthorizations } from './call-authorizations.ts'
import { clientMetadata, isDocumentId, isUsable } from './clients.ts'
import { deviceCodeAdapter } from './device-codes.ts'
import { clientOfPushed, pushedParams, wrongParamIn } from './pushed-requests.ts'
import { hasResource } from './resource-tokens.ts'
import { resourcesIn, storedScopes } from './resources.ts'
import {
  extendRegistration,
  fromDocument,
  fromRegistration,
  SELF_REGISTERED,
} from './unregistered-clients.ts'

/** Repositories of the engine. */
export interface EngineStore {
  clients: OAuthClientRepository
  deviceCodes: OAuthDeviceCodeRepository
  grants: OAuthGrantRepository
  references: OAuthReferenceRepository
  resources: OAuthResourceRepository
  tokens: OAuthTokenRepository
}

export interface TokenUse {
  /** Returns the successor of a refresh token, the same one at each call. */
  successorOf(refreshToken: string): string
  /** Returns the stored hash of a code that people type. */
  hashUserCode(code: string): string
  /** Ends the authorization of a reused token, by the token's hash. */
  endReused(kind: string, hash: string): Promise<void>
}

/** A refresh may be repeated in this time, after a lost reply; later it counts as theft. */
const REPEAT_MS = 15 * SECOND_MS

/**
 * Returns the storage adapter of one of the engine's models. The engine's "grant" is our authorization,
 * so that a stolen token ends only the tokens of one consent page.
 */
export function createAdapter(
  store: EngineStore,
  authorizations: CallAuthorizations,
  clock: Clock,
  use: TokenUse,
): (model: string) => Adapter {
  return (model) => {
    switch (model) {
      case 'Client':
        return clientAdapter(store, authorizations, clock)
      case 'InitialAccessToken':
        return readOnly((token) => findInitialToken(store, token, clock()))
      case 'Grant':
        return readOnly((id) => findGrant(authorizations, id, clock()))
      case 'AuthorizationCode':
      case 'AccessToken':
      case 'RefreshToken':
        return tokenAdapter(store, authorizations, model, clock, use)
      case 'DeviceCode':
        return { ...readOnly(findNothing), ...deviceCodeAdapter(store, clock, use.hashUserCode) }
      case 'PushedAuthorizationRequest':
        return { ...readOnly(findNothing), upsert: savePushed(store, clock) }
      case 'ClientCredentials':
        return clientTokenAdapter(store, authorizations, clock)
      default:
        return readOnly(findNothing)
    }
  }
}

const findNothing = (): Promise<undefined> => Promise.resolve(undefined)

// For models that we write ourselves, or whose features are off.
function readOnly(find: (id: string) => Promise<AdapterPayload | undefined>): Adapter {
  const refuse = (): Promise<never> => Promise.reject(new Error('the engine may only read this'))
  return {
    find,
    findByUid: findNothing,
    findByUserCode: findNothing,
    upsert: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: refuse,
  }
}

function clientAdapter(
  { clients }: EngineStore,
  authorizations: CallAuthorizations,
  clock: Clock,
): Adapter {
  return {
    ...readOnly(async (id) => {
      if (!isStorable(id)) throw new errors.InvalidRequest('client_id has a null character')
      // The engine fetches the document at such an id.
      if (isDocumentId(id)) return undefined
      const client = authorizations.clientOfCall(id) ?? (await clients.find(id))
      return client && isUsable(client, clock()) ? clientMetadata(client) : undefined
    }),
    upsert: async (_id, metadata) => {
      await clients.insert(fromRegistration(metadata, clock()))
    },
  }
}

async function findInitialToken(
  { references }: EngineStore,
  token: string,
  now: number,
): Promise<AdapterPayload | undefined> {
  const kind = 'InitialAccessToken'
  const found = await references.find(kind, hashToken(token), now)
  return found && { jti: token, kind, policies: [SELF_REGISTERED], iat: toSeconds(now) }
}

async function findGrant(
  authorizations: CallAuthorizations,
  id: string,
  now: number,
): Promise<AdapterPayload | undefined> {
  const found = await authorizations.find(id)
  if (found === undefined) return undefined
  return {
    jti: id,
    kind: 'Grant',
    accountId: found.grantId,
    clientId: found.id,
    openid: { scope: parseScopes(scopesLeft(found)).join(' ') },
    resources: resourcesIn(found.granted),
    iat: toSeconds(now),
    exp: toSeconds(now) + YEAR_SECONDS,
  }
}

// A scope that an operator takes from a client ends like one that a person takes back.
function scopesLeft({ granted, scopes }: Pick<LiveAuthorization, 'granted' | 'scopes'>): string {
  const mayHave = new Set<string>(parseScopes(scopes))
  const isTaken = (name: string): boolean =>
    scopeNames.some((own) => own === name) && !mayHave.has(name)
  return granted
    .split(' ')
    .filter((name) => !isTaken(name))
    .join(' ')
}

// An access token needs all of its scopes in the grant; codes and refresh tokens only `offline_access`.
function isWithin(model: string, { aud, scope = '' }: AdapterPayload, granted: string): boolean {
  const allowed = new Set(granted.split(' '))
  const resource = typeof aud === 'string' ? aud : undefined
  const needed = storedScopes(scope, resource)
  if (model === 'AccessToken') return needed.every((name) => allowed.has(name))
  return !needed.includes('offline_access') || allowed.has('offline_access')
}

function tokenAdapter(
  store: EngineStore,
  authorizations: CallAuthorizations,
  model: string,
  clock: Clock,
  { endReused, successorOf }: TokenUse,
): Adapter {
  const { grants, tokens } = store
  return {
    ...readOnly(async (reference) => {
      const found = await authorizations.findToken(hashToken(reference))
      if (found?.tokenKind !== model) return undefined
      const payload = JSON.parse(found.payload) as AdapterPayload
      if (!isWithin(model, payload, scopesLeft(found))) return undefined
      if (!(await hasResource(store.resources, payload))) return undefined
      // At the token endpoint, `consume` decides by one statement whether it was used.
      const usedAt = Provider.ctx?.oidc.route === 'token' ? null : found.consumedAt
      return {
        ...payload,
        jti: reference,
        ...(usedAt !== null && { consumed: toSeconds(usedAt) }),
      }
    }),
    upsert: async (reference, { jti: _reference, ...payload }, seconds = 0) => {
      const isStored = await tokens.insert({
        hash: hashToken(reference),
        kind: model,
        authorizationId: payload.grantId ?? '',
        payload: JSON.stringify(payload),
        consumedAt: null,
        expiresAt: clock() + seconds * SECOND_MS,
      })
      // Another call with the same code or token has just ended the authorization.
      if (!isStored) throw new errors.InvalidGrant('the authorization has ended')
      if (model === 'AccessToken') {
        await extendRegistration(store, payload.clientId, clock)
        const [grantId, now] = [payload.accountId ?? '', clock()]
        const { lastUsedAt = 0 } = authorizations.ofCall(grantId) ?? {}
        if (!wasWithin(lastUsedAt, now, HOUR_MS)) await grants.touch(grantId, now, now - HOUR_MS)
      }
    },
    // Only one of simultaneous calls continues; the engine's own check came earlier.
    consume: async (reference) => {
      const [hash, now] = [hashToken(reference), clock()]
      const isUsed =
        model === 'RefreshToken'
          ? await tokens.rotate(hash, hashToken(successorOf(reference)), now, now - REPEAT_MS)
          : await tokens.consume(model, hash, now)
      if (isUsed) return
      await endReused(model, hash)
      throw new errors.InvalidGrant(`${model} was used before`)
    },
    destroy: (reference) => tokens.remove(model, hashToken(reference)),
    revokeByGrantId: (id) => tokens.end(id),
  }
}

// Pushed requests are read by our own authorization page, so they are checked as there (RFC 9126 §2.1).
function savePushed(store: EngineStore, clock: Clock): Adapter['upsert'] {
  return async (reference, { jti: _reference, ...payload }, seconds = 0) => {
    const { request = '' } = payload
    const wrong = wrongParamIn(request)
    if (wrong !== undefined)
      throw new errors.InvalidRequest(`${wrong} has a length that is not accepted`)
    const clientId = clientOfPushed(request)
    await requireValid(store, clientId, request)
    await store.references.insert({
      hash: hashToken(reference),
      kind: 'PushedAuthorizationRequest',
      clientId,
      payload: JSON.stringify(payload),
      usedAt: null,
      expiresAt: clock() + seconds * SECOND_MS,
    })
  }
}

async function requireValid(
  { clients, resources }: EngineStore,
  clientId: string,
  request: string,
): Promise<void> {
  const found = Provider.ctx?.oidc.client
  // Of a client that is described by a document, only the metadata counts here, not the name.
  const described = found && isDocumentId(clientId) ? fromDocument(found, 0, []) : undefined
  const client = described ?? (await clients.find(clientId))
  if (client === undefined) throw new errors.InvalidClient('there is no such client')
  const params = pushedParams(request)
  const { redirect_uri: redirectUri = '' } = params
  const services = { oauthResources: resources }
  try {
    await readRequest(services, { client, redirectUri, params, pushed: '', meant: undefined }, [])
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    throw new errors.CustomOIDCProviderError(error.code, error.message)
  }
}

// Tokens of client credentials, without a person.
function clientTokenAdapter(
  { clients, references, resources }: EngineStore,
  authorizations: CallAuthorizations,
  clock: Clock,
): Adapter {
  const kind = 'ClientCredentials'
  return {
    ...readOnly(async (reference) => {
      const hash = hashToken(reference)
      // The engine asks for a token of each kind at once, and most belong to people.
      if ((await authorizations.findToken(hash)) !== undefined) return undefined
      const found = await references.find(kind, hash, clock())
      const client = found && (await clients.find(found.clientId))
      if (found === undefined || client?.state !== 'active') return undefined
      const payload = JSON.parse(found.payload) as AdapterPayload
      if (!(await hasResource(resources, payload))) return undefined
      return { ...payload, jti: reference }
    }),
    upsert: async (reference, { jti: _reference, ...payload }, seconds = 0) => {
      await references.insert({
        hash: hashToken(reference),
        kind,
        clientId: payload.clientId ?? '',
        payload: JSON.stringify(payload),
        usedAt: null,
        expiresAt: clock() + seconds * SECOND_MS,
      })
    },
    destroy: async (reference) => {
      await references.remove(kind, hashToken(reference))
    },
  }
}
