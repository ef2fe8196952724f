import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { siteLanguages } from '#protocol/languages.ts'
import { loaderFile, selectedLoader } from '#protocol/loaders.ts'
import type { Config } from '../config/config.ts'
import { pagePath } from '../lib/page-path.ts'
import { readFilledFile, type FilledFile, type Filling } from './filled-file.ts'
import { serverMessages } from '../messages/all-messages.ts'
import { assetHeaders, cacheControl, pageHeaders } from './headers.ts'
import { endsInPopup } from './opener-policy.ts'
import { pageTypeOf } from './page-types.ts'
import { preferredLanguage } from './preferred-language.ts'
import { keptQuery } from './sign-in-thread.ts'
import { listFiles, sendFile, type StaticFile } from './static-files.ts'

const ELEMENT_SCRIPTS = new Set([
  '/passport-login.js',
  '/passport-login.lite.js',
  '/passport-enterprise.js',
  '/passport-account.js',
])

/** The account and its pages, which offer providers to link, or to sign in with. */
const IS_ACCOUNT = /\/account-setting(?:\/[\w/]+)?$/

/** The site's page for addresses without one; in other languages it has their prefix. */
const NOT_FOUND = '/404'

/** The pages that this server writes itself show it, so it is served without the site too. */
const ICON = '/favicon.svg'

/** Describes the admin API, which is not there while it is off. */
const ADMIN_DOCUMENT = '/admin/openapi.json'

interface Build {
  readonly isComplete: boolean
  readonly files: ReadonlyMap<string, StaticFile>
  /** Files with placeholders that this server fills in. */
  readonly filled: ReadonlyMap<string, FilledFile>
  /** Pages for addresses without one, by their path. */
  readonly notFoundPages: ReadonlyMap<string, StaticFile>
}

/**
 * Returns the handler of the built element and site, which are listed once, at start. Where another
 * host has the site, it redirects there. Pages of known origins may open a sign-in page as a popup.
 */
export function createStatic(
  config: Config,
  filling: Filling,
  isKnownOrigin: (origin: string) => boolean,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const { files, filled, notFoundPages, isComplete } = readBuild(config, filling)
  const missing = { notFoundPages, isHttps: config.isHttps }
  const { CAPTCHA_ORIGINS_SG, CAPTCHA_ORIGINS_VA, PUBLIC_ORIGIN } = config
  const captcha = [...new Set([...CAPTCHA_ORIGINS_SG, ...CAPTCHA_ORIGINS_VA])]

  return async (request, reply) => {
    const { path, query } = splitUrl(request.url)
    const canonical = canonicalPath(path)
    const file = files.get(decode(path))
    const kept = query === '' ? keptQuery(request, path, config, isKnownOrigin) : ''
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      await (file === undefined
        ? sendNotFound(missing, request, reply)
        : sendNotAllowed(reply, ['GET', 'HEAD']))
    } else if (config.isSiteElsewhere && isComplete && file === undefined) {
      await redirectToSite(config, request, reply)
    } else if (canonical !== path) {
      const location = query === '' ? canonical : `${canonical}?${query}`
      await reply.code(308).header('location', location).send('')
    } else if (!isComplete && path === '/') {
      await sendNotBuilt(reply)
    } else if (file === undefined) {
      await sendNotFound(missing, request, reply)
    } else if (kept !== '') {
      void reply.code(302).header('cache-control', 'no-store')
      await reply.header('location', `${path}?${kept}`).send('')
    } else {
      await sendBuilt(file, path, query, request, reply)
    }
  }

  async function sendBuilt(
    page: StaticFile,
    path: string,
    query: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const data = loaderFile(path, selectedLoader(path, query))
    const file = data === undefined ? page : files.get(data)
    const headers = {
      ...(file?.path.endsWith('.html')
        ? pageHeaders({
            isHttps: config.isHttps,
            hasOpener: mayHaveOpener(path, query, isKnownOrigin),
            hasWasm: pageTypeOf(path) === 'search',
            captcha: captcha.filter((origin) => origin !== PUBLIC_ORIGIN),
          })
        : assetHeaders(config.isHttps)),
      'cache-control': cacheControl(path, request.headers['sec-purpose']?.toString()),
    }
    const ours = data === undefined ? filled.get(path) : undefined
    if (ours !== undefined) await ours(headers, request, reply)
    else if (file === undefined || !(await sendFile(file, headers, request, reply))) {
      await sendNotFound(missing, request, reply)
    }
  }
}

