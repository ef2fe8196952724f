import { expect, test } from 'vitest'
import { authInfo, authorizeClient } from '#protocol/web/open-authorization.ts'
import {
  createProgram,
  REDIRECT,
  type Program,
  type StartedRequest,
} from '../support/oauth-client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../support/test-server.ts'

type OpenRequest = Record<
  | 'client_key'
  | 'redirect_uri'
  | 'scope'
  | 'state'
  | 'nonce'
  | 'code_challenge'
  | 'code_challenge_method',
  string
>

async function setUp(): Promise<{
  server: TestServer
  program: Program
  started: StartedRequest
  request: OpenRequest
}> {
  const server = await createTestServer()
  const program = await createProgram(server)
  const started = await program.start()
  const { searchParams } = new URL(started.address)
  const param = (name: string): string => searchParams.get(name) ?? ''
  const request = {
    client_key: param('client_id'),
    redirect_uri: REDIRECT,
    scope: 'openid,profile,email',
    state: param('state'),
    nonce: param('nonce'),
    code_challenge: param('code_challenge'),
    code_challenge_method: 'S256',
  }
  return { server, program, started, request }
}

test('says who asks for what, and leads back with a code for what is allowed', async () => {
  const { server, program, started, request } = await setUp()
  const stranger = await server.client().call(authInfo, request)
  expect(stranger.data).toMatchObject({ need_login: 1, returns_to: 'app.example.com' })

  const { client: browser } = await server.person()
  const { data } = await browser.call(authInfo, request)
  expect(data).toMatchObject({
    client: { client_key: request.client_key, name: 'Harbour' },
    need_login: 0,
    scopes: [
      { scope: 'openid', required: 1, is_new: 1 },
      { scope: 'profile', required: 0, is_new: 1 },
      { scope: 'email', required: 0, is_new: 1 },
    ],
  })
  const auth_ticket = String(data.auth_ticket)
  expect((await browser.call(authInfo, { auth_ticket })).data.auth_ticket).toBe(auth_ticket)
  const answer = { auth_ticket, scopes: 'profile', action: 'allow' } as const
  const allowed = await browser.call(authorizeClient, answer, { origin: ORIGIN })
  expect(allowed.data).toMatchObject({ state: request.state, iss: ORIGIN })
  const tokens = await program.exchange(started, String(allowed.data.redirect_url))
  expect(tokens.scope).toBe('openid profile')

  const again = await browser.call(authInfo, request)
  expect(again.data.scopes).toMatchObject([
    { scope: 'openid', granted: 1 },
    { scope: 'profile', granted: 1 },
    { scope: 'email', refused: 1 },
  ])
})

test('takes one answer to a request, of many at the same time', async () => {
  const { server, request } = await setUp()
  const { client: browser } = await server.person()
  const { data } = await browser.call(authInfo, request)
  const answer = { auth_ticket: String(data.auth_ticket), scopes: 'email' }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => browser.call(authorizeClient, answer, { origin: ORIGIN })),
  )
  const errors = answers.map(({ error }) => error).filter((error) => error !== undefined)
  expect(errors).toEqual(Array.from({ length: 4 }, () => 'open_request_expired'))
})

test.each([
  [{ action: 'refuse', scopes: 'email' }],
  [{ action: 'allow', scopes: '' }],
  [{ action: 'allow', scopes: 'phone' }],
] as const)('tells the application of a refusal: %j', async (answer) => {
  const { server, request } = await setUp()
  const { client: browser } = await server.person()
  const { data } = await browser.call(
    authorizeClient,
    { ...request, ...answer },
    { origin: ORIGIN },
  )
  const address = new URL(String(data.redirect_url))
  expect(address.searchParams.get('error')).toBe('access_denied')
  expect(data.code).toBeUndefined()
})

test('is decided on pages of this server only, in the browser that asked', async () => {
  const { server, request } = await setUp()
  const [ann, bo] = [await server.person(), await server.person()]
  const foreign = { origin: 'http://localhost:4322', aid: 1002 }
  expect((await ann.client.call(authorizeClient, request, foreign)).error).toBe('csrf_error')
  const { data } = await ann.client.call(authInfo, request)
  const stolen = { auth_ticket: String(data.auth_ticket), scopes: 'email' }
  const answer = await bo.client.call(authorizeClient, stolen, { origin: ORIGIN })
  expect(answer.error).toBe('open_request_expired')
  expect((await server.client().call(authorizeClient, request, { origin: ORIGIN })).error).toBe(
    'session_expired',
  )
})

test.each([
  [{ client_key: 'c_unknown' }, 'client_unknown'],
  [{ redirect_uri: `${REDIRECT}/` }, 'redirect_mismatch'],
  [{ scope: 'phone' }, 'scope_refused'],
  [{ scope: 'everything' }, 'scope_refused'],
  [{ code_challenge_method: 'plain' }, 'open_request_invalid'],
] as const)('refuses %j with %s', async (wrong, error) => {
  const { server, request } = await setUp()
  const { client: browser } = await server.person()
  expect((await browser.call(authInfo, { ...request, ...wrong })).error).toBe(error)
  const answer = await browser.call(authorizeClient, { ...request, ...wrong }, { origin: ORIGIN })
  expect(answer.error).toBe(error)
})

test('forgets a request after ten minutes', async () => {
  const { server, request } = await setUp()
  const { client: browser } = await server.person()
  const { data } = await browser.call(authInfo, request)
  server.clock.passSeconds(601)
  const late = await browser.call(authInfo, { auth_ticket: String(data.auth_ticket) })
  expect(late.error).toBe('open_request_expired')
})
