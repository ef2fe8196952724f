import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import { ORIGINS } from './clients.ts'
import { oauthPaths } from './paths.ts'
import { isClientRefused } from './wrong-secrets.ts'

/** Returns whether a page may call for a client; `null`, which many pages are, never may. */
export function mayCallFrom(client: Client, origin: string): boolean {
  const origins = client[ORIGINS]
  return origin !== 'null' && Array.isArray(origins) && origins.includes(origin)
}

// The engine answers every origin until it knows the client, and a call may fail before.
/** Lets pages read a reply: any that of a registration, others only those of a client that is known and proved. */
export function limitOrigins(ctx: KoaContextWithOIDC): void {
  // Registration requires a token of an operator, which may be sent from any origin.
  if (ctx.path === oauthPaths.registration) {
    ctx.response.set('access-control-allow-origin', '*')
  } else if (ctx.method !== 'OPTIONS' && (ctx.oidc.client === undefined || isClientRefused(ctx))) {
    ctx.response.remove('access-control-allow-origin')
  } else if (ctx.response.get('access-control-allow-origin') === ctx.get('origin')) {
    // Some libraries send cookies with every call; none is read here.
    ctx.response.set('access-control-allow-credentials', 'true')
  }
}
