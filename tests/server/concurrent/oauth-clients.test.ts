import { expect, test } from 'vitest'
import { changeClient } from '../../../server/oauth/manage-clients.ts'
import {
  createOAuthClient,
  open,
  REDIRECT,
  signInTo,
  type OAuthClient,
} from '../../support/oauth-client.ts'
import {
  createTestServer,
  createTwoServers,
  ORIGIN,
  type TestServer,
} from '../../support/test-server.ts'
import { typeCommand } from '../../support/command.ts'

const OFFLINE = 'openid profile offline_access'

async function printedSecret(server: TestServer, ...typed: string[]): Promise<string> {
  const { output } = await typeCommand(server, typed)
  return /^client_secret +(\S+)/m.exec(output)?.[1] ?? ''
}

const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

/** Asks about a token that does not exist, which takes nothing but who one is. */
async function introspectAs(
  server: TestServer,
  id: string,
  secret: string,
  address?: string,
): Promise<Response> {
  const request = new Request(`${ORIGIN}/oauth/introspect`, {
    method: 'POST',
    headers: { authorization: basic(id, secret) },
    body: new URLSearchParams({ token: 'x' }),
  })
  return await server.fetch(request, address)
}

test('accepts two secrets at once, so that a client rotates them without a failed call', async () => {
  const [server, other] = await createTwoServers()
  const oauthClient = await createOAuthClient(server)
  const statusOf = async (at: OAuthClient): Promise<number> =>
    (await at.post('introspect', { token: 'x' })).status
  const second = await printedSecret(server, 'client', 'secret', 'add', oauthClient.id)
  expect(second).toMatch(/^[\w-]{43}$/)
  const changed = oauthClient.at(other, second)
  expect([await statusOf(oauthClient), await statusOf(changed)]).toEqual([200, 200])
  const third = await typeCommand(server, ['client', 'secret', 'add', oauthClient.id])
  expect(third.errors).toContain('has two secrets')

  expect((await typeCommand(server, ['client', 'secret', 'end', oauthClient.id])).code).toBe(0)
  expect([await statusOf(oauthClient), await statusOf(changed)]).toEqual([401, 200])
  const again = await typeCommand(server, ['client', 'secret', 'end', oauthClient.id])
  expect(again.errors).toContain('with two secrets')

  const leaked = await printedSecret(server, 'client', 'secret', 'add', oauthClient.id)
  expect(await statusOf(oauthClient.at(server, leaked))).toBe(200)
  await typeCommand(server, ['client', 'secret', 'end', oauthClient.id, '--newer'])
  expect(await statusOf(oauthClient.at(server, leaked))).toBe(401)
  expect(await statusOf(changed)).toBe(200)

  const publicOne = await createOAuthClient(server, { isPublic: true })
  const none = await typeCommand(server, ['client', 'secret', 'add', publicOne.id])
  expect(none.errors).toContain('has no secret')
})

test('rejects a frozen client at once on every instance', async () => {
  const [server, other] = await createTwoServers()
  const oauthClient = await createOAuthClient(server, { scopes: OFFLINE })
  const { client: browser } = await server.person()
  const decision = { scopes: ['profile', 'offline_access'] }
  const tokens = await signInTo(oauthClient, browser, { scope: OFFLINE }, decision)
  const started = await oauthClient.start({ scope: OFFLINE })
  const callback = (await open(browser, started.address)).headers.get('location') ?? ''

  await typeCommand(server, ['client', 'freeze', oauthClient.id])
  for (const at of [server, other]) {
    const there = oauthClient.at(at)
    const unknown = { status: 401 }
    await expect(there.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject(unknown)
    await expect(there.exchange(started, callback)).rejects.toMatchObject(unknown)
    await expect(there.introspect(tokens.access_token)).rejects.toMatchObject(unknown)
    await expect(there.userInfo(tokens.access_token, '')).rejects.toThrow()
    const page = await at.fetch(new Request((await oauthClient.start()).address))
    expect([page.status, page.headers.get('location')]).toEqual([400, null])
  }
  await typeCommand(server, ['client', 'freeze', oauthClient.id, '--off'])
  await expect(oauthClient.at(other).refresh(tokens.refresh_token ?? '')).resolves.toBeDefined()
})

test('limits wrong secrets by client and network, but never the right one', async () => {
  const [server, other] = await createTwoServers()
  const oauthClient = await createOAuthClient(server)
  const neighbour = await createOAuthClient(server)
  const [here, elsewhere] = ['203.0.113.7', '198.51.100.7']
  const statuses: number[] = []
  for (let count = 0; count < 100; count++) {
    const at = count % 2 === 0 ? server : other
    statuses.push((await introspectAs(at, oauthClient.id, 'wrong', here)).status)
  }
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401))
  expect(new Set(statuses.slice(10))).toEqual(new Set([429]))
  const limited = await introspectAs(server, oauthClient.id, 'wrong', here)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await limited.json()).toMatchObject({ error: 'invalid_client' })

  expect((await introspectAs(server, oauthClient.id, 'wrong', elsewhere)).status).toBe(401)
  expect((await introspectAs(server, neighbour.id, 'wrong', here)).status).toBe(401)
  expect((await oauthClient.post('introspect', { token: 'x' })).status).toBe(200)
  server.clock.passSeconds(601)
  expect((await introspectAs(server, oauthClient.id, 'wrong', here)).status).toBe(401)
})

