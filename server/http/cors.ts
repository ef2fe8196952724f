import type { FastifyReply, FastifyRequest } from 'fastify'
import { CSRF_HEADER } from '#protocol/headers.ts'

const EXPOSED_HEADERS = `x-tt-logid, ${CSRF_HEADER}, retry-after`
const PREFLIGHT_SECONDS = 600

/** Origins of registered applications. */
export interface KnownOrigins {
  isKnown(origin: string): boolean
  /** Reads the applications again for an unknown origin; returns whether it is known now. */
  learn(origin: string): Promise<boolean>
}

/** Lets pages of registered origins read the reply; the call itself checks the application. */
export function addCorsHeaders(
  origins: KnownOrigins,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void reply.header('vary', 'Origin')
  const { origin } = request.headers
  if (origin === undefined || origin === 'null' || !origins.isKnown(origin)) return
  void reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': EXPOSED_HEADERS,
  })
}

/** Answers a preflight; it names no application, so any registered origin passes. */
export async function answerPreflight(
  origins: KnownOrigins,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { origin } = request.headers
  if (origin !== undefined && origin !== 'null' && (await origins.learn(origin))) {
    addCorsHeaders(origins, request, reply)
    void reply.headers({
      'access-control-allow-methods': 'GET, POST',
      // Tracing tools add headers of their own to all calls of a page.
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
      'access-control-max-age': PREFLIGHT_SECONDS,
    })
  }
  await reply.code(204).send()
}
