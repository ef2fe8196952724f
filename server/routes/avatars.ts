import type { FastifyInstance } from 'fastify'
import { YEAR_SECONDS } from '../lib/clock.ts'
import { assetHeaders } from '../http/headers.ts'
import type { Services } from '../services/services.ts'

/** Serves pictures that everybody may see; each has a key of its own, so it never changes. */
export function addAvatars(app: FastifyInstance, { config, pictures }: Services): void {
  const head = { exposeHeadRoute: true }
  app.get<{ Params: { file: string } }>('/avatars/:file', head, async (request, reply) => {
    const key = /^([\w-]{1,64})\.webp$/.exec(request.params.file)?.[1]
    const shown = key === undefined ? undefined : await pictures.find(key, undefined)
    void reply.headers(assetHeaders(config.isHttps))
    if (shown === undefined) {
      await reply.code(404).type('text/plain; charset=utf-8').send('The picture does not exist.\n')
      return
    }
    await reply
      .headers({
        'content-type': 'image/webp',
        'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(Buffer.from(shown.bytes))
  })
}
