import { hash, timingSafeEqual } from 'node:crypto'
import type { AdapterPayload } from 'oidc-provider'
import { isAltered } from '../lib/is-altered.ts'
import type { OAuthClient } from '../store/schema/oauth.ts'

/** Hosts of clients on the person's own computer (RFC 8252 §7.3). */
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

export function hashClientSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** Returns whether a secret matches one of the space-separated hashes. */
export function isClientSecret(secret: string, stored: string): boolean {
  const actual = Buffer.from(hashClientSecret(secret))
  return stored.split(' ').some((one) => {
    const known = Buffer.from(one)
    return actual.length === known.length && timingSafeEqual(actual, known)
  })
}

/** Returns whether a redirect leads to a native app. */
export function isLocalRedirect(redirect: string): boolean {
  const { protocol, hostname } = new URL(redirect)
  if (protocol === 'http:') return LOOPBACK.has(hostname)
  return protocol !== 'https:'
}

/**
 * Returns whether people may be sent back to an address: https, http on their own computer, or a
 * private scheme with a dot (RFC 8252 §7).
 */
export function isRedirect(text: string): boolean {
  // Refuses characters that parsing normalizes, fragments, and wildcards, which are not supported.
  if (/[\s\p{C}\\#*]/u.test(text)) return false
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || isAltered(text, url))
    return false
  // URLs allow quotes and semicolons in host names, but these are written into headers.
  if (!/^[\w.:[\]-]*$/.test(url.host)) return false
  if (url.protocol === 'https:') return text.startsWith('https://')
  if (url.protocol === 'http:') return LOOPBACK.has(url.hostname)
  return url.protocol.includes('.')
}

/** Returns the host of a redirect for people, or the scheme of a native app. */
export function placeOf(redirect: string): { host: string; kind: 'web' | 'local' } {
  const { host, protocol } = new URL(redirect)
  return {
    host: host === '' ? protocol.slice(0, -1) : host,
    kind: isLocalRedirect(redirect) ? 'local' : 'web',
  }
}

/**
 * Returns the key of a logo that people may see: of a client that an operator knows, and that is no
 * app on the person's own device, which cannot prove that it is the one with this logo.
 */
export function logoKeyOf(
  { details: { logoKey = '' }, isVerified }: Pick<OAuthClient, 'details' | 'isVerified'>,
  redirect: string,
): string | null {
  return logoKey === '' || !isVerified || isLocalRedirect(redirect) ? null : logoKey
}

/** Returns whether a client may send people back to an address; a native app picks its own loopback port. */
export function allowsRedirect(
  { redirects }: Pick<OAuthClient, 'redirects'>,
  redirect: string,
): boolean {
  if (redirects.includes(redirect)) return true
  const normalized = withoutLoopbackPort(redirect)
  return (
    normalized !== undefined && redirects.some((known) => withoutLoopbackPort(known) === normalized)
  )
}

/** Returns a loopback redirect without its port; undefined for others. */
export function withoutLoopbackPort(redirect: string): string | undefined {
  const url = URL.parse(redirect)
  if (url?.protocol !== 'http:' || !LOOPBACK.has(url.hostname)) return undefined
  // Compared as text except for the port, since parsing would make different URLs equal.
  const start = `http://${url.hostname}`
  if (!redirect.startsWith(start)) return undefined
  return start + redirect.slice(start.length).replace(/^:\d{1,5}(?=[/?]|$)/, '')
}

/** How an answer reaches a client: in the query, in the fragment, or posted by a page of ours. */
export const responseModes = ['query', 'fragment', 'form_post'] as const

export type ResponseMode = (typeof responseModes)[number]

/** Returns the mode that a request names, if its client is registered for it; other clients have the query alone. */
export function allowedMode(
  { details }: Pick<OAuthClient, 'details'>,
  redirectUri: string,
  name = 'query',
): ResponseMode | undefined {
  const modes: readonly ResponseMode[] = ['query', ...(details.responseModes ?? [])]
  // A native app with a scheme of its own takes no posts.
  const isPostable = name !== 'form_post' || redirectUri.startsWith('http')
  return isPostable ? modes.find((mode) => mode === name) : undefined
}

export const clientAuthMethods = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
] as const

