import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createOutside, requireOutsideUrl } from '../../../server/http/outside.ts'
import { inRanges } from '../../../server/lib/address.ts'
import { startNameServer } from '../../support/name-server.ts'

const publicOnly = { mayBeLocal: false }

test.each([
  ['a decimal number', 'https://2130706433/'],
  ['a short form', 'https://127.1/'],
  ['a hexadecimal short form', 'https://0x7f.1/'],
  ['an octal form', 'https://0177.0.0.1/'],
  ['nothing', 'https://0/'],
  ['wide digits', 'https://１２７.０.０.１/'],
  ['a dot at the end', 'https://127.0.0.1./'],
  ['escaped dots', 'https://127%2e0%2e0%2e1/'],
  ['a mapped address', 'https://[::ffff:127.0.0.1]/'],
  ['a mapped address in hexadecimal', 'https://[::ffff:a00:1]/'],
  ['NAT64', 'https://[64:ff9b::a00:1]/'],
  ['NAT64 of a network', 'https://[64:ff9b:1::a00:1]/'],
  ['6to4', 'https://[2002:a00:1::]/'],
  ['this machine', 'https://[::1]/'],
  ['a local network', 'https://[fd00::1]/'],
  ['a provider’s own network', 'https://100.64.0.1/'],
  ['a cloud’s metadata', 'https://169.254.169.254/latest/meta-data/'],
  ['a private network', 'https://10.0.0.1:8443/'],
  ['a name with a password', 'https://user:secret@hook.example/'],
  ['a name with a user', 'https://user@hook.example/'],
  ['plain HTTP', 'http://hook.example/'],
  ['plain HTTP to this machine', 'http://127.0.0.1/'],
  ['a file', 'file:///etc/passwd'],
  ['another protocol', 'gopher://hook.example/'],
])('refuses %s, %s', (_what, address) => {
  expect(() => requireOutsideUrl(new URL(address), publicOnly)).toThrow()
})

test('takes names and public addresses by https, and inside ones that are allowed', () => {
  const guard = { mayBeLocal: false, isAllowed: inRanges(['10.0.0.0/8', 'fd00::/8']) }
  for (const host of ['hook.example', '8.8.8.8', '10.1.2.3', '[fd12::1]', '[::ffff:10.1.2.3]']) {
    expect(() => requireOutsideUrl(new URL(`https://${host}/`), guard), host).not.toThrow()
  }
  expect(() => requireOutsideUrl(new URL('https://192.168.0.1/'), guard)).toThrow()
  expect(() => requireOutsideUrl(new URL('http://10.1.2.3/'), guard)).toThrow()
})

test('takes this machine, also by http, while only this machine reaches the server', () => {
  for (const address of ['http://localhost:1/', 'http://127.0.0.1/', 'https://[::1]/']) {
    expect(() => requireOutsideUrl(new URL(address), { mayBeLocal: true }), address).not.toThrow()
  }
  expect(() => requireOutsideUrl(new URL('http://10.0.0.1/'), { mayBeLocal: true })).toThrow()
})

test('connects to nothing where one of the addresses of a name is inside', async () => {
  const names = await startNameServer()
  const outside = createOutside([names.address])
  const { port, connected } = await listen(() => {})
  const request = { method: 'POST', headers: {}, body: '', ...publicOnly }
  names.addresses = ['8.8.8.8']
  names.addresses6 = ['fd00:0:0:0:0:0:0:1']
  const url = new URL(`https://hook.example:${port}/`)
  await expect(outside(url, request)).rejects.toThrow('no address outside the own network')
  names.addresses = ['8.8.8.8', '127.0.0.1']
  names.addresses6 = []
  await expect(outside(url, request)).rejects.toThrow('no address outside the own network')
  await expect(outside(new URL(`https://2130706433:${port}/`), request)).rejects.toThrow()
  expect(connected).toEqual([])
})

