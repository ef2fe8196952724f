import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import { ORIGINS } from './clients.ts'

/** Returns whether a page may call for a client; `null`, which many pages are, never may. */
export function mayCallFrom(client: Client, origin: string): boolean {
  const origins = client[ORIGINS]
  return origin !== 'null' && Array.isArray(origins) && origins.includes(origin)
}

// The engine answers every origin until it knows the client, and a call may fail before.
/** Takes the permission to read a reply back from a page of no known client. */
export function keepOriginsOut({ method, oidc, response }: KoaContextWithOIDC): void {
  if (method !== 'OPTIONS' && oidc.client === undefined) {
    response.remove('access-control-allow-origin')
  }
}
