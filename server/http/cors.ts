import type { FastifyReply, FastifyRequest } from 'fastify'
import { CSRF_HEADER, SESSION_HEADER } from '#protocol/headers.ts'
import { SETTING_HEADER } from '#protocol/captcha/settings.ts'
import type { Apps } from '../apps/apps.ts'

const ALLOWED = `content-type, ${CSRF_HEADER}, x-tt-passport-trace-id, x-requested-with, ${SETTING_HEADER.toLowerCase()}, ${SESSION_HEADER}`
const EXPOSED = `x-tt-logid, ${CSRF_HEADER}, retry-after`
const PREFLIGHT_SECONDS = 600

/** Lets pages of registered origins read replies; the pair of application and origin is checked on the call. */
export function addCorsHeaders(apps: Apps, request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('vary', 'Origin')
  const { origin } = request.headers
  if (origin === undefined || origin === 'null' || !apps.isKnown(origin)) return
  void reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': EXPOSED,
  })
}

/** Answers a preflight: it carries no application, so any registered origin passes. */
export async function answerPreflight(
  apps: Apps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { origin } = request.headers
  if (origin !== undefined && origin !== 'null' && (await apps.learn(origin))) {
    addCorsHeaders(apps, request, reply)
    void reply.headers({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': ALLOWED,
      'access-control-max-age': PREFLIGHT_SECONDS,
    })
  }
  await reply.code(204).send()
}
