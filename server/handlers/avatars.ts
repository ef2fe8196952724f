import type { FastifyInstance } from 'fastify'
import { YEAR_SECONDS } from '../clock.ts'
import { assetHeaders } from '../http/headers.ts'
import type { Services } from '../services.ts'

/** Serves avatars; each has a key of its own, so it never changes. */
export function addAvatars(app: FastifyInstance, { avatars, config }: Services): void {
  app.get<{ Params: { file: string } }>('/avatars/:file', async (request, reply) => {
    const key = /^([\w-]{22})\.webp$/.exec(request.params.file)?.[1]
    const bytes = key === undefined ? undefined : await avatars.read(key)
    void reply.headers(assetHeaders(config.isHttps))
    if (bytes === undefined) {
      await reply.code(404).type('text/plain; charset=utf-8').send('The picture does not exist.\n')
      return
    }
    await reply
      .headers({
        'content-type': 'image/webp',
        'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(Buffer.from(bytes))
  })
}
