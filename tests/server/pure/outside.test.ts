import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { createOutside, isOutside } from '../../../server/http/outside.ts'
import { localhostCertificate } from '../../support/localhost-certificate.ts'

test.each([
  '8.8.8.8',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.255.255',
  '198.20.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4001::1',
])('counts %s as outside the own network', (address) => {
  expect(isOutside(address)).toBe(true)
})

test.each([
  ['this host', '0.0.0.0'],
  ['a private network', '10.1.2.3'],
  ['a private network', '172.16.0.1'],
  ['a private network', '172.31.255.255'],
  ['a private network', '192.168.1.1'],
  ['a provider’s own network', '100.64.0.1'],
  ['this machine', '127.0.0.2'],
  ['a cloud’s metadata', '169.254.169.254'],
  ['a benchmark', '198.18.0.1'],
  ['an example', '203.0.113.9'],
  ['a group', '224.0.0.1'],
  ['everybody', '255.255.255.255'],
  ['no address', '::'],
  ['this machine', '::1'],
  ['this machine as IPv6', '::ffff:127.0.0.1'],
  ['a private network as IPv6', '::ffff:a00:1'],
  ['a private network by NAT64', '64:ff9b::a00:1'],
  ['a private network by 6to4', '2002:a00:1::1'],
  ['a tunnel', '2001::1'],
  ['a local network', 'fd00::1'],
  ['a link', 'fe80::1'],
  ['a former local network', 'fec0::1'],
  ['a group', 'ff02::1'],
  ['an example', '2001:db8::1'],
  ['no address', 'inside.example'],
])('does not count %s, %s', (_what, address) => {
  expect(isOutside(address)).toBe(false)
})

test('gives up on a server that does not answer, stops, breaks off or never ends', async () => {
  const { cert, key } = localhostCertificate
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, cert])
  const server = createServer({ cert, key }, ({ socket, url }, reply) => {
    if (url === '/silent') return
    reply.writeHead(200, { 'content-length': 10_000_000 })
    reply.write('{')
    if (url === '/broken') socket.end()
    if (url !== '/endless') return
    const timer = setInterval(() => reply.write(Buffer.alloc(64 * 1024)), 1)
    socket.on('close', () => clearInterval(timer))
  })
  onTestFinished(() => {
    setDefaultCACertificates(trusted)
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0), 'listening')
  const { port } = server.address() as AddressInfo
  const outside = createOutside([])
  const request = { method: 'GET', headers: {}, body: '', mayBeLocal: true }
  const began = performance.now()
  await Promise.all(
    ['silent', 'stopped', 'broken', 'endless'].map((path) =>
      expect(
        outside(new URL(`https://localhost:${port}/${path}`), request),
        path,
      ).rejects.toThrow(),
    ),
  )
  expect(performance.now() - began).toBeLessThan(10_000)
})
