import { describe, expect, test } from 'vitest'
import { fillPath, pathsOf } from '#protocol/endpoint.ts'
import { collectorEndpoints, formEndpoints } from '#protocol/index.ts'
import { createInvitationsInBulk } from '#protocol/web/invitations.ts'
import { updateMember } from '#protocol/web/members.ts'
import { updateOrganization } from '#protocol/web/organizations.ts'
import { oauthPaths } from '../../../server/oauth/paths.ts'
import { createCompany } from '../../support/companies.ts'
import { createOAuthClient } from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'
import { namedEndpoints } from '../../support/valid-calls.ts'

const settings = {
  CALLS_PER_ADDRESS_10S: '1000000',
  FORM_POSTS_PER_ADDRESS_HOUR: '1000000',
  CLIENT_REGISTRATION: 'token',
  CLIENT_DOCUMENTS: 'on',
}
/** In a text that JSON escapes; forms know no surrogates. */
const halfPair = '\ud800'
const json = { 'content-type': 'application/json' }

/** A server with somebody signed in, whose browser sends what it is told. */
async function start(): Promise<{
  server: TestServer
  /** Returns status and text of the reply. */
  send(path: string, init?: RequestInit): Promise<{ status: number; text: string }>
  faults(): string[]
}> {
  const server = await createTestServer({ settings })
  const { client } = await server.person()
  const headers = {
    origin: ORIGIN,
    'x-tt-passport-csrf-token': client.cookies.get('passport_csrf_token') ?? '',
    cookie: [...client.cookies].map((pair) => pair.join('=')).join('; '),
  }
  return {
    server,
    send: async (path, init = {}) => {
      const request = new Request(`${ORIGIN}${path}`, {
        redirect: 'manual',
        ...init,
        headers: { ...headers, ...(init.headers as object) },
      })
      // Requests with such bytes are no secrets to look for in the log.
      const reply = await server.app.fetch(request)
      return { status: reply.status, text: await reply.text() }
    },
    faults: () => server.lines.filter((line) => line.includes('"fault"')),
  }
}

function namesOf({ schema }: { schema: unknown }): string[] {
  return Object.keys(schema ?? {})
}

test('refuses bodies that are not UTF-8', async () => {
  const { send } = await start()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const typed = [
    [json, '{"email":"jos\u00e9@example.com","password":"x"}'],
    [form, 'email=jos\u00e9@example.com&password=x'],
  ] as const
  for (const [headers, text] of typed) {
    for (const [encoding, isRead] of [
      ['latin1', false],
      ['utf8', true],
    ] as const) {
      const body = Buffer.from(text, encoding)
      const path = '/passport/web/user/login/?aid=1001'
      const { text: reply } = await send(path, { method: 'POST', headers, body })
      expect(reply.includes('bad_body')).toBe(!isRead)
    }
  }
})

