import type { KoaContextWithOIDC } from 'oidc-provider'
import { POLL_SECONDS } from './device-codes.ts'
import { oauthPaths } from './paths.ts'

/** Adds to the engine's reply what it leaves out, or does not know. */
export function completeReply(ctx: KoaContextWithOIDC, issuer: string): void {
  // One that is no preflight of a page, which the engine answers.
  if (ctx.method === 'OPTIONS' && ctx.status === 404) ctx.status = 204
  // The reply to a revocation; stock clients refuse what is not JSON, although they ignore it.
  if (ctx.body === '') ctx.body = {}
  const reply = ctx.body as Record<string, unknown>
  // RFC 6749 §5.2 has a name of its own for this.
  const isRefused =
    ctx.status === 400 &&
    /grant.type.* is not allowed for this client$/.test(String(reply.error_description))
  if (isRefused) reply.error = 'unauthorized_client'
  if (ctx.oidc.route === 'registration' && ctx.status === 201) reply.subject_type = 'pairwise'
  if (ctx.oidc.route !== 'device_authorization' || ctx.status !== 200) return
  // Always at PUBLIC_ORIGIN.
  const page = issuer + oauthPaths.code_verification
  reply.verification_uri = page
  reply.verification_uri_complete = `${page}?user_code=${String(reply.user_code)}`
  reply.interval = POLL_SECONDS
}
