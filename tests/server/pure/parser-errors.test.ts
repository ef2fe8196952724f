import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createParserErrorHandler } from '../../../server/http/parser-errors.ts'
import { createLog } from '../../../server/lib/log.ts'
import { createTestServer } from '../../support/test-server.ts'

const servers: Server[] = []
const lines: string[] = []
const headers = { 'content-type': 'application/json; charset=utf-8' }
const handle = createParserErrorHandler(
  headers,
  Date.now,
  createLog('info', { write: (line) => lines.push(line) }),
)

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  lines.length = 0
})

async function readReply(server: Server, send = ''): Promise<string> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
  socket.write(send)
  await once(socket, 'close')
  return received
}

test.each([
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout', 8008],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large', 8007],
  ['HPE_INVALID_METHOD', '400 Bad Request', 8002],
])('answers %s with %s and the envelope', async (code, status, number) => {
  const error = Object.assign(new Error(code), { code })
  const reply = await readReply(createServer((socket) => handle(error, socket)))
  const [head = '', body = ''] = reply.split('\r\n\r\n')
  expect(head).toContain(`HTTP/1.1 ${status}\r\n`)
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`)
  expect(JSON.parse(body)).toMatchObject({ message: 'error', error_code: number })
  expect(lines).toHaveLength(1)
})

test('sends nothing to a client that has disconnected', async () => {
  const error = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  expect(await readReply(createServer((socket) => handle(error, socket)))).toBe('')
})

test('does not write into a reply that has started', async () => {
  const server = createHttpServer((request, response) => {
    response.writeHead(200, { 'content-length': '10' })
    response.write('half')
    const error = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    setImmediate(() => handle(error, request.socket))
  })
  const reply = await readReply(server, 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  expect(reply).toMatch(/half$/)
})

test('rejects a request with two Host headers, and closes the connection', async () => {
  const { app } = await createTestServer()
  const port = await app.listen('127.0.0.1', 0)
  const replyTo = async (hosts: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
    socket.write(`GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
    await once(socket, 'close')
    return received
  }
  expect(await replyTo('Host: localhost\r\n')).toContain('HTTP/1.1 200 ')
  const refused = await replyTo('Host: localhost\r\nHOST: evil.example\r\n')
  expect(refused).toContain('HTTP/1.1 400 ')
  expect(refused).toContain('"error_code":8002')
})