test('gives the same answer to a wrong secret and an unknown client', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const answers = async (id: string): Promise<unknown[]> => {
    const all: unknown[] = []
    for (let count = 0; count < 12; count++) {
      const reply = await introspectAs(server, id, 'wrong', '203.0.113.7')
      const headers = [...reply.headers].filter(([name]) => !/^(?:x-tt-logid|date)$/.test(name))
      all.push([reply.status, await reply.json(), headers])
    }
    return all
  }
  expect(await answers('c_unknown')).toEqual(await answers(oauthClient.id))
})

test('accepts a secret only where it is registered for, and by one method at a time', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const secret = await printedSecret(server, 'client', 'secret', 'add', oauthClient.id)
  const ask = async (
    query: string,
    body: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<unknown> => {
    const request = new Request(`${ORIGIN}/oauth/introspect${query}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ token: 'x', ...body }),
    })
    const reply = await server.fetch(request)
    return [reply.status, await reply.json()]
  }
  const ids = { client_id: oauthClient.id }
  const both = { ...ids, client_secret: secret }
  const inUrl = await ask(`?${new URLSearchParams(both).toString()}`, {})
  expect(inUrl).toMatchObject([400, { error: 'invalid_request' }])
  expect(await ask('', both)).toEqual([200, { active: false }])
  const authorization = basic(oauthClient.id, secret)
  expect(await ask('', both, { authorization })).toMatchObject([400, { error: 'invalid_request' }])
  const strange = await ask('', { client_id: 'c_other' }, { authorization })
  expect(strange).toMatchObject([400, { error: 'invalid_request' }])
  expect(await ask('', ids)).toMatchObject([401, { error: 'invalid_client' }])
})

test('ends tokens with scopes that a client loses, on every instance, and gives the rest', async () => {
  const [server, other] = await createTwoServers()
  const scopes = 'openid profile email offline_access'
  const oauthClient = await createOAuthClient(server, { scopes })
  const { client: browser } = await server.person()
  const allowed = { scopes: ['profile', 'email', 'offline_access'] }
  const tokens = await signInTo(oauthClient, browser, { scope: scopes }, allowed)
  const set = async (list: string): Promise<void> => {
    await typeCommand(server, ['client', 'set', oauthClient.id, '--scopes', list])
  }
  const there = oauthClient.at(other)
  await set('openid profile offline_access')
  expect((await there.introspect(tokens.access_token)).active).toBe(false)
  const rest = await there.refresh(tokens.refresh_token ?? '')
  expect(rest.scope).toBe('openid profile offline_access')
  expect((await there.introspect(rest.access_token)).active).toBe(true)
  await set('openid profile')
  await expect(there.refresh(rest.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

test('may ask for access that outlives the session, unless its operator says otherwise', async () => {
  const server = await createTestServer()
  const { output } = await typeCommand(server, [
    'client',
    'add',
    'Harbour',
    '--redirects',
    REDIRECT,
  ])
  expect(output).toMatch(/^scopes +openid user_info profile email offline_access$/m)
})

test('prints the issuer that the server on this database is', async () => {
  const add = ['client', 'add', 'Harbour', '--redirects', REDIRECT]
  const issuerOf = async (server: TestServer): Promise<string | undefined> =>
    /^issuer +(.*)$/m.exec((await typeCommand(server, add)).output)?.[1]
  const elsewhere = 'http://127.0.0.1:7000'
  const server = await createTestServer({ settings: { PUBLIC_ORIGIN: elsewhere } })
  expect(await issuerOf(server)).toBe(elsewhere)
  await server.database.query.deleteFrom('apps').execute()
  server.clock.passSeconds(60)
  expect(await issuerOf(server)).toBe(
    'http://127.0.0.1:7000   (no server has started yet; PUBLIC_ORIGIN or PORT would change it)',
  )
})

test('is for devices until its operator says otherwise', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, { isPublic: true, more: ['--devices'] })
  const body = new URLSearchParams({ client_id: oauthClient.id, scope: 'openid' })
  const ask = async (): Promise<number> => {
    const request = new Request(`${ORIGIN}/oauth/device/code`, { method: 'POST', body })
    return (await server.fetch(request)).status
  }
  const set = (...typed: string[]) =>
    typeCommand(server, ['client', 'set', oauthClient.id, ...typed])
  expect(await ask()).toBe(200)
  expect((await set('--devices', '--no-devices')).errors).toContain('exclude each other')
  expect((await set('--no-devices')).code).toBe(0)
  expect(await ask()).toBe(400)
  await set('--devices')
  expect(await ask()).toBe(200)
})

test('changes the registration of a client', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const set = (...typed: string[]) =>
    typeCommand(server, ['client', 'set', oauthClient.id, ...typed])
  const moved = 'https://new.example.com/callback'
  expect((await set('--name', 'Haven', '--redirects', moved)).code).toBe(0)
  const { client: browser } = await server.person()
  const former = await open(browser, (await oauthClient.start()).address)
  expect([former.status, former.headers.get('location')]).toEqual([400, null])
  const { address } = await oauthClient.start({ redirect_uri: moved })
  const page = await (await open(browser, address)).text()
  expect(page).toContain('“Haven”')
  expect(page).toContain('new.example.com')

  for (const wrong of [
    [],
    ['--scopes', 'root'],
    ['--redirects', 'javascript:alert(1)'],
    ['--redirects', 'https://app.example.com:0/callback'],
    ['--redirects', 'http://127.0.0.1:0/callback'],
    ['--redirects', 'https://app.example.com/a/../callback'],
    ['--redirects', 'https://app.example.com/a/.%2e'],
    ['--redirects', 'com.example.app:/./callback'],
  ]) {
    expect((await set(...wrong)).code, wrong.join(' ')).not.toBe(0)
  }
  const unknown = await typeCommand(server, ['client', 'set', 'c_x', '--name', 'X'])
  expect(unknown.errors).toContain('There is no client')
})

test.each([
  ['freeze', 'frozen', 'active'],
  ['verify', 'verified', 'not verified'],
])('can be told to %s a client twice, but not one that there is not', async (verb, on, off) => {
  const server = await createTestServer()
  const { id } = await createOAuthClient(server)
  const say = (...typed: string[]) => typeCommand(server, ['client', verb, ...typed])
  for (const [flags, state] of [
    [[], on],
    [[], on],
    [['--off'], off],
  ] as const) {
    expect((await say(id, ...flags)).output).toBe(`${id} is ${state}.`)
  }
  expect((await say('c_nobody')).errors).toContain('There is no client "c_nobody".')
})

test('keeps what two operators change of a client at once', async () => {
  const [server, other] = await createTwoServers()
  const { id } = await createOAuthClient(server)
  const changes = [
    { developer: 'Harbour KK' },
    { afterLogout: 'https://app.example.com/bye' },
    { requiredLevel: '2' },
    { origins: 'https://app.example.com' },
    { hasReadableTokens: true },
    { name: 'Harbour' },
  ]
  await Promise.all(
    changes.map((change, at) =>
      changeClient((at % 2 === 0 ? server : other).app.services, id, change),
    ),
  )
  const client = await server.app.services.oauthClients.find(id)
  expect(client).toMatchObject({
    name: 'Harbour',
    details: {
      developer: 'Harbour KK',
      postLogoutRedirects: ['https://app.example.com/bye'],
      requiredLevel: 2,
      origins: ['https://app.example.com'],
    },
  })
})
