import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { DAY_SECONDS } from '../lib/clock.ts'

const PATH = '/form/style.css'

const shared = ['theme.css', 'pages.css'].map((name) => `../../protocol/${name}`)
const own = ['page-frame.css', 'pages.css', 'page-forms.css']

/** Returns the rules of all pages, and those of more files. */
export function readRules(...more: readonly string[]): string {
  return [...shared, ...own, ...more]
    .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
    .join('\n')
}

/** Returns the address of a style sheet; another one after each change, because browsers keep it for a day. */
export function styleAddressAt(base: string, text: string): string {
  const v = createHash('sha256').update(text).digest('base64url').slice(0, 8)
  return `${base}?${new URLSearchParams({ v }).toString()}`
}

const rules = readRules('mailbox.css')

/** Address of the style sheet of the account server's pages. */
export const styleAddress = styleAddressAt(PATH, rules)

/** Serves the style sheet of the pages: the theme, the site's font where this server has it, their own rules. */
export function addPageStyle(app: FastifyInstance, config: Config): void {
  serveStyle(app, PATH, rules + fontFace(fontAddress(config)))
}

/** Serves a style sheet, which browsers keep for a day. */
export function serveStyle(app: FastifyInstance, address: string, text: string): void {
  app.get(address, { exposeHeadRoute: true }, async (_request, reply) => {
    await reply
      .headers({
        'content-type': 'text/css; charset=utf-8',
        'cache-control': `public, max-age=${DAY_SECONDS}`,
        'x-content-type-options': 'nosniff',
      })
      .send(text)
  })
}

const fontsFound = new Map<string, string | undefined>()

/** Returns the address of the site's font; undefined where this server does not have it. */
export function fontAddress({
  DIST_DIR,
  isSiteElsewhere,
}: Pick<Config, 'DIST_DIR' | 'isSiteElsewhere'>): string | undefined {
  // A site on another host has the font there, and the policy of the pages allows no other host.
  if (isSiteElsewhere) return undefined
  if (!fontsFound.has(DIST_DIR)) fontsFound.set(DIST_DIR, findFont(path.join(DIST_DIR, 'site')))
  return fontsFound.get(DIST_DIR)
}

function findFont(siteDir: string): string | undefined {
  const [file] = globSync('_astro/instrument-sans-latin-wdth-normal*.woff2', { cwd: siteDir })
  return file && `/${file.split(path.sep).join('/')}`
}

// A font that comes late is left out, so that no line moves.
function fontFace(address: string | undefined): string {
  if (address === undefined) return ''
  return `@font-face { font-family: 'Instrument Sans Variable'; font-weight: 400 700; font-stretch: 75% 100%; font-display: optional; src: url('${address}') format('woff2'); }\n`
}
