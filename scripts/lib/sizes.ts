import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { root } from './prepare.mjs'

/** One measured thing and the most it may weigh, in bytes after compression. */
export interface Size {
  what: string
  bytes: number
  budget: number
  encoding: 'brotli' | 'gzip'
}

interface Variant {
  preload: string[]
  texts: Record<string, string>
  files: string[]
}

interface Manifest extends Variant {
  entries: Record<string, { file: string }>
  lite: Variant
}

const KB = 1024
const element = path.join(root, 'dist/element')
const site = path.join(root, 'dist/site')

/** Weighs what the built element and site send, as a browser receives it. */
export function measureSizes(): Size[] {
  const manifest = JSON.parse(readFileSync(path.join(element, 'manifest.json'), 'utf8')) as Manifest
  const captcha = manifest.entries.captcha?.file ?? ''
  return [
    ...variantSizes('', manifest, { ready: 82, sent: 96, all: 125 }),
    ...variantSizes('lite: ', manifest.lite, { ready: 30, sent: 44, all: 75 }),
    { ...size('captcha overlay', [captcha], 20 * KB), bytes: gzipped(captcha), encoding: 'gzip' },
    size('captcha for forms of other sites', ['captcha-door.js'], 20 * KB),
    {
      what: 'script of a page without an island',
      bytes: pageScripts('changelog.html'),
      budget: KB,
      encoding: 'brotli',
    },
    {
      what: 'script of the list of posts, which fetches older ones',
      bytes: pageScripts('blog.html'),
      budget: 1.5 * KB,
      encoding: 'brotli',
    },
  ]
}

/** Sizes of one build of the element; budgets are in KB. */
function variantSizes(
  of: string,
  { preload, texts, files }: Variant,
  budgets: { ready: number; sent: number; all: number },
): Size[] {
  const [loader = ''] = preload
  const first = [...preload, texts.en ?? '']
  const isTexts = (file: string): boolean => nameOf(file).startsWith('texts-')
  const lazy = files.filter((file) => !first.includes(file) && !isTexts(file))
  const client = lazy.filter((file) => /\/(?:create-client|nacl-fast)-/.test(file))
  // The captcha has a budget of its own, counting and advice are no screens, and nobody reads two
  // languages.
  const screens = files.filter(
    (file) =>
      !ownBudget(file) &&
      !/-(?:ja|zh)-|\/(?:captcha|clock|count-page|other-site|texts-check)-/.test(file),
  )
  return [
    { ...size(`${of}loader with the first screen`, [], 2 * KB), bytes: servedLoader(loader) },
    size(`${of}sign-in ready: loader, element, English`, first, budgets.ready * KB),
    size(`${of}sign-in sent: and the client`, [...first, ...client], budgets.sent * KB),
    size(`${of}all screens loaded, without the captcha`, screens, budgets.all * KB),
    ...lazy.map((file) => size(`${of}chunk ${nameOf(file)}`, [file], ownBudget(file) ?? 12 * KB)),
    ...files.filter(isTexts).map((file) => size(`${of}${nameOf(file)}`, [file], 3 * KB)),
  ]
}

/** What is told apart: the numbering plans of the world's telephone networks are data, not code. */
function ownBudget(file: string): number | undefined {
  return nameOf(file).startsWith('phone-metadata') ? 40 * KB : undefined
}

function nameOf(file: string): string {
  return path.basename(file).replace(/-[\w-]{6}\.js$/, '')
}

function size(what: string, files: readonly string[], budget: number): Size {
  const bytes = files.reduce((sum, file) => sum + brotli(readFileSync(path.join(element, file))), 0)
  return { what, bytes, budget, encoding: 'brotli' }
}

// The server writes its root key in: 32 bytes that do not compress.
function servedLoader(file: string): number {
  const text = readFileSync(path.join(element, file), 'utf8')
  const key = createHash('sha256').update(text).digest('base64url')
  return brotli(Buffer.from(text.replace('__PASSPORT_SEAL_ROOT__', key)))
}

function gzipped(file: string): number {
  return gzipSync(readFileSync(path.join(element, file)), { level: 9 }).length
}

function brotli(bytes: Buffer): number {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

function pageScripts(page: string): number {
  const html = readFileSync(path.join(site, page), 'utf8')
  const files = [...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map((match) => match[1] ?? '')
  return files.reduce((sum, file) => sum + brotli(readFileSync(path.join(site, file))), 0)
}
