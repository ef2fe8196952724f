import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { DAY_SECONDS } from '../lib/clock.ts'

/** Serves the style sheet of the pages: the theme, the site's font where this server has it, their own rules. */
export function addPageStyle(
  app: FastifyInstance,
  { DIST_DIR, PUBLIC_ORIGIN, SITE_ORIGIN }: Config,
): void {
  const styles = ['../../protocol/theme.css', 'pages.css', 'mailbox.css'].map((name) =>
    readFileSync(new URL(name, import.meta.url), 'utf8'),
  )
  // A site on another host has the font there, and the policy of the pages allows no other host.
  const font = SITE_ORIGIN === PUBLIC_ORIGIN ? fontFace(DIST_DIR) : ''
  const text = [...styles, font].join('\n')
  app.get('/form/style.css', { exposeHeadRoute: true }, async (_request, reply) => {
    await reply
      .headers({
        'content-type': 'text/css; charset=utf-8',
        'cache-control': `public, max-age=${DAY_SECONDS}`,
        'x-content-type-options': 'nosniff',
      })
      .send(text)
  })
}

function fontFace(distDir: string): string {
  const [file] = globSync('_astro/instrument-sans-latin-wdth-normal*.woff2', {
    cwd: path.join(distDir, 'site'),
  })
  if (file === undefined) return ''
  const address = `/${file.split(path.sep).join('/')}`
  return `@font-face { font-family: 'Instrument Sans Variable'; font-weight: 400 700; font-display: swap; src: url('${address}') format('woff2'); }\n`
}
