import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, extname, join, relative, sep } from 'node:path'
import { cacheBytes } from './cached-bytes.ts'

/** A file with its compressed neighbours, as the build left them. */
export interface StoredFile {
  readonly type: string
  /** Digest of the uncompressed bytes. */
  tag: string | undefined
  /** When it was written, as headers tell a time. */
  readonly modified: string
  /** Bytes by content encoding; `identity` is the file itself. */
  readonly bodies: Map<Encoding, Body>
}

/** A content encoding that the build may have made. */
export type Encoding = 'br' | 'gzip' | 'identity'

interface Body {
  readonly read: () => Buffer | Promise<Buffer>
}

// Reading takes a pool thread, and those may all be busy hashing passwords.
const kept = cacheBytes<Body>(64 * 1024 * 1024)

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.gz': 'application/gzip',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
  '.zip': 'application/zip',
}

/** Types that a name says more about than its ending. */
const typesByName: Record<string, string> = {
  'feed.json': 'application/feed+json; charset=utf-8',
  'rss.xml': 'application/rss+xml; charset=utf-8',
}

const suffixes: Record<string, Encoding> = { '.br': 'br', '.gz': 'gzip' }

/** Content type of a file, by its name. */
export function typeOf(path: string): string {
  return typesByName[basename(path)] ?? types[extname(path)] ?? 'application/octet-stream'
}

/** Files of a folder by address: pages without `.html`, index pages under the folder's address. */
export function listFiles(folder: string): Map<string, StoredFile> {
  const files = new Map<string, StoredFile>()
  if (!existsSync(folder)) return files
  const paths = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  for (const path of paths) {
    // An archive that ends in `.gz` is a file of its own.
    const suffix = paths.has(path.slice(0, -3)) ? suffixes[extname(path)] : undefined
    const encoding = suffix ?? 'identity'
    const plainPath = encoding === 'identity' ? path : path.slice(0, -3)
    const address = toAddress(relative(folder, plainPath))
    let file = files.get(address)
    if (file === undefined) {
      const modified = statSync(plainPath).mtime.toUTCString()
      file = { type: typeOf(plainPath), tag: undefined, modified, bodies: new Map() }
      files.set(address, file)
    }
    file.bodies.set(encoding, { read: () => readFile(path) })
  }
  return files
}

/** Bytes in the best encoding that is accepted; undefined when the file has gone since the start. */
export async function readStored(
  file: StoredFile,
  accepted: string,
): Promise<{ bytes: Buffer; encoding: Encoding; tag: string } | undefined> {
  const encoding = bestOf(file, accepted)
  try {
    const bytes = await load(file, encoding)
    // The plain bytes are read once for it, and kept only where somebody wants them.
    file.tag ??= tagOf(encoding === 'identity' ? bytes : await bodyOf(file, 'identity').read())
    return { bytes, encoding, tag: file.tag }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

// The smaller one, unless the other is wanted more; a weight of zero forbids an encoding
// (RFC 9110 §12.5.3).
function bestOf({ bodies }: StoredFile, accepted: string): Encoding {
  const br = bodies.has('br') ? weightOf(accepted, 'br') : 0
  const gzip = bodies.has('gzip') ? weightOf(accepted, 'gzip') : 0
  if (br === 0 && gzip === 0) return 'identity'
  return br >= gzip ? 'br' : 'gzip'
}

function weightOf(accepted: string, name: string): number {
  for (const one of accepted.split(',')) {
    const [coding = '', weight = ''] = one.split(';')
    if (coding.trim().toLowerCase() === name) {
      return Number(/^\s*q=(\d(?:\.\d*)?)\s*$/i.exec(weight)?.[1] ?? 1)
    }
  }
  return 0
}

async function load(file: StoredFile, encoding: Encoding): Promise<Buffer> {
  const body = bodyOf(file, encoding)
  const known = kept.get(body)
  if (known !== undefined) return known
  const bytes = await body.read()
  kept.keep(body, bytes)
  return bytes
}

function bodyOf(file: StoredFile, encoding: Encoding): Body {
  const body = file.bodies.get(encoding)
  if (body === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
  return body
}

/** A digest of some bytes, for their entity tag. */
export function tagOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
}

function toAddress(path: string): string {
  const address = `/${path.split(sep).join('/')}`
  if (!address.endsWith('.html')) return address
  return address.replace(/(?:\/index)?\.html$/, '') || '/'
}