test('connects to the address that was checked, whatever the name server answers next', async () => {
  const names = await startNameServer()
  const { port, connected } = await listen((socket) => socket.destroy(), '0.0.0.0')
  names.addresses = ['127.0.0.2']
  names.afterAnswer = () => (names.addresses = ['127.0.0.3'])
  const outside = createOutside([names.address])
  const guard = { mayBeLocal: false, isAllowed: (address: string) => address === '127.0.0.2' }
  const request = { method: 'POST', headers: {}, body: '', ...guard }
  const url = new URL(`https://hook.example:${port}/`)
  await expect(outside(url, request)).rejects.toThrow()
  expect(connected).toEqual(['127.0.0.2'])
  await expect(outside(url, request)).rejects.toThrow('no address outside the own network')
  expect(connected).toHaveLength(1)
})

test('follows no redirect', async () => {
  const inner = await listen(() => {})
  const location = `http://127.0.0.1:${inner.port}/`
  const reply = await ask(
    `HTTP/1.1 307 Moved\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`,
  )
  expect(reply.status).toBe(307)
  expect(inner.connected).toEqual([])
})

test('ends a reply whose head or hints drip, or that changes the protocol', async () => {
  const began = performance.now()
  const head = 'HTTP/1.1 200 OK\r\n'
  const replies = await Promise.allSettled([
    ask(head, 'x'),
    ask('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', 'x'),
    ask('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  ])
  const late = { status: 'rejected', reason: expect.objectContaining({ name: 'TimeoutError' }) }
  expect(replies).toEqual([late, late, late])
  expect(performance.now() - began).toBeLessThan(10_000)
})

test.each([
  ['breaks off', 'content-length: 100\r\n\r\nabc', ''],
  ['has no chunks', 'transfer-encoding: chunked\r\n\r\nzz\r\n', ''],
  ['drips', 'content-length: 100000\r\n\r\n', 'x'],
])('knows the status of a reply whose body %s', async (_how, rest, again) => {
  const reply = await ask(`HTTP/1.1 410 Gone\r\n${rest}`, again)
  expect(reply.status).toBe(410)
})

test('refuses a head without end', async () => {
  const headers = `x-more: ${'a'.repeat(1000)}\r\n`.repeat(100)
  await expect(ask(`HTTP/1.1 200 OK\r\n${headers}`, headers)).rejects.toThrow('Header overflow')
})

test('does not unpack what is packed', async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000))
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`
  const reply = await ask(Buffer.concat([Buffer.from(head), bomb]))
  expect((await reply.arrayBuffer()).byteLength).toBe(bomb.length)
})

test('reads no more than 64 KiB, and knows the status by then', async () => {
  const reply = await ask('HTTP/1.1 200 OK\r\n\r\n', 'a'.repeat(50_000))
  expect(reply.status).toBe(200)
  expect((await reply.arrayBuffer()).byteLength).toBeLessThan(200_000)
})

/** Asks a server of this machine that answers with some bytes, and then ends (''), or sends others again and again. */
async function ask(first: string | Buffer, again?: string): Promise<Response> {
  const { port } = await listen((socket) => {
    socket.once('data', () => {
      socket.write(first)
      if (again === undefined) return
      if (again === '') return void socket.end()
      const timer = setInterval(() => socket.write(again), 20)
      socket.on('close', () => clearInterval(timer))
    })
  })
  const outside = createOutside([])
  const limits = { mayBeLocal: true, totalMs: 1000, isHeadEnough: true }
  const request = { method: 'POST', headers: {}, body: '{}', ...limits }
  return await outside(new URL(`http://127.0.0.1:${port}/hook`), request)
}

async function listen(
  onConnection: (socket: Socket) => void,
  host = '127.0.0.1',
): Promise<{ port: number; connected: string[] }> {
  const connected: string[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    connected.push(socket.localAddress ?? '')
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    onConnection(socket)
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server.listen(0, host), 'listening')
  return { port: (server.address() as AddressInfo).port, connected }
}
