import { hash, timingSafeEqual } from 'node:crypto'
import type { AdapterPayload } from 'oidc-provider'
import type { OAuthClient } from '../store/oauth-client-repository.ts'

/** Hosts of clients on the person's own computer (RFC 8252 §7.3). */
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Returns what is stored of a client's secret. */
export function hashClientSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** Returns whether a secret is the one behind a stored hash. */
export function isClientSecret(secret: string, stored: string): boolean {
  const given = Buffer.from(hashClientSecret(secret))
  const known = Buffer.from(stored)
  return given.length === known.length && timingSafeEqual(given, known)
}

/** Returns whether a redirect leads to a client on the person's own computer. */
export function isLocalRedirect(redirect: string): boolean {
  const { protocol, hostname } = new URL(redirect)
  if (protocol === 'http:') return LOOPBACK.has(hostname)
  return protocol !== 'https:'
}

/** Returns whether a client may send people back to an address; a native client picks its own loopback port. */
export function allowsRedirect({ redirects }: OAuthClient, redirect: string): boolean {
  if (redirects.includes(redirect)) return true
  const given = withoutLoopbackPort(redirect)
  return given !== undefined && redirects.some((known) => withoutLoopbackPort(known) === given)
}

function withoutLoopbackPort(redirect: string): string | undefined {
  const url = URL.parse(redirect)
  if (url?.protocol !== 'http:' || !LOOPBACK.has(url.hostname)) return undefined
  // Compared as text but for the port, so that nothing that parsing evens out is taken for equal.
  const start = `http://${url.hostname}`
  if (!redirect.startsWith(start)) return undefined
  return start + redirect.slice(start.length).replace(/^:\d{1,5}(?=[/?]|$)/, '')
}

/** Returns a client as the engine reads it. */
export function clientMetadata(client: OAuthClient): AdapterPayload {
  const isPublic = client.secretHash === ''
  return {
    client_id: client.id,
    client_name: client.name,
    redirect_uris: [...client.redirects],
    application_type: client.redirects.some(isLocalRedirect) ? 'native' : 'web',
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    scope: client.scopes,
    token_endpoint_auth_method: isPublic ? 'none' : 'client_secret_basic',
    ...(!isPublic && { client_secret: client.secretHash }),
  }
}
