import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Placeholder for the public root key in the built script. */
const PLACEHOLDER = '__PASSPORT_SEAL_ROOT__'

const compressors = {
  br: (text: string) => brotliCompressSync(text),
  gzip: (text: string) => gzipSync(text, { level: 9 }),
} as const

/** Sends the script that loads the element. */
export type ElementScript = (
  headers: Readonly<Record<string, string>>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>

/** Reads a built script and puts this server's root key in; undefined when it is not built. */
export function readElementScript(path: string, sealRoot: string): ElementScript | undefined {
  if (!existsSync(path)) return undefined
  const text = readFileSync(path, 'utf8').replaceAll(PLACEHOLDER, sealRoot)
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
  // Compressed on first use, because most instances never serve every encoding.
  const compressed = new Map<keyof typeof compressors, Buffer>()

  function compress(encoding: keyof typeof compressors): Buffer {
    const bytes = compressed.get(encoding) ?? compressors[encoding](text)
    compressed.set(encoding, bytes)
    return bytes
  }

  return async (headers, request, reply) => {
    const { 'accept-encoding': accepted = '', 'if-none-match': cachedTags = '' } = request.headers
    // Weak, because the encodings share it.
    void reply.headers({ ...headers, etag: `W/${tag}`, vary: 'Accept-Encoding' })
    if (cachedTags.includes(tag)) {
      await reply.code(304).send()
      return
    }
    const encoding = negotiate(accepted, ['br', 'gzip'])
    if (encoding) void reply.header('content-encoding', encoding)
    const body = encoding ? compress(encoding) : text
    await reply.type('text/javascript; charset=utf-8').send(body)
  }
}