/** Signature algorithms of client assertions and DPoP proofs. */
export const proofAlgorithms = ['ES256', 'Ed25519', 'RS256', 'PS256'] as const

/** Name of the client metadata, for the engine, that holds a client's origins. */
export const ORIGINS = 'allowed_origins'

/** Name of the client metadata, for the engine, that puts claims into id tokens. */
export const CLAIMS_IN_ID_TOKEN = 'claims_in_id_token'

/** Name of the client metadata, for the engine, that makes tokens readable. */
export const READABLE_TOKENS = 'readable_tokens'

/** Begins the ids of clients that registered themselves. */
export const DYNAMIC = 'd_'

/** Scopes of a client that names none. */
export const DEFAULT_SCOPES = 'openid user_info profile email offline_access'

/** Grant of devices without a browser (RFC 8628 §3.4). */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** Returns whether a client id is the address of a document (OAuth Client ID Metadata Document). */
export function isDocumentId(id: string): boolean {
  return id.startsWith('https://')
}

/** Returns the host of a client's document; undefined without a document, or if the redirect leads to that host. */
export function documentHostOf(id: string, redirect: string): string | undefined {
  if (!isDocumentId(id)) return undefined
  const { host } = new URL(id)
  return host === new URL(redirect).host ? undefined : host
}

/** Returns whether a client may do anything now. */
export function isUsable({ expiresAt, state }: OAuthClient, now: number): boolean {
  return state === 'active' && (expiresAt === null || expiresAt > now)
}

/** Returns the origins of pages that may call for a client. */
function originsOf({ details, redirects, secretHash }: OAuthClient): readonly string[] {
  if (details.origins !== undefined) return details.origins
  // A client without a server is the page that people come back to.
  const isPublic = secretHash === '' && details.keys === undefined
  return isPublic ? redirects.flatMap((text) => [new URL(text).origin, ...extensionOf(text)]) : []
}

// The origin of the extension that Chromium gives a redirect of this host to.
function extensionOf(redirect: string): string[] {
  const [, id] = /^https:\/\/([a-p]{32})\.chromiumapp\.org\//.exec(redirect) ?? []
  return id === undefined ? [] : [`chrome-extension://${id}`]
}

function authenticationOf({ details, formerSecretHash, secretHash }: OAuthClient): AdapterPayload {
  if (details.keys !== undefined) {
    return { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: details.keys } }
  }
  if (secretHash === '') return { token_endpoint_auth_method: 'none' }
  return {
    token_endpoint_auth_method: 'client_secret_basic',
    client_secret: `${secretHash} ${formerSecretHash}`.trim(),
  }
}

/** Returns the metadata of a client for the engine. */
export function clientMetadata(client: OAuthClient): AdapterPayload {
  const hasPeople = client.redirects.length > 0
  const isForDevices = client.details.isForDevices === true
  const isByItself = (client.details.resources ?? []).length > 0
  return {
    client_id: client.id,
    client_name: client.name,
    redirect_uris: [...client.redirects],
    application_type: client.redirects.some(isLocalRedirect) ? 'native' : 'web',
    response_types: hasPeople ? ['code'] : [],
    grant_types: [
      ...(hasPeople ? ['authorization_code'] : []),
      ...(isForDevices ? [DEVICE_GRANT] : []),
      ...(hasPeople || isForDevices ? ['refresh_token'] : []),
      ...(isByItself ? ['client_credentials'] : []),
    ],
    scope: client.scopes,
    [ORIGINS]: originsOf(client),
    [CLAIMS_IN_ID_TOKEN]: client.details.hasClaimsInIdToken === true,
    [READABLE_TOKENS]: client.details.hasReadableTokens === true,
    ...(hasPeople && { response_modes: ['query', ...(client.details.responseModes ?? [])] }),
    ...(client.details.logoutUri !== undefined && {
      backchannel_logout_uri: client.details.logoutUri,
      backchannel_logout_session_required: true,
    }),
    ...authenticationOf(client),
  }
}
