import type { KoaContextWithOIDC } from 'oidc-provider'
import { MINUTE_MS } from '../lib/clock.ts'
import { hashToken } from '../lib/tokens.ts'
import type { RateLimits } from '../limits/limits.ts'

/** Failed client authentications of one network in the window. */
const MAX_WRONG = 10
const WINDOW_MS = 10 * MINUTE_MS

/**
 * Counts failed client authentications, for unknown clients too, and refuses calls beyond the limit.
 * A correct authentication is never refused.
 */
export async function limitWrongSecrets(
  ctx: KoaContextWithOIDC,
  rateLimits: Pick<RateLimits, 'take'>,
  prefix: string,
): Promise<void> {
  if (!isClientRefused(ctx)) return
  const key = `oauth client ${hashToken(`${clientIdOf(ctx)} ${prefix}`)}`
  const wait = await rateLimits.take([{ key, max: MAX_WRONG, windowMs: WINDOW_MS }])
  if (wait === undefined) return
  ctx.status = 429
  ctx.set('retry-after', String(wait))
  ctx.body = { error: 'invalid_client', error_description: 'too many wrong attempts; wait' }
}

/** Returns whether the client authentication of a call failed. */
export function isClientRefused({
  body,
  status,
}: Pick<KoaContextWithOIDC, 'body' | 'status'>): boolean {
  const isError = typeof body === 'object' && body !== null && 'error' in body
  return status === 401 && isError && body.error === 'invalid_client'
}

function clientIdOf({ headers, oidc }: KoaContextWithOIDC): string {
  const [scheme = '', credentials = ''] = (headers.authorization ?? '').split(' ')
  const named = oidc.params?.client_id
  if (scheme.toLowerCase() !== 'basic') return typeof named === 'string' ? named : ''
  return Buffer.from(credentials, 'base64').toString().split(':', 1)[0] ?? ''
}
