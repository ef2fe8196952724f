import { pagePath } from '../lib/page-path.ts'
import type { FastifyInstance } from 'fastify'
import { preferredLanguage } from '../http/preferred-language.ts'
import type { Services } from '../services/services.ts'

/** Leads password managers to where a password is changed (W3C, A Well-Known URL for Changing Passwords). */
export function addChangePassword(app: FastifyInstance, { config }: Services): void {
  app.get('/.well-known/change-password', { exposeHeadRoute: true }, async (request, reply) => {
    const language = preferredLanguage(request.headers)
    const page = config.SITE_ORIGIN + pagePath('/account-setting/security#password', language)
    await reply.code(302).headers({ location: page, vary: 'Accept-Language' }).send('')
  })
}
