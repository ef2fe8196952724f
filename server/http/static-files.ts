import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentTypeOf } from './content-types.ts'

/** A built file that the server may send. */
export interface StaticFile {
  readonly folder: string
  /** Path inside the folder. */
  readonly path: string
  /** Encodings of the compressed copies that the build left beside it, best first. */
  readonly encodings: Encoding[]
}

/** Content encoding of a compressed copy. */
type Encoding = 'br' | 'gzip'

const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

const errorMessages: Readonly<Record<number, string>> = {
  412: 'The file has changed since the version that was asked for.\n',
  416: 'The file is shorter than the range that was asked for.\n',
}

/** Lists the files of a folder by URL path: pages without `.html`, index pages under their folder. */
export function listFiles(folder: string): Map<string, StaticFile> {
  if (!existsSync(folder)) return new Map()
  const paths = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name))),
  )
  // An archive that ends in `.gz`, without a plain file beside it, is a file of its own.
  const isCopy = (path: string): boolean =>
    Object.values(suffixes).some(
      (suffix) => path.endsWith(suffix) && paths.has(path.slice(0, -suffix.length)),
    )
  return new Map(
    [...paths]
      .filter((path) => !isCopy(path))
      .map((path) => [toUrlPath(path), { folder, path, encodings: copiesOf(path, paths) }]),
  )
}

/** Sends a file, a part of it, or 304; returns false when it was deleted since the start. */
export async function sendFile(
  { folder, path, encodings }: StaticFile,
  headers: Readonly<Record<string, string>>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { range, 'accept-encoding': accepted = '' } = request.headers
  // A range counts uncompressed bytes, so a file is sent uncompressed for it.
  const encoding = range === undefined ? negotiate(accepted, encodings) : null
  // Loaded with the first file, because the start of the server should not wait for it.
  const { send } = await import('@fastify/send')
  const file = await send(request.raw, encodeURI(path + (encoding ? suffixes[encoding] : '')), {
    root: folder,
    cacheControl: false,
    contentType: false,
    dotfiles: 'allow',
  })
  if (file.type === 'directory' || file.statusCode === 404) return false
  const message = errorMessages[file.statusCode]
  if (file.type === 'error' && message === undefined) throw file.metadata.error
  void reply.code(file.statusCode).headers({ ...headers, ...file.headers, vary: 'Accept-Encoding' })
  if (message !== undefined) {
    await sendError(reply, message)
    return true
  }
  if (file.statusCode !== 304) void reply.type(contentTypeOf(path))
  if (encoding) void reply.header('content-encoding', encoding)
  await reply.send(file.stream)
  return true
}

// An error must not be cached as long as the file.
async function sendError(reply: FastifyReply, text: string): Promise<void> {
  void reply.removeHeader('content-length').headers({
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
  })
  await reply.type('text/plain; charset=utf-8').send(text)
}

function copiesOf(path: string, paths: ReadonlySet<string>): Encoding[] {
  return (['br', 'gzip'] as const).filter((encoding) => paths.has(path + suffixes[encoding]))
}

function toUrlPath(path: string): string {
  const urlPath = `/${path.split(sep).join('/')}`
  if (!urlPath.endsWith('.html')) return urlPath
  return urlPath.replace(/(?:\/index)?\.html$/, '') || '/'
}
