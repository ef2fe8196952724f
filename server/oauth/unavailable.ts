import type { KoaContextWithOIDC } from 'oidc-provider'
import { errorStatus } from '#protocol/errors.ts'
import { rejectionFor } from '../calls/to-rejection.ts'

/** Body of a reply while the server cannot answer (RFC 6749 §4.1.2.1 has the name). */
export const UNAVAILABLE = {
  error: 'temporarily_unavailable',
  error_description: 'the server cannot answer now; try again',
}

/** Answers when to try again, where a call failed only for now and the engine would answer 500. */
export function answerFailure(ctx: KoaContextWithOIDC, error: unknown): void {
  const { data, error: name } = rejectionFor(error)
  if (typeof data.retry_after !== 'number') return
  ctx.status = errorStatus(name)
  ctx.set('retry-after', String(data.retry_after))
  ctx.body = UNAVAILABLE
}
