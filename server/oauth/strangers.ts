import { errors, type AdapterPayload, type Client, type Configuration } from 'oidc-provider'
import { parseScopes } from '#protocol/scopes.ts'
import { DAY_MS, DAY_SECONDS, HOUR_MS, MINUTE_MS, toSeconds, type Clock } from '../lib/clock.ts'
import { makeToken } from '../lib/tokens.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { OAuthClient } from '../store/oauth-client-repository.ts'
import { DYNAMIC, isDocumentId, isRedirect, ORIGINS, STRANGERS_SCOPES } from './clients.ts'
import type { EngineStore } from './token-adapter.ts'

/** Hosts whose documents are clients; `on` for all, empty for none. */
export type DocumentHosts = 'on' | readonly string[]

/** Policy of the token with which clients register themselves. */
export const STRANGER = 'stranger'

/** A client that registered itself is gone after this long without a grant, or without use. */
const UNUSED_MS = { ungranted: DAY_MS, granted: 30 * DAY_MS }

/** Documents that one host is asked for in a minute, beside those that are kept. */
const MAX_FETCHES = 30

const MAX_NAME = 64
const MAX_REDIRECTS = 16

type Features = NonNullable<Configuration['features']>

/** Returns how the engine reads documents of clients; an update that changes that fails to start. */
export function clientDocuments(
  { clients }: EngineStore,
  hosts: DocumentHosts,
  rateLimits: Pick<RateLimits, 'take'>,
): Features['clientIdMetadataDocument'] {
  return {
    enabled: hosts === 'on' || hosts.length > 0,
    ack: 'draft-02',
    allowFetch: async (_ctx, id) => {
      const { host } = new URL(id)
      if (hosts !== 'on' && !hosts.includes(host)) return false
      // Nobody makes this server a nuisance to others.
      const limit = { key: `client documents ${host}`, max: MAX_FETCHES, windowMs: MINUTE_MS }
      return (await rateLimits.take([limit])) === undefined
    },
    allowClient: async (_ctx, { clientId }) => (await clients.find(clientId))?.state !== 'frozen',
    cacheDuration: { min: toSeconds(HOUR_MS), max: DAY_SECONDS },
  }
}

/** Returns how the engine registers clients that show a token of an operator (RFC 7591). */
export function clientRegistration(isOn: boolean): Features['registration'] {
  return {
    enabled: isOn,
    initialAccessToken: true,
    // What is registered stays as it is until it is gone.
    issueRegistrationAccessToken: false,
    idFactory: () => `${DYNAMIC}${makeToken().slice(0, 22)}`,
    policies: {
      [STRANGER]: (_ctx, metadata) => {
        for (const name of Object.keys(metadata)) {
          if (!TAKEN.has(name)) delete metadata[name]
        }
        metadata.token_endpoint_auth_method = 'none'
        metadata.grant_types = ['authorization_code', 'refresh_token']
        metadata.response_types = ['code']
      },
    },
  }
}

/** What a client may say of itself; a logo or a link would lend it looks that nobody has checked. */
const TAKEN = new Set(['client_id', 'client_id_issued_at', 'client_name', 'redirect_uris', 'scope'])

/** Brings what strangers say of themselves into the form of registered clients. */
export function checkStranger(metadata: Record<string, unknown>): void {
  const { client_id: id, redirect_uris: redirects } = metadata
  const isStranger = typeof id === 'string' && (isDocumentId(id) || id.startsWith(DYNAMIC))
  if (!isStranger || !Array.isArray(redirects)) return
  const texts = redirects.map(String)
  const wrong = texts.find((text) => !isRedirect(text))
  if (wrong !== undefined || texts.length > MAX_REDIRECTS) {
    throw new errors.InvalidRedirectUri(
      `redirect_uris must be at most ${MAX_REDIRECTS} of https, loopback http or a scheme with a dot`,
    )
  }
  const asked = typeof metadata.scope === 'string' ? metadata.scope : ''
  const scope = parseScopes(asked).join(' ')
  metadata.scope = scope === '' ? STRANGERS_SCOPES : scope
  metadata[ORIGINS] = texts.flatMap((text) => (text.startsWith('http') ? new URL(text).origin : []))
  if (texts.some((text) => !text.startsWith('https:'))) metadata.application_type = 'native'
}

// Public, with PKCE, and nobody has looked at it.
const unregistered = {
  state: 'active',
  secretHash: '',
  formerSecretHash: '',
  needsPkce: true,
  isVerified: false,
  details: {},
} as const

/** Returns a client as its document describes it. */
export function fromDocument(client: Client, now: number): OAuthClient {
  return {
    ...unregistered,
    id: client.clientId,
    kind: 'document',
    name: nameOf(client.clientName) ?? new URL(client.clientId).host,
    redirects: client.redirectUris ?? [],
    scopes: client.scope ?? STRANGERS_SCOPES,
    createdAt: now,
    expiresAt: null,
  }
}

/** Returns a client that has just registered itself. */
export function fromRegistration(metadata: AdapterPayload, now: number): OAuthClient {
  return {
    ...unregistered,
    id: metadata.client_id ?? '',
    kind: 'dynamic',
    name: nameOf(metadata.client_name) ?? 'Unnamed',
    redirects: metadata.redirect_uris ?? [],
    scopes: metadata.scope ?? STRANGERS_SCOPES,
    createdAt: now,
    expiresAt: now + UNUSED_MS.ungranted,
  }
}

/** Keeps a client that registered itself, because somebody uses it. */
export async function keepUsed(
  { clients }: EngineStore,
  clientId: string | undefined,
  clock: Clock,
): Promise<void> {
  if (clientId?.startsWith(DYNAMIC) !== true) return
  await clients.keep(clientId, clock() + UNUSED_MS.granted)
}

// Printable and short, as an operator would have to choose it.
function nameOf(name: string | undefined): string | undefined {
  const text = name?.replaceAll(/\p{C}/gu, '').trim().slice(0, MAX_NAME) ?? ''
  return text === '' ? undefined : text
}
