import type { FastifyReply } from 'fastify'

/** Aborted when the caller hangs up before the reply is written. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  // The reply's own close: a kept-alive socket outlives the call and would collect listeners.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}
