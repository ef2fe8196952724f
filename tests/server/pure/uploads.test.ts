import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { errors } from '#protocol/errors.ts'
import { MAX_PICTURE_BYTES } from '#protocol/picture-limits.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'
import { png } from '../../support/upload.ts'

const BOUNDARY = 'otter'
const MIB = 1024 * 1024
const END = `\r\n--${BOUNDARY}--\r\n`

/** What came back over a connection that sent bytes. */
interface Received {
  status: number
  /** Number of the error; 0 for none. */
  error: number
  ms: number
}

type Headers = Readonly<Record<string, string | number>>

interface Listening {
  server: TestServer
  /** Head of an upload, of a person who is signed in unless told otherwise. */
  headWith(headers: Headers, session?: string): string
  /** Sends a body with its length. */
  send(body: Buffer, headers?: Headers): Promise<Received>
  /** Sends pieces over a connection of their own, and ends it where told. */
  exchange(pieces: Iterable<Buffer | string>, then?: 'end' | 'wait' | 'cut'): Promise<Received>
}

async function listening(): Promise<Listening> {
  const server = await createTestServer()
  const { client } = await server.person()
  const port = await server.app.listen('127.0.0.1', 0)
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const own = {
    host: 'localhost:4321',
    origin: 'http://localhost:4321',
    'x-tt-passport-csrf-token': client.cookies.get('passport_csrf_token') ?? '',
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    connection: 'close',
  }
  const headWith: Listening['headWith'] = (headers, session = cookie) => {
    const lines = Object.entries({ ...own, cookie: session, ...headers })
    const text = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')
    return `POST /passport/web/upload_pic?aid=1001&language=en HTTP/1.1\r\n${text}\r\n\r\n`
  }
  const exchange: Listening['exchange'] = async (pieces, then = 'wait') => {
    const began = performance.now()
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    // Whoever sends too much may be cut off.
    socket.on('error', () => {})
    const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
    for (const piece of pieces) {
      if (socket.destroyed) break
      if (socket.write(piece)) continue
      await Promise.race([new Promise((resolve) => void socket.once('drain', resolve)), closed])
    }
    if (then === 'end') socket.end()
    if (then === 'cut') socket.destroy()
    await closed
    const [head = '', json = ''] = text.split('\r\n\r\n')
    const { error_code: error = 0 } = JSON.parse(json || '{}') as { error_code?: number }
    const status = Number(/^HTTP\/1.1 (\d+)/.exec(head)?.[1] ?? 0)
    return { status, error, ms: performance.now() - began }
  }
  return {
    server,
    headWith,
    exchange,
    send: (sent, headers = {}) =>
      exchange([headWith({ 'content-length': sent.length, ...headers }), sent]),
  }
}

