import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentTypeOf } from './content-types.ts'

const compressors = {
  br: (text: string) => brotliCompressSync(text),
  gzip: (text: string) => gzipSync(text, { level: 9 }),
} as const

/** Texts that this server puts in place of placeholders. */
export type Filling = Readonly<Record<string, string>>

/** Sends a built file with this server's own texts in it. */
export type FilledFile = (
  headers: Readonly<Record<string, string>>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>

/** Reads a built text file and fills it in. */
export function readFilledFile(path: string, filling: Filling): FilledFile {
  let text = readFileSync(path, 'utf8')
  for (const [placeholder, own] of Object.entries(filling)) {
    text = text.replaceAll(placeholder, () => own)
  }
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
    if (cachedTags === '*' || cachedTags.includes(tag)) {
      await reply.code(304).send()
      return
    }
    const encoding = negotiate(accepted, ['br', 'gzip'])
    if (encoding) void reply.header('content-encoding', encoding)
    const body = encoding ? compress(encoding) : text
    await reply.type(contentTypeOf(path)).send(body)
  }
}
