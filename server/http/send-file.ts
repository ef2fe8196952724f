import type { FastifyReply, FastifyRequest } from 'fastify'
import { readStored, type StoredFile } from './files.ts'

/**
 * Answers with a file: compressed as the build left it, in part where one part is asked for, or not
 * at all where the browser has it. False when the file has gone since the start.
 */
export async function sendFile(
  file: StoredFile,
  headers: Readonly<Record<string, string>>,
  { method, headers: asked }: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const isPartial = method === 'GET' && asked.range !== undefined
  // A part is one of the plain bytes: a compressed file in parts helps nobody.
  const stored = await readStored(file, isPartial ? '' : String(asked['accept-encoding'] ?? ''))
  if (stored === undefined) return false
  const { bytes, encoding, tag } = stored
  const etag = encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`
  void reply.headers({
    ...headers,
    etag,
    'last-modified': file.modified,
    vary: 'Accept-Encoding',
    'accept-ranges': 'bytes',
  })
  if (isOther(asked, etag, file.modified)) {
    await sendText(reply.code(412), 'The file is not the one that was asked for.\n')
    return true
  }
  if (isKnown(asked, tag, file.modified)) {
    await reply.code(304).send()
    return true
  }
  void reply.header('content-type', file.type)
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  const range =
    isPartial && isStillThere(asked['if-range'], etag)
      ? rangeOf(asked.range, bytes.length)
      : 'whole'
  if (range === 'beyond') {
    void reply.code(416).header('content-range', `bytes */${bytes.length}`)
    await sendText(reply, 'The file is not that long.\n')
  } else if (range === 'whole') {
    if (method === 'HEAD') await reply.header('content-length', bytes.length).send()
    else await reply.send(bytes)
  } else {
    const { start, end } = range
    void reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes.length}`)
    await reply.send(bytes.subarray(start, end + 1))
  }
  return true
}

// An error is not kept as long as the file.
async function sendText(reply: FastifyReply, text: string): Promise<void> {
  void reply.removeHeader('content-encoding').header('cache-control', 'no-store')
  await reply.type('text/plain; charset=utf-8').send(text)
}

// Whether the file is another than the one the request is for (RFC 9110 §13.1.1 and §13.1.4).
function isOther(
  { 'if-match': tags, 'if-unmodified-since': until }: FastifyRequest['headers'],
  etag: string,
  modified: string,
): boolean {
  if (tags !== undefined) {
    return tags.trim() !== '*' && !tags.split(',').some((one) => one.trim() === etag)
  }
  return until !== undefined && Date.parse(until) < Date.parse(modified)
}

// A date counts where no tag was sent (RFC 9110 §13.2.2); one that is none compares with nothing.
function isKnown(
  { 'if-none-match': tags, 'if-modified-since': since }: FastifyRequest['headers'],
  tag: string,
  modified: string,
): boolean {
  if (tags !== undefined) return hasSame(tags, tag)
  return since !== undefined && Date.parse(since) >= Date.parse(modified)
}

// Compared as weak tags (RFC 9110 §13.1.2): whatever the encoding, what is in it is the same.
function hasSame(header: string, tag: string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((one) => {
    const [, known] = /^\s*(?:W\/)?"([\w-]+?)(?:-br|-gzip)?"\s*$/.exec(one) ?? []
    return known === tag
  })
}

// A date is not enough to tell that the bytes are the same (RFC 9110 §13.1.5).
function isStillThere(ifRange: string | string[] | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange === etag
}

/** Reads one range of bytes (RFC 9110 §14.1.2); several, or another unit, mean the whole file. */
function rangeOf(
  header: string | undefined,
  length: number,
): { start: number; end: number } | 'whole' | 'beyond' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return 'whole'
  const last = length - 1
  if (from === '') return Number(to) === 0 ? 'beyond' : range(Math.max(0, length - Number(to)))
  if (to !== '' && Number(to) < Number(from)) return 'whole'
  return range(Number(from), to === '' ? last : Math.min(Number(to), last))

  function range(start: number, end = last): { start: number; end: number } | 'beyond' {
    return start > last ? 'beyond' : { start, end }
  }
}
