import { expect, inject, test } from 'vitest'
import type { Struct } from 'superstruct'
import { excessOf, hasAmount, isBounded, sendExtremes } from '../../support/amounts.ts'
import { typeCommand } from '../../support/command.ts'
import { createOAuthClient } from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'
import { namedEndpoints } from '../../support/valid-calls.ts'

/** Errors of calls with amounts that lack a proof, or whose application shares to nobody; the others succeed. */
const withoutProof: Readonly<Record<string, string>> = {
  validateCode: 'code_type_mismatch',
  checkCode: 'code_type_mismatch',
  verifyEmail: 'code_expired',
  smsLogin: 'code_expired',
  smsLoginOnly: 'code_expired',
  emailCodeLogin: 'code_expired',
  registerVerifyLogin: 'code_expired',
  passwordLogin: 'password_error',
  shareToken: 'bad_app',
  shareLogin: 'share_token_invalid',
  smsAuthorize: 'code_expired',
  authLogin: 'platform_unavailable',
  authLoginOnly: 'platform_unavailable',
  authBind: 'platform_unavailable',
  authUnbind: 'binding_not_exist',
  authVerify: 'platform_unavailable',
  cancelVerify: 'code_missing',
  openSendCode: 'code_type_error',
  openSms: 'open_request_expired',
  openThirdParty: 'open_request_expired',
  confirmOpenQrcode: 'qr_unknown',
  createInvitationByLark: 'platform_unavailable',
  getChallenge: 'captcha_expired',
}

// Few calls without amounts ask the database for what PostgreSQL would answer otherwise.
const walked = namedEndpoints.filter((one) => inject('postgres') === undefined || hasAmount(one))

test.each(walked)('$name takes extremes with little work', async (named) => {
  const { excess, error } = await sendExtremes(named)
  // The first time includes compiling, and a busy machine: what was too much is measured once more.
  const { excess: again } = excess.length === 0 ? { excess } : await sendExtremes(named)
  expect(again).toEqual([])
  expect(hasAmount(named) ? error : '').toBe(withoutProof[named.name] ?? '')
})

test('every number of a payload has a least and a largest value', () => {
  const unbounded = namedEndpoints.flatMap(({ name, endpoint }) =>
    Object.entries((endpoint.payload.schema ?? {}) as Record<string, Struct>)
      .filter(([, struct]) => !isBounded(struct))
      .map(([field]) => `${name}.${field}`),
  )
  expect(unbounded).toEqual([])
})

type Send = (server: TestServer) => Promise<() => Promise<Response>>

function many(count: number, make: (at: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => make(at))
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** The largest requests of those that are in no table of endpoints. */
const largest: Readonly<Record<string, Send>> = {
  'a batch of telemetry': async (server) => {
    const params = JSON.stringify({ text: 'x'.repeat(500) })
    const events = many(20, (at) => `{"event":"e${at}","params":${JSON.stringify(params)}}`)
    const batch = `{"events":[${events.join()}],"header":{"app_id":1001}}`
    const body = `[${many(20, () => batch).join()}]`
    return () =>
      server.fetch(new Request(`${ORIGIN}/v1/list`, { method: 'POST', body, headers: json }))
  },
  'a batch of monitoring': async (server) => {
    const event = { ev_type: 'x'.repeat(128), payload: { name: 'y'.repeat(128), duration: 1e9 } }
    const body = JSON.stringify({ ev_type: 'batch', list: many(20, () => '').map(() => event) })
    const url = `${ORIGIN}/monitor_browser/collect/batch?biz_id=1001`
    return () => server.fetch(new Request(url, { method: 'POST', body, headers: json }))
  },
  'JSON that is nested deeply': async (server) => {
    const body = `{"detail":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const url = `${ORIGIN}/captcha/get?aid=1001`
    return () => server.app.fetch(new Request(url, { method: 'POST', body, headers: json }))
  },
  'an authorization with hundreds of scopes': async (server) => {
    const oauthClient = await createOAuthClient(server)
    const { client } = await server.person()
    const { address } = await oauthClient.start({
      scope: `openid ${many(1500, (at) => `s${at}`).join(' ')}`,
    })
    return () => client.send(new Request(address, { redirect: 'manual' }))
  },
  'an authorization for hundreds of resources': async (server) => {
    const oauthClient = await createOAuthClient(server)
    const { client } = await server.person()
    const { address } = await oauthClient.start()
    const resources = many(300, (at) => `&resource=https%3A%2F%2Fr${at}.example`).join('')
    return () => client.send(new Request(address + resources, { redirect: 'manual' }))
  },
  'a token request for thousands of resources': async (server) => {
    const { id, secret } = await createOAuthClient(server)
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
    const resources = many(1500, (at) => `&resource=https%3A%2F%2Fr${at}.example`).join('')
    const body = `grant_type=client_credentials&scope=a${resources}`
    const headers = { ...form, authorization }
    return () =>
      server.fetch(new Request(`${ORIGIN}/oauth/token`, { method: 'POST', body, headers }))
  },
  'a pushed request as long as may be': async (server) => {
    const { id, secret } = await createOAuthClient(server)
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
    const body = `response_type=code&scope=${many(9000, (at) => `s${at}`).join('+')}`
    const headers = { ...form, authorization }
    return () => server.fetch(new Request(`${ORIGIN}/oauth/par`, { method: 'POST', body, headers }))
  },
  'a registration with thousands of redirects': async (server) => {
    const { output } = await typeCommand(server, ['client', 'token'])
    const authorization = `Bearer ${/^token +(\S+)/.exec(output)?.[1] ?? ''}`
    const redirect_uris = many(1500, (at) => `https://skiff${at}.example/callback`)
    const body = JSON.stringify({ client_name: 'Skiff', redirect_uris })
    const headers = { ...json, authorization }
    return () =>
      server.fetch(new Request(`${ORIGIN}/oauth/register`, { method: 'POST', body, headers }))
  },
  'a form with thousands of fields': async (server) => {
    const { client } = await server.person()
    const fields = Object.fromEntries(many(5000, (at) => `f${at}`).map((name) => [name, '1']))
    return () => client.form('/form/identity', fields)
  },
}

test.each(Object.keys(largest))('%s takes little work', async (name) => {
  const server = await createTestServer({ settings: { CLIENT_REGISTRATION: 'token' } })
  const send = await largest[name]?.(server)
  expect(send).toBeDefined()
  // A first call also compiles and loads what it runs, which may take longer than the call.
  const first = await send?.()
  const seen: Response[] = []
  const excess = await excessOf(server, async () => {
    const reply = (await send?.()) ?? Response.error()
    seen.push(reply)
    return reply
  })
  expect(excess, await seen[0]?.text()).toEqual([])
  expect(seen[0]?.status, 'the same once more').toBe(first?.status)
})
