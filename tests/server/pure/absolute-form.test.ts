import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createTestServer } from '../../support/test-server.ts'

// RFC 9112 §3.2.2: a server takes such an address too, though browsers send it to proxies only.
test('accepts an absolute request URL like a path', async () => {
  const { app } = await createTestServer()
  const port = await app.listen('127.0.0.1', 0)
  const ask = async (address: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
    socket.write(`GET ${address} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    await once(socket, 'close')
    return received
  }
  for (const family of ['web', 'mobile']) {
    const path = `/passport/${family}/account/info/?aid=1001`
    for (const address of [path, `http://localhost${path}`]) {
      expect(await ask(address)).toContain('"error_code":1000')
    }
  }
  expect(await ask('http://elsewhere.example/blog/')).toContain('\r\nlocation: /blog\r\n')
  expect(await ask('http://elsewhere.example')).not.toMatch(/location:/i)
})
