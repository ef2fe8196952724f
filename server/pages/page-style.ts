import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { DAY_SECONDS } from '../lib/clock.ts'

/** Serves the style sheet of the pages: the theme, then their own rules. */
export function addPageStyle(app: FastifyInstance): void {
  const style = ['../../protocol/theme.css', 'pages.css', 'mailbox.css']
    .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
    .join('\n')
  app.get('/form/style.css', { exposeHeadRoute: true }, async (_request, reply) => {
    await reply
      .headers({
        'content-type': 'text/css; charset=utf-8',
        'cache-control': `public, max-age=${DAY_SECONDS}`,
        'x-content-type-options': 'nosniff',
      })
      .send(style)
  })
}
