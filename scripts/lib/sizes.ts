import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
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

interface Manifest {
  entries: Record<string, { file: string }>
  main: string
  preload: string[]
  texts: Record<string, string>
}

const KB = 1024
const element = path.join(root, 'dist/element')
const site = path.join(root, 'dist/site')

/** Weighs what the built element and site send, as a browser receives it. */
export function measureSizes(): Size[] {
  const manifest = JSON.parse(readFileSync(path.join(element, 'manifest.json'), 'utf8')) as Manifest
  const english = manifest.texts.en ?? ''
  const captcha = manifest.entries.captcha?.file ?? ''
  const known = new Set([...manifest.preload, ...Object.values(manifest.texts), captcha])
  const lazy = readdirSync(path.join(element, 'assets'))
    .filter((file) => file.endsWith('.js') && !known.has(`assets/${file}`))
    .map((file) => `assets/${file}`)
  return [
    { ...size('loader with the first screen', [], 2 * KB), bytes: servedLoader() },
    size('sign-in ready: loader, element, English', [...manifest.preload, english], 82 * KB),
    ...Object.entries(manifest.texts).map(([locale, file]) =>
      size(`texts in ${locale}`, [file], 3 * KB),
    ),
    ...lazy.map((file) =>
      size(`lazy chunk ${path.basename(file).replace(/-[^-]+\.js$/, '')}`, [file], 12 * KB),
    ),
    { ...size('captcha overlay', [captcha], 20 * KB), bytes: gzipped(captcha), encoding: 'gzip' },
    size('captcha for forms of other sites', ['captcha-door.js'], 20 * KB),
    {
      what: 'script of a page without an island',
      bytes: pageScripts('blog.html'),
      budget: KB,
      encoding: 'brotli',
    },
  ]
}

function size(what: string, files: readonly string[], budget: number): Size {
  const bytes = files.reduce((sum, file) => sum + brotli(readFileSync(path.join(element, file))), 0)
  return { what, bytes, budget, encoding: 'brotli' }
}

// The server writes its root key in: 32 bytes that do not compress.
function servedLoader(): number {
  const text = readFileSync(path.join(element, 'passport-login.js'), 'utf8')
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