describe('a null character or half a surrogate pair', () => {
  test('is refused in each field of each call, in its name, and in its path', async () => {
    const { send, faults } = await start()
    for (const { name, endpoint } of namedEndpoints) {
      const [method = 'POST'] = endpoint.methods
      const [{ path } = { path: '' }] = pathsOf(endpoint)
      const address = `${fillPath(path, { aid: '1001', key: 'none' })}?aid=1001`
      const sent = [...namesOf(endpoint.payload), 'fp', 'scene'].map((field) => [field, 'a\0b'])
      for (const [field = '', value = ''] of [...sent, ['a\0b', '1']]) {
        const fields = new URLSearchParams({ [field]: value })
        const form = new FormData()
        form.append(field.replace('\0', '%00'), value)
        const body = endpoint.body === 'multipart' ? form : fields
        const init =
          endpoint.body === 'json'
            ? { method: 'POST', headers: json, body: JSON.stringify({ [field]: value }) }
            : { method, body }
        const { status, text } =
          method === 'GET' ? await send(`${address}&${fields}`) : await send(address, init)
        const isName = endpoint.body === 'multipart' && value === '1'
        expect(status, `${name} ${field}: ${text}`).toBe(isName ? status : 400)
        expect(status).toBeLessThan(500)
      }
      if (!path.includes(':')) continue
      const odd = await send(`${fillPath(path, { aid: '10\0', key: '\0' })}?aid=1001`, { method })
      expect(odd.status, path).toBe(400)
    }
    expect(faults()).toEqual([])
  })

  test('is refused in JSON, also deep inside and in names', async () => {
    const { send, faults } = await start()
    const calls = namedEndpoints.filter(({ endpoint }) => endpoint.body === 'json')
    expect(calls.length).toBeGreaterThan(3)
    for (const { name, endpoint } of calls) {
      const [{ path } = { path: '' }] = pathsOf(endpoint)
      for (const odd of ['\0', halfPair]) {
        for (const field of namesOf(endpoint.payload)) {
          for (const value of [odd, [odd], { deep: [{ [odd]: 1 }] }]) {
            const body = JSON.stringify({ [field]: value })
            const init = { method: 'POST', headers: json, body }
            const { status } = await send(`${path}?aid=1001`, init)
            expect(status, `${name} ${body}`).toBe(400)
          }
        }
      }
    }
    expect(faults()).toEqual([])
  })

  test('is refused in JSON that is the text of a field', async () => {
    const server = await createTestServer()
    const { manager } = await createCompany(server)
    for (const odd of ['\0', halfPair]) {
      const rows = [{ row: 1, email: 'a@example.com', deputy_name: 'A', external_id: odd }]
      const bulk = await manager.call(createInvitationsInBulk, { rows })
      expect(bulk.error).toBe('bad_parameter')
      const facts = { base_infos: { industry: odd }, detail_infos: { address: odd } }
      expect((await manager.call(updateOrganization, facts)).error).toBe('bad_parameter')
    }
    // Programs seal what they like.
    const sealed = { deputy_identity_id: manager.id, deputy_name: 'a\0b' }
    const refused = await manager.call(updateMember, sealed, { isSealed: true })
    expect(refused.error).toBe('bad_parameter')
    expect(server.lines.filter((line) => line.includes('"fault"'))).toEqual([])
  })

  test('is refused by each plain form', async () => {
    const { send, faults } = await start()
    for (const { path, payload } of formEndpoints) {
      for (const field of [...namesOf(payload), 'a\0b']) {
        const body = new URLSearchParams({ [field]: 'a\0b' })
        const posted = await send(path, { method: 'POST', body })
        expect(posted.status, `${path} ${field}`).toBe(400)
        const shown = await send(`${path}?${body}`)
        expect(shown.status, `${path} ${field}`).toBeOneOf([302, 400, 404])
      }
    }
    expect(faults()).toEqual([])
  })

  test('is refused by each OAuth call', async () => {
    const { server, send, faults } = await start()
    const { id, secret } = await createOAuthClient(server)
    const params = [
      'client_key client_secret redirect_uri response_type scope state nonce code code_verifier',
      'code_challenge code_challenge_method resource dpop_jkt request request_uri grant_type',
      'refresh_token token token_type_hint device_code user_code id_token_hint logout_hint prompt',
      'client_assertion client_assertion_type post_logout_redirect_uri open_id access_token max_age',
    ].flatMap((line) => line.split(' '))
    const { answer, jwks, ...paths } = oauthPaths
    const client = { client_id: id, client_secret: secret ?? '' }
    for (const path of Object.values(paths)) {
      for (const name of ['client_id', ...params]) {
        const body = new URLSearchParams({ ...client, grant_type: 'client_credentials' })
        body.set(name, 'a\0b')
        const posted = await send(path, { method: 'POST', body })
        expect(posted.status, `${path} ${name}: ${posted.text}`).toBeLessThan(500)
        expect((await send(`${path}?${body}`)).status, `${path} ${name}`).toBeLessThan(500)
        const isOfClient = /\/(?:par|token|device\/code|revoke|introspect)$/.test(path)
        expect(isOfClient && name === 'client_id' ? posted.text : 'null character').toContain(
          'null character',
        )
        expect(isOfClient && name === 'client_id' ? posted.status : 400).toBe(400)
      }
      for (const named of ['a\0b', 'a%00b']) {
        const basic = Buffer.from(`${named}:${secret}`).toString('base64')
        const body = new URLSearchParams({ grant_type: 'client_credentials' })
        const headers = { authorization: `Basic ${basic}` }
        const { status, text } = await send(path, { method: 'POST', body, headers })
        expect(status, `${path} ${named}: ${text}`).toBeLessThan(500)
      }
    }
    for (const path of [answer, jwks]) {
      expect((await send(`${path}?client_id=%00`)).status).toBeLessThan(500)
    }
    for (const odd of ['\\u0000', '\\ud800']) {
      const body = `{"client_name":"${odd}","redirect_uris":["https://a.example/${odd}"]}`
      const headers = { ...json, authorization: 'Bearer a%00' }
      const { status } = await send(oauthPaths.registration, { method: 'POST', headers, body })
      expect(status).toBeLessThan(500)
    }
    expect(faults()).toEqual([])
  })

  test('does no harm as the client that a hint is said to be for', async () => {
    const { send, faults } = await start()
    for (const aud of ['a\0b', halfPair, ['\0'], 'https://inside.example/client.json', null]) {
      const claims = Buffer.from(JSON.stringify({ aud })).toString('base64url')
      const query = `id_token_hint=e30.${claims}.e30`
      const { status } = await send(`/oauth/logout?${query}`)
      expect(status, String(aud)).toBeLessThan(400)
      const body = new URLSearchParams(query)
      expect((await send('/form/end-session', { method: 'POST', body })).status).toBe(303)
    }
    expect(faults()).toEqual([])
  })

  test('does no harm in cookies, headers, addresses and telemetry', async () => {
    const { send, faults } = await start()
    const cookies =
      'sessionid sessionid_ss uid_tt passport_csrf_token s_v_web_id oauth_state qr_bind open_bind invitation account_changed'
    const paths = ['/passport/web/account/info?aid=1001', '/form/identity', '/oauth/authorize']
    for (const path of paths) {
      for (const name of cookies.split(' ')) {
        for (const value of ['a%00b', '%ED%A0%80', '%00', `${'t'.repeat(42)}%00`]) {
          const { status } = await send(path, { headers: { cookie: `${name}=${value}` } })
          expect(status, `${name}=${value} at ${path}`).toBeLessThan(500)
        }
      }
      for (const header of ['x-tt-session', 'x-tt-passport-csrf-token', 'authorization', 'dpop']) {
        const { status } = await send(path, { headers: { [header]: 'Bearer a%00\u00ff' } })
        expect(status, header).toBeLessThan(500)
      }
    }
    const addresses = [
      '/dev/mailbox/%00',
      '/dev/mailbox.json?to=%00',
      '/avatars/%00',
      '/captcha/link?token=%00',
      '/healthz?a=%00',
      '/device?user_code=%00',
      '/.well-known/openid-configuration?a=%00',
    ]
    for (const path of addresses) expect((await send(path)).status, path).toBeLessThan(500)
    for (const { path } of collectorEndpoints) {
      for (const odd of ['\\u0000', '\\ud800']) {
        const body = `[{"events":[{"event":"${odd}"}],"${odd}":1}]`
        const { status } = await send(path, { method: 'POST', headers: json, body })
        expect(status).toBeLessThan(500)
      }
    }
    for (const body of ['secret=%00&response=%00', 'secret=a&response=%00']) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const { status } = await send('/captcha/siteverify', { method: 'POST', headers, body })
      expect(status).toBeLessThan(500)
    }
    expect(faults()).toEqual([])
  })
})