function part(disposition: string, type = ''): string {
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n${type}\r\n`
}

const filePart = (name = 'pic'): string =>
  part(`name="${name}"; filename="me.png"`, 'content-type: image/png\r\n')

// When garbage is collected is luck, above all on a busy machine.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

// Returns the most bytes that buffers took since then.
function watchMemory(): () => number {
  const taken = (): number => process.memoryUsage().arrayBuffers
  collectGarbage()
  const before = taken()
  let most = before
  const timer = setInterval(() => {
    if (taken() < most + MIB) return
    collectGarbage()
    most = Math.max(most, taken())
  }, 10)
  onTestFinished(() => clearInterval(timer))
  return () => most - before
}

const body = (...pieces: (string | Buffer)[]): Buffer =>
  Buffer.concat(pieces.map((piece) => Buffer.from(piece)))

test('takes a picture of the largest size, and refuses one byte more', async () => {
  const { send } = await listening()
  const picture = await png(40, 40)
  const largest = body(picture, Buffer.alloc(MAX_PICTURE_BYTES - picture.length))
  expect(await send(body(filePart(), largest, END))).toMatchObject({ status: 200, error: 0 })
  const tooLarge = body(filePart(), largest, 'x', END)
  expect(await send(tooLarge)).toMatchObject({ status: 200, error: errors.file_size.code })
  const manyPixels = body(filePart(), await png(7000, 7000), END)
  expect(await send(manyPixels)).toMatchObject({ error: errors.file_size.code })
})

test('answers every broken upload with an error of the sender', async () => {
  const { send, exchange, headWith } = await listening()
  const picture = await png(40, 40)
  const whole = body(filePart(), picture, END)
  const field = (number: number): string => `${part(`name="f${number}"`)}x\r\n`
  const fields = (count: number): string =>
    Array.from({ length: count }, (_, at) => field(at)).join('')
  const json = 'content-type: application/json\r\n'

  expect(await send(body(fields(19), whole))).toMatchObject({ status: 200, error: 0 })
  const broken: [name: string, sent: Buffer, headers?: Headers][] = [
    ['100,000 fields', body(fields(100_000), END)],
    ['10,000 files', body(`${filePart()}x\r\n`.repeat(10_000), END)],
    ['two files', body(filePart(), picture, '\r\n', whole)],
    ['names of prototypes', body(`${part('name="__proto__"')}x\r\n`, filePart('toString'), END)],
    ['broken JSON in a field', body(part('name="is_sensitive"', json), '{{\r\n', whole)],
    ['JSON in a field', body(part('name="is_sensitive"', json), '{"a":1}\r\n', whole)],
    ['a long part header', body(`--${BOUNDARY}\r\nx: `, Buffer.alloc(MIB, 'a'), '\r\n\r\n', END)],
    ['no boundary', whole, { 'content-type': 'multipart/form-data' }],
    ['no end', body(filePart(), picture)],
    ['nothing', body()],
    ['another field', body(filePart('other'), picture, END)],
    ['no picture', body(filePart(), 'RIFF0000WEBP', Buffer.alloc(5000, 7), END)],
    ['a shorter length', whole, { 'content-length': 120 }],
    ['a negative length', whole, { 'content-length': -1 }],
    ['an enormous length', whole, { 'content-length': '9'.repeat(30) }],
    ['two lengths', whole, { 'content-length': '5, 6' }],
    ['two framings', whole, { 'transfer-encoding': 'chunked' }],
  ]
  for (const [name, sent, headers] of broken) {
    const reply = await send(sent, headers)
    expect([200, 400], name).toContain(reply.status)
    expect(reply.error, name).toBeGreaterThan(0)
    expect(reply.ms, name).toBeLessThan(10_000)
  }
  const longer = [headWith({ 'content-length': 5000 }), whole]
  expect((await exchange(longer, 'end')).status).toBe(400)
  expect((await exchange(longer, 'cut')).status).toBe(0)
  const chunks = [headWith({ 'transfer-encoding': 'chunked' }), 'zz\r\n']
  expect((await exchange(chunks)).status).toBe(400)
  expect(await send(whole)).toMatchObject({ status: 200, error: 0 })
})

test('keeps no more of a body than the largest picture', async () => {
  const { exchange, headWith } = await listening()
  const sent = Array<Buffer>(40).fill(Buffer.alloc(MIB))
  const sendLarge = (start: string, session?: string): Promise<Received> => {
    const head = headWith({ 'content-length': start.length + 40 * MIB + END.length }, session)
    return exchange([head, start, ...sent, END])
  }
  const held = watchMemory()
  for (const start of [filePart('other'), part('name="a"'), 'no part\r\n']) {
    expect((await sendLarge(start)).status).toBeLessThan(500)
  }
  expect((await sendLarge(filePart(), '')).error).toBe(errors.session_expired.code)
  const many = Array.from({ length: 4 }, () => sendLarge(filePart()))
  // A busy machine takes longer for them than the server waits for a body.
  const refusals: number[] = [errors.file_size.code, errors.request_timeout.code]
  for (const { error } of await Promise.all(many)) expect(refusals).toContain(error)
  // What is held twice while it becomes one buffer, and what the sockets of both ends hold.
  expect(held()).toBeLessThan(4 * (2 * MAX_PICTURE_BYTES + 5 * MIB))
})

test('keeps nothing of the file of somebody without a session', async () => {
  const { exchange, headWith } = await listening()
  const start = filePart()
  const chunks = Array<Buffer>(9).fill(Buffer.alloc(MIB))
  const head = headWith({ 'content-length': start.length + 9 * MIB + END.length }, '')
  const held = watchMemory()
  const many = Array.from({ length: 8 }, () => exchange([head, start, ...chunks, END]))
  for (const { error } of await Promise.all(many)) expect(error).toBe(errors.session_expired.code)
  // What the sockets of both ends hold.
  expect(held()).toBeLessThan(8 * 3 * MIB)
})

test('ends an upload that is too slow, or has no end', async () => {
  const { exchange, headWith, server } = await listening()
  const shorten = (message: unknown): void => {
    const { server: http } = message as { server: Server }
    http.requestTimeout = 500
    http.headersTimeout = 500
  }
  subscribe('http.server.request.start', shorten)
  onTestFinished(() => void unsubscribe('http.server.request.start', shorten))
  const start = filePart()
  const slow = await exchange([headWith({ 'content-length': 5000 }), start])
  expect(slow).toMatchObject({ status: 408 })
  const chunk = Buffer.concat([
    Buffer.from('10000\r\n'),
    Buffer.alloc(0x1_00_00),
    Buffer.from('\r\n'),
  ])
  const until = performance.now() + 20_000
  const endless = exchange(
    (function* pieces() {
      yield headWith({ 'transfer-encoding': 'chunked' })
      yield `${start.length.toString(16)}\r\n${start}\r\n`
      while (performance.now() < until) yield chunk
    })(),
  )
  expect((await endless).ms).toBeLessThan(15_000)
  expect(server.lines.join('')).not.toContain('"fault"')
})
