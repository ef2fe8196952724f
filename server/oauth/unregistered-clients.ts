import {
  errors,
  type AdapterPayload,
  type Client,
  type Configuration,
  type Provider,
} from 'oidc-provider'
import { is } from 'superstruct'
import { plainName } from '#protocol/organization-fields.ts'
import { parseScopes } from '#protocol/scopes.ts'
import { isReservedName, type ProductNames } from '../names/names.ts'
import { DAY_MS, DAY_SECONDS, HOUR_MS, toSeconds, type Clock } from '../lib/clock.ts'
import { hashToken, makeToken } from '../lib/tokens.ts'
import type { RateLimits } from '../limits/limits.ts'
import {
  CLAIMS_IN_ID_TOKEN,
  DEFAULT_SCOPES,
  DYNAMIC,
  isDocumentId,
  isRedirect,
  ORIGINS,
  READABLE_TOKENS,
} from './clients.ts'
import type { EngineStore } from './token-adapter.ts'
import type { OAuthClient } from '../store/schema/oauth.ts'

/** Hosts whose documents are accepted as clients; `on` for all. */
export type DocumentHosts = 'on' | readonly string[]

/** Name of the engine's policy for clients that register themselves. */
export const SELF_REGISTERED = 'self-registered'

/** Time after which an unused client that registered itself is removed. */
const UNUSED_MS = { ungranted: DAY_MS, granted: 30 * DAY_MS }

/** Most clients that register with one token in an hour. */
const MAX_REGISTERED = 100

const MAX_NAME = 64
const MAX_REDIRECTS = 16

type Features = NonNullable<Configuration['features']>

/** Configures client documents; `ack` makes updates of the engine that change the draft fail. */
export function clientDocuments(
  { clients }: EngineStore,
  hosts: DocumentHosts,
): Features['clientIdMetadataDocument'] {
  return {
    enabled: hosts === 'on' || hosts.length > 0,
    ack: 'draft-02',
    allowFetch: (_ctx, id) => hosts === 'on' || hosts.includes(new URL(id).host),
    allowClient: async (_ctx, { clientId }) => (await clients.find(clientId))?.state !== 'frozen',
    cacheDuration: { min: toSeconds(HOUR_MS), max: DAY_SECONDS },
  }
}

/** Configures registration with an operator's token (RFC 7591). */
export function clientRegistration({
  hasRegistration,
  productNames,
  rateLimits,
}: {
  hasRegistration: boolean
  productNames: ProductNames
  rateLimits: Pick<RateLimits, 'take'>
}): Features['registration'] {
  return {
    enabled: hasRegistration,
    initialAccessToken: true,
    // Clients cannot change their registration.
    issueRegistrationAccessToken: false,
    idFactory: () => `${DYNAMIC}${makeToken().slice(0, 22)}`,
    policies: {
      [SELF_REGISTERED]: async ({ oidc, response }, metadata) => {
        const token = hashToken(oidc.entities.InitialAccessToken?.jti ?? '')
        const limit = { key: `client tokens ${token}`, max: MAX_REGISTERED, windowMs: HOUR_MS }
        const wait = await rateLimits.take([limit])
        if (wait !== undefined) {
          response.set('retry-after', String(wait))
          const description = 'too many clients were registered with this token; wait'
          throw Object.assign(new errors.CustomOIDCProviderError('slow_down', description), {
            statusCode: 429,
          })
        }
        for (const name of Object.keys(metadata)) {
          if (!ACCEPTED_METADATA.has(name)) delete metadata[name]
        }
        const { client_name: name = '' } = metadata
        // The reply says what people see; what is no text is refused by the engine.
        if (typeof name === 'string') metadata.client_name = nameOf(name, productNames) ?? 'Unnamed'
        metadata.token_endpoint_auth_method = 'none'
        metadata.grant_types = ['authorization_code', 'refresh_token']
        metadata.response_types = ['code']
      },
    },
  }
}

/** Accepted metadata; an unchecked logo or link could make a client look trustworthy. */
const ACCEPTED_METADATA = new Set([
  'client_id',
  'client_id_issued_at',
  'client_name',
  'redirect_uris',
  'scope',
])

/** Checks and completes the metadata of clients that no operator registered. @throws invalid_redirect_uri */
export function checkUnregistered(metadata: Record<string, unknown>): void {
  const { client_id: id, redirect_uris: redirects } = metadata
  const isUnregistered = typeof id === 'string' && (isDocumentId(id) || id.startsWith(DYNAMIC))
  if (!isUnregistered || !Array.isArray(redirects)) return
  const texts = redirects.map(String)
  const wrong = texts.find((text) => !isRedirect(text))
  if (wrong !== undefined || texts.length > MAX_REDIRECTS) {
    throw new errors.CustomOIDCProviderError(
      'invalid_redirect_uri',
      `redirect_uris must be at most ${MAX_REDIRECTS} of https, loopback http or a scheme with a dot`,
    )
  }
  const requested = typeof metadata.scope === 'string' ? metadata.scope : ''
  const scope = parseScopes(requested).join(' ')
  metadata.scope = scope === '' ? DEFAULT_SCOPES : scope
  metadata[CLAIMS_IN_ID_TOKEN] = false
  metadata[READABLE_TOKENS] = false
  metadata[ORIGINS] = texts.flatMap((text) => (text.startsWith('http') ? new URL(text).origin : []))
  if (texts.some((text) => !text.startsWith('https:'))) metadata.application_type = 'native'
}

// Common to clients that no operator has checked.
const unregistered = {
  state: 'active',
  secretHash: '',
  formerSecretHash: '',
  needsPkce: true,
  isVerified: false,
  details: {},
} as const

/** Returns a client that a stranger named. */
export async function findNamed({ Client }: Provider, id: string): Promise<Client | undefined> {
  try {
    return await Client.find(id)
  } catch (error) {
    // The id is no text, its document is missing or invalid, or the host of that is not allowed.
    if (error instanceof errors.OIDCProviderError) return undefined
    throw error
  }
}

export function fromDocument(client: Client, now: number, productNames: ProductNames): OAuthClient {
  return {
    ...unregistered,
    id: client.clientId,
    kind: 'document',
    name: nameOf(client.clientName, productNames) ?? new URL(client.clientId).host,
    redirects: client.redirectUris ?? [],
    scopes: client.scope ?? DEFAULT_SCOPES,
    createdAt: now,
    expiresAt: null,
  }
}

export function fromRegistration(metadata: AdapterPayload, now: number): OAuthClient {
  return {
    ...unregistered,
    id: metadata.client_id ?? '',
    kind: 'dynamic',
    name: metadata.client_name ?? '',
    redirects: metadata.redirect_uris ?? [],
    scopes: metadata.scope ?? DEFAULT_SCOPES,
    createdAt: now,
    expiresAt: now + UNUSED_MS.ungranted,
  }
}

/** Postpones the removal of a client that registered itself. */
export async function extendRegistration(
  { clients }: EngineStore,
  clientId: string | undefined,
  clock: Clock,
): Promise<void> {
  if (clientId?.startsWith(DYNAMIC) !== true) return
  await clients.keep(clientId, clock() + UNUSED_MS.granted)
}

// The same limits as for names of organizations: it is shown to others.
function nameOf(name: string | undefined, productNames: ProductNames): string | undefined {
  const text = name?.replaceAll(/\p{C}/gu, '').trim().slice(0, MAX_NAME) ?? ''
  return is(text, plainName) && !isReservedName(text, productNames) ? text : undefined
}