function readBuild({ ADMIN_API, DIST_DIR, isSiteElsewhere }: Config, filling: Filling): Build {
  const element = join(DIST_DIR, 'element')
  const site = [...listFiles(join(DIST_DIR, 'site'))]
  const isNotFound = ([path]: readonly [string, StaticFile]): boolean => path.endsWith(NOT_FOUND)
  const pages = site.filter(
    (entry) => !isNotFound(entry) && (!isSiteElsewhere || entry[0] === ICON),
  )
  const files = new Map([...pages, ...listFiles(element)])
  if (ADMIN_API === 'off') files.delete(ADMIN_DOCUMENT)
  const filled = new Map<string, FilledFile>()
  for (const [path, file] of files) {
    const hasProviders = pageTypeOf(path) === 'signIn' || IS_ACCOUNT.test(path)
    if (!hasProviders && !ELEMENT_SCRIPTS.has(path)) continue
    filled.set(path, readFilledFile(join(file.folder, file.path), filling))
  }
  return {
    isComplete: existsSync(element) && (isSiteElsewhere || existsSync(join(DIST_DIR, 'site'))),
    files,
    filled,
    notFoundPages: new Map(site.filter(isNotFound)),
  }
}

function splitUrl(url: string): { path: string; query: string } {
  const [path = '/', ...rest] = url.split('?')
  return { path, query: rest.join('?') }
}

// One URL for each page: no trailing slash, no `/index`, no `.html`. A leading double slash,
// or a backslash that browsers read as one, would make the redirect leave this host.
function canonicalPath(path: string): string {
  const short = path
    .replace(/^\/[\\/]+/, '/')
    .replace(/\.html$/, '')
    .replace(/\/+$/, '')
    .replace(/\/index$/, '')
  return short === '' ? '/' : short
}

// OAuth callbacks, and sign-in pages that a page of a registered origin opened in a popup.
function mayHaveOpener(
  path: string,
  query: string,
  isKnownOrigin: (origin: string) => boolean,
): boolean {
  const type = pageTypeOf(path)
  if (type !== 'signIn') return type === 'oauthCallback'
  return endsInPopup(new URLSearchParams(query).get('next'), isKnownOrigin)
}

async function redirectToSite(
  { SITE_ORIGIN }: Config,
  { url }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // Temporary, because the pages may come back to this host.
  void reply.code(307).header('cache-control', 'no-store')
  // A request line may hold something that does not begin with a slash.
  await reply.header('location', SITE_ORIGIN + (url.startsWith('/') ? url : '/')).send('')
}

async function sendNotBuilt(reply: FastifyReply): Promise<void> {
  void reply.code(503).type('text/plain; charset=utf-8')
  await reply.send('The site is not built yet: run "npm run build" and start again.\n')
}

interface Missing {
  notFoundPages: ReadonlyMap<string, StaticFile>
  isHttps: boolean
}

// Browsers get the page of the site, everybody else the text that it begins with.
async function sendNotFound(
  { notFoundPages, isHttps }: Missing,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const folder = /^\/([a-z]+)(?:[/?]|$)/.exec(request.url)?.[1]
  const ofPath = siteLanguages.find((one) => one === folder)
  const language = ofPath ?? preferredLanguage(request.headers)
  const page = notFoundPages.get(pagePath(NOT_FOUND, language))
  const isPage = page !== undefined && request.headers.accept?.includes('text/html') === true
  const file = isPage ? join(page.folder, page.path) : ''
  const html = existsSync(file) ? await readFile(file) : undefined
  await reply
    .code(404)
    .headers({
      ...(html === undefined ? {} : pageHeaders({ isHttps })),
      'content-type': html === undefined ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
      'content-language': language,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(html ?? serverMessages[language].notFound)
}

/** Refuses the method of a request (RFC 9110 §15.5.6). */
export async function sendNotAllowed(
  reply: FastifyReply,
  methods: readonly string[],
): Promise<void> {
  await reply
    .code(405)
    .headers({ allow: methods.join(', '), 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send(`This address takes no other methods than these: ${methods.join(', ')}.\n`)
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // Broken escapes name no file.
    return path
  }
}
