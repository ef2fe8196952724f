import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import * as oauth from 'oauth4webapi'
import { afterEach, expect, test } from 'vitest'
import { logout } from '#protocol/web/session.ts'
import { createOutside } from '../../../server/http/outside.ts'
import {
  createDocumentClient,
  document,
  ID,
  LISTED,
  publish,
} from '../../support/client-documents.ts'
import { localhostCertificate } from '../../support/localhost-certificate.ts'
import { startNameServer } from '../../support/name-server.ts'
import {
  createOAuthClient,
  discover,
  open,
  optionsFor,
  signInTo,
} from '../../support/oauth-client.ts'
import { answerOutside } from '../../support/outside.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const servers: Server[] = []
const trusted = getCACertificates('default')

afterEach(() => {
  setDefaultCACertificates(trusted)
  for (const server of servers.splice(0)) server.close()
})

/** Opens a request of a client with a document from some network. */
async function openFrom(server: TestServer, query: string, network: string): Promise<void> {
  const { address } = await (await createDocumentClient(server)).start({ client_id: ID + query })
  await server.fetch(new Request(address), network)
}

test('fetches a document once a minute, whether it answers or not', async () => {
  const server = await createTestServer(LISTED)
  const fetches = publish('', { status: 404 })
  for (let count = 0; count < 5; count++) await openFrom(server, '', `192.0.2.${count}`)
  expect(fetches.count).toBe(1)
  server.clock.passSeconds(61)
  await openFrom(server, '', '192.0.2.1')
  expect(fetches.count).toBe(2)
  server.clock.passSeconds(-3600)
  await openFrom(server, '', '192.0.2.1')
  expect(fetches.count).toBe(3)
})

test('fetches ten documents a minute for one caller, and thirty from one host', async () => {
  const server = await createTestServer(LISTED)
  const fetches = publish('', { status: 404 })
  for (let count = 0; count < 12; count++) await openFrom(server, `?a=${count}`, '192.0.2.1')
  expect(fetches.count).toBe(10)
  for (let count = 0; count < 36; count++) {
    await openFrom(server, `?b=${count}`, `192.0.2.${10 + (count % 6)}`)
  }
  expect(fetches.count).toBe(30)
  server.clock.passSeconds(61)
  await openFrom(server, '?c', '192.0.2.1')
  expect(fetches.count).toBe(31)
})

/** A server on this computer that every check but the one for addresses would let through. */
async function startInside(
  answer: (path: string, port: number) => object = () => ({}),
): Promise<{ port: number; connections: () => number }> {
  const { cert, key } = localhostCertificate
  let count = 0
  const inside = createServer({ cert, key }, ({ url = '' }, reply) => {
    reply.end(JSON.stringify(answer(url, port)))
  })
  inside.on('connection', () => count++)
  servers.push(inside)
  await once(inside.listen(0), 'listening')
  setDefaultCACertificates([...trusted, cert])
  const { port } = inside.address() as AddressInfo
  // Other networks still cause a fetch.
  expect((await fetch(`https://localhost:${port}/`)).status).toBe(200)
  count = 0
  return { port, connections: () => count }
}

/** Answers for each name with an address of this machine. */
const nameServer = async (addresses: readonly string[] = ['127.0.0.1']): Promise<string> => {
  const names = await startNameServer()
  names.addresses = addresses
  return names.address
}

test.each(['localhost', '127.0.0.1', '[::1]', '[::ffff:7f00:1]', '2130706433', 'inside.example'])(
  'opens no connection inside the own network for a document, such as at %s',
  async (host) => {
    const { port, connections } = await startInside()
    const settings = { CLIENT_DOCUMENTS: 'on', DNS_SERVERS: await nameServer() }
    const server = await createTestServer({ settings })
    const client_id = `https://${host}:${port}/client.json`
    const { address } = await (await createDocumentClient(server)).start({ client_id })
    expect((await open(server.client(), address)).status).toBe(400)
    expect(connections()).toBe(0)
  },
)

