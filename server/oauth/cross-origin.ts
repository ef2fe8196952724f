import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import { ORIGINS } from './clients.ts'
import { isClientRefused } from './wrong-secrets.ts'

/** Returns whether a page may call for a client; `null`, which many pages are, never may. */
export function mayCallFrom(client: Client, origin: string): boolean {
  const origins = client[ORIGINS]
  return origin !== 'null' && Array.isArray(origins) && origins.includes(origin)
}

// The engine answers every origin until it knows the client, and a call may fail before.
/** Takes the permission to read a reply back from a page of no known client, or of none that proved it. */
export function keepOriginsOut(ctx: KoaContextWithOIDC): void {
  if (ctx.method !== 'OPTIONS' && (ctx.oidc.client === undefined || isClientRefused(ctx))) {
    ctx.response.remove('access-control-allow-origin')
  }
}
