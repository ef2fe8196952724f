import type { FastifyInstance } from 'fastify'
import { apiHeaders } from '../http/headers.ts'
import { relatedOriginsFile } from '../passkeys/related-origins.ts'
import type { Services } from '../services/services.ts'

const CACHE_CONTROL = 'public, max-age=3600'

/** Serves what browsers and password managers read about passkeys (WebAuthn, 5.11; W3C, passkey-endpoints). */
export function addPasskeyFiles(app: FastifyInstance, { config }: Services): void {
  if (!config.hasPasskeys) return
  const page = `${config.SITE_ORIGIN}/account-setting/security#two-step`
  const files = {
    '/.well-known/webauthn': relatedOriginsFile(config),
    '/.well-known/passkey-endpoints': JSON.stringify({ enroll: page, manage: page }),
  }
  for (const [path, body] of Object.entries(files)) {
    app.get(path, { exposeHeadRoute: true }, async (_request, reply) => {
      const headers = { ...apiHeaders(config.isHttps), 'cache-control': CACHE_CONTROL }
      await reply.headers(headers).send(body)
    })
  }
}