test('opens no connection to a name with addresses outside and inside', async () => {
  const { port, connections } = await startInside()
  const settings = {
    CLIENT_DOCUMENTS: 'on',
    DNS_SERVERS: await nameServer(['198.41.0.4', '127.0.0.1']),
  }
  const server = await createTestServer({ settings })
  const client_id = `https://inside.example:${port}/client.json`
  const { address } = await (await createDocumentClient(server)).start({ client_id })
  expect((await open(server.client(), address)).status).toBe(400)
  expect(connections()).toBe(0)
})

test('takes a listed document of this machine while only this machine reaches the server', async () => {
  const { port, connections } = await startInside((path, at) =>
    document({ client_id: `https://localhost:${at}${path}` }),
  )
  const settings = { CLIENT_DOCUMENTS: `localhost:${port}` }
  const client_id = `https://localhost:${port}/client.json`
  const server = await createTestServer({ settings })
  const { client: browser } = await server.person()
  const { address } = await (await createDocumentClient(server)).start({ client_id })
  expect(await (await open(browser, address)).text()).toContain('Sailor')
  expect(connections()).toBe(1)

  const isPublic = {
    ...settings,
    PUBLIC_ORIGIN: 'https://id.example.com',
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: 'smtp://127.0.0.1',
    MAIL_FROM: 'id@example.com',
  }
  const other = await createTestServer({ settings: isPublic })
  const refused = await other.fetch(new Request(address.replace(ORIGIN, 'https://id.example.com')))
  expect(refused.status).toBe(400)
  expect(connections()).toBe(1)
})

/** Calls with an assertion of the client, whose document names where its keys are. */
async function introspectWithKeys(server: TestServer): Promise<number> {
  const { privateKey } = await oauth.generateKeyPair('ES256')
  const { status } = await oauth.introspectionRequest(
    await discover(server),
    { client_id: ID },
    oauth.PrivateKeyJwt(privateKey),
    'token',
    optionsFor(server),
  )
  return status
}

const keysAt = (jwks_uri: string): object =>
  document({ token_endpoint_auth_method: 'private_key_jwt', jwks_uri })

test('fetches no client keys inside the own network', async () => {
  const { port, connections } = await startInside()
  const server = await createTestServer(LISTED)
  const real = createOutside([])
  const jwks = `https://localhost:${port}/jwks`
  answerOutside(async (url, request) =>
    url.href === ID ? Response.json(keysAt(jwks)) : await real(url, request),
  )
  expect(await introspectWithKeys(server)).toBe(401)
  expect(connections()).toBe(0)
})

test('fetches keys of a client once a minute, and follows no redirect', async () => {
  const server = await createTestServer(LISTED)
  const jwks = 'https://keys.example.com/jwks'
  const asked: string[] = []
  answerOutside(async ({ href }) => {
    asked.push(href)
    const reply = Response.json(keysAt(jwks))
    return await Promise.resolve(href === ID ? reply : Response.redirect(`${jwks}/again`))
  })
  for (let count = 0; count < 10; count++) {
    expect(await introspectWithKeys(server)).toBe(401)
  }
  expect(asked).toEqual([ID, jwks])
})

test('sends no logout call to servers inside the own network', async () => {
  const { port, connections } = await startInside()
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, {
    more: ['--logout-call', `https://localhost:${port}/logout`],
  })
  const { client: browser } = await server.person()
  await signInTo(oauthClient, browser)
  await browser.call(logout, {})
  await server.settled()
  // Whether name servers know a machine's own name differs.
  expect(server.lines.join('')).toMatch(/no address outside|cannot be found/)
  expect(connections()).toBe(0)
})

test('counts all ports of a host as one', async () => {
  const server = await createTestServer({ settings: { CLIENT_DOCUMENTS: 'on' } })
  let asked = 0
  answerOutside(async () => {
    asked++
    return await Promise.resolve(new Response('', { status: 404 }))
  })
  const client = await createDocumentClient(server)
  for (let count = 0; count < 36; count++) {
    const client_id = `https://editor.example.com:${1000 + count}/client.json`
    const { address } = await client.start({ client_id })
    await server.fetch(new Request(address), `192.0.2.${10 + (count % 6)}`)
  }
  expect(asked).toBe(30)
})
