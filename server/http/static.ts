import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { loaderFile } from '#protocol/loaders.ts'
import { listFiles, tagOf, type StoredFile } from './files.ts'
import { assetHeaders, cacheControl, pageHeaders } from './headers.ts'
import { notFoundTexts } from './not-found.ts'
import { kindOf } from './page-kinds.ts'
import { sendFile } from './send-file.ts'
import { preferredLanguage } from './preferred-language.ts'
import type { Config } from '../config/config.ts'

/** Text in the built loaders that stands for the public root key. */
const PLACEHOLDER = '__PASSPORT_SEAL_ROOT__'

const LOADERS = ['/passport-login.js', '/passport-login.lite.js']

/**
 * Serves the built element and, below it, the built site; where the pages are elsewhere, people are
 * sent there. Both are listed at start; a new build needs a restart. `isKnown` says whose pages may open one of ours and keep hold of it.
 */
export function createStatic(
  config: Config,
  sealRoot: string,
  isKnown: (origin: string) => boolean,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const element = join(config.DIST_DIR, 'element')
  const site = join(config.DIST_DIR, 'site')
  const pages = [...listFiles(site)].filter(
    // The small pages of this server show it too.
    ([address]) => !config.isSiteElsewhere || address === '/favicon.svg',
  )
  const files = new Map([...pages, ...listFiles(element)])
  for (const address of LOADERS) {
    const loader = makeLoader(join(element, address), sealRoot)
    if (loader !== undefined) files.set(address, loader)
  }
  const isBuilt = existsSync(element) && (config.isSiteElsewhere || existsSync(site))

  return async (request, reply) => {
    const [path = '/', ...rest] = request.url.split('?')
    const query = rest.length === 0 ? undefined : rest.join('?')
    const canonical = canonicalPath(path)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (files.has(decode(path))) await notAllowed(reply)
      else await notFound(request, reply)
    } else if (config.isSiteElsewhere && isBuilt && !files.has(path)) {
      // Not for good: the pages may come back here.
      void reply.code(307).header('cache-control', 'no-store')
      await reply.header('location', config.SITE_ORIGIN + safePath(request.url)).send('')
    } else if (canonical !== path) {
      void reply.code(308).header('location', canonical + (query ? `?${query}` : ''))
      await reply.send('')
    } else if (!isBuilt && path === '/') {
      void reply.code(503).type('text/plain; charset=utf-8')
      await reply.send('The site is not built yet: run "npm run build" and start again.\n')
    } else {
      const page = files.get(decode(path))
      const data = page && loaderFile(path, query ?? '')
      const file = data === undefined ? page : files.get(data)
      const hasOpener = kindOf(path) === 'returns' || isInPopup(path, query, isKnown)
      const isSent =
        file !== undefined &&
        (await sendFile(file, headersOf(config, file, path, hasOpener, request), request, reply))
      if (!isSent) await notFound(request, reply)
    }
  }
}

function headersOf(
  config: Config,
  file: StoredFile,
  path: string,
  hasOpener: boolean,
  { headers }: FastifyRequest,
): Record<string, string> {
  const { isHttps } = config
  const isPage = file.type.startsWith('text/html')
  return {
    ...(isPage
      ? pageHeaders({ isHttps, hasOpener, hasWasm: kindOf(path) === 'search' })
      : assetHeaders(isHttps)),
    'cache-control': cacheControl(path, String(headers['sec-purpose'] ?? '')),
  }
}

// An address is a path with a slash in front, whatever the request line says.
function safePath(url: string): string {
  return url.startsWith('/') ? url : '/'
}

// One address for each page: no trailing slash, no `/index`, no `.html`. A leading double slash,
// or a backslash that browsers read as one, would make the redirect leave this host.
function canonicalPath(path: string): string {
  const short = path
    .replace(/^\/[\\/]+/, '/')
    .replace(/\.html$/, '')
    .replace(/\/+$/, '')
    .replace(/\/index$/, '')
  return short === '' ? '/' : short
}

// Pages on which people sign in for a page of another site that waits for its popup.
function isInPopup(
  path: string,
  query: string | undefined,
  isKnown: (origin: string) => boolean,
): boolean {
  if (kindOf(path) !== 'entries') return false
  const next = URL.parse(new URLSearchParams(query).get('next') ?? '', 'http://localhost')
  return isKnown(next?.searchParams.get('opener_origin') ?? '')
}

// A loader carries the root key of this very server, so it is made at start, not at build; it is
// compressed when the first browser asks for it.
function makeLoader(path: string, sealRoot: string): StoredFile | undefined {
  if (!existsSync(path)) return undefined
  const plain = Buffer.from(readFileSync(path, 'utf8').replaceAll(PLACEHOLDER, sealRoot))
  return {
    type: 'text/javascript; charset=utf-8',
    tag: tagOf(plain),
    modified: new Date().toUTCString(),
    bodies: new Map([
      ['identity', { read: () => plain }],
      ['br', { read: () => brotliCompressSync(plain) }],
      ['gzip', { read: () => gzipSync(plain, { level: 9 }) }],
    ]),
  }
}

async function notFound(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const isJapanese = /^\/ja(?:[/?]|$)/.test(request.url)
  const language = isJapanese ? 'ja' : preferredLanguage(request.headers)
  await reply
    .code(404)
    .headers({
      'content-type': 'text/plain; charset=utf-8',
      'content-language': language,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(notFoundTexts[language])
}

// RFC 9110 §15.5.6.
async function notAllowed(reply: FastifyReply): Promise<void> {
  await reply
    .code(405)
    .headers({ allow: 'GET, HEAD', 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send('This address can only be read: use GET or HEAD.\n')
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // Broken escapes name no file.
    return path
  }
}
