import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toLanguage } from '#protocol/common-params.ts'
import { loaderFile } from '#protocol/loaders.ts'
import { listFiles, readStored, tagOf, type StoredFile } from './files.ts'
import { assetHeaders, pageHeaders } from './headers.ts'
import { YEAR_SECONDS } from '../clock.ts'
import type { Config } from '../config.ts'

/** Text in the built loaders that stands for the public root key. */
const PLACEHOLDER = '__PASSPORT_SEAL_ROOT__'

const LOADERS = ['/passport-login.js', '/passport-login.lite.js']

/**
 * Serves the built element and, below it, the built site. Both are listed at start; a new build
 * needs a restart. `isKnown` says whose pages may open one of ours and keep hold of it.
 */
export function createStatic(
  config: Config,
  sealRoot: string,
  isKnown: (origin: string) => boolean,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const element = join(config.DIST_DIR, 'element')
  const site = join(config.DIST_DIR, 'site')
  const files = new Map([...listFiles(site), ...listFiles(element)])
  for (const address of LOADERS) {
    const loader = makeLoader(join(element, address), sealRoot)
    if (loader !== undefined) files.set(address, loader)
  }
  const isBuilt = existsSync(element) && existsSync(site)

  return async (request, reply) => {
    const [path = '/', query] = request.url.split('?', 2)
    const canonical = canonicalPath(path)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      await notFound(request, reply)
    } else if (canonical !== path) {
      void reply.code(308).header('location', canonical + (query ? `?${query}` : ''))
      await reply.send('')
    } else if (!isBuilt && path === '/') {
      void reply.code(503).type('text/plain; charset=utf-8')
      await reply.send('The site is not built yet: run "npm run build" and start again.\n')
    } else {
      const file = files.get(loaderFile(path, query ?? '') ?? decode(path))
      if (file === undefined) await notFound(request, reply)
      else {
        const hasOpener = isReturn(path) || isInPopup(path, query, isKnown)
        await sendFile(config, path, hasOpener, file, request, reply)
      }
    }
  }
}

async function sendFile(
  config: Config,
  path: string,
  hasOpener: boolean,
  file: StoredFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const stored = await readStored(file, String(request.headers['accept-encoding'] ?? ''))
  if (stored === undefined) {
    await notFound(request, reply)
    return
  }
  const isPage = file.type.startsWith('text/html')
  void reply.headers({
    ...(isPage ? pageHeaders(config.isHttps, isSearch(path)) : assetHeaders(config.isHttps)),
    // Any other value would cut a popup off the page that opened it.
    ...(hasOpener ? { 'cross-origin-opener-policy': 'unsafe-none' } : {}),
    'cache-control': isHashed(path)
      ? `public, max-age=${YEAR_SECONDS}, immutable`
      : 'public, no-cache',
    etag: stored.etag,
    vary: 'Accept-Encoding',
  })
  if (request.headers['if-none-match'] === stored.etag) {
    await reply.code(304).send()
    return
  }
  void reply.header('content-type', file.type)
  if (stored.encoding !== 'identity') void reply.header('content-encoding', stored.encoding)
  if (request.method === 'HEAD') {
    await reply.header('content-length', stored.bytes.length).send()
  } else {
    await reply.send(stored.bytes)
  }
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

// Pages that third parties send people back to.
function isReturn(path: string): boolean {
  return /^(?:\/ja)?\/(?:\w+-(?:oauth|verify)-callback|third-party-oauth-callback\/\w+|third-party-oauth)$/.test(
    path,
  )
}

// Pages on which people sign in for a page of another site that waits for its popup.
function isInPopup(
  path: string,
  query: string | undefined,
  isKnown: (origin: string) => boolean,
): boolean {
  if (!/^(?:\/ja)?\/(?:login|sign-up|reset-password)$/.test(path)) return false
  const next = URL.parse(new URLSearchParams(query).get('next') ?? '', 'http://localhost')
  return isKnown(next?.searchParams.get('opener_origin') ?? '')
}

// Its index is read by WebAssembly.
function isSearch(path: string): boolean {
  return /^(?:\/ja)?\/search$/.test(path)
}

function isHashed(path: string): boolean {
  return path.startsWith('/_astro/') || /^\/assets\/.+[-.][\w-]{6,}\.\w+$/.test(path)
}

// A loader carries the root key of this very server, so it is made at start, not at build.
function makeLoader(path: string, sealRoot: string): StoredFile | undefined {
  if (!existsSync(path)) return undefined
  const plain = Buffer.from(readFileSync(path, 'utf8').replaceAll(PLACEHOLDER, sealRoot))
  return {
    type: 'text/javascript; charset=utf-8',
    etag: tagOf(plain),
    bodies: new Map([
      ['identity', { path, bytes: plain }],
      ['br', { path, bytes: brotliCompressSync(plain) }],
      ['gzip', { path, bytes: gzipSync(plain, { level: 9 }) }],
    ]),
  }
}

const notFoundTexts = {
  en: 'There is no page at this address.\n',
  ja: 'このアドレスにページはありません。\n',
  zh: '此地址没有页面。\n',
}

async function notFound(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const isJapanese = /^\/ja(?:[/?]|$)/.test(request.url)
  const wanted = request.headers['accept-language']?.split(',')[0]
  const language = isJapanese ? 'ja' : wanted === undefined ? 'en' : toLanguage(wanted)
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

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // Broken escapes name no file.
    return path
  }
}
