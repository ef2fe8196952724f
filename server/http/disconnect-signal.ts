import type { FastifyReply } from 'fastify'

/** Returns a signal that aborts when the client disconnects before the reply is sent. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  // Not the socket's `close`: a kept-alive socket outlives the call and would collect listeners.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}
