import { expect, test } from 'vitest'
import { getChallenge, openSiteCaptcha, verifyChallenge } from '#protocol/captcha/calls.ts'
import { readDecision } from '#protocol/captcha/decision.ts'
import { hashSiteSecret } from '../../../server/operators/app-secrets.ts'
import { typeCommand } from '../../support/command.ts'
import { findProof } from '../../../widget/captcha/find-proof.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const SECRET = `1001.${'s'.repeat(43)}`

async function createSite(): Promise<TestServer> {
  const server = await createTestServer()
  await server.app.services.transaction(async ({ registeredApps: apps }) => {
    for (const app of await apps.all()) {
      const secret = app.aid === 1001 ? hashSiteSecret(SECRET) : ''
      await apps.update({ ...app, settings: { ...app.settings, captcha_secret: secret } })
    }
  })
  server.clock.passSeconds(31)
  return server
}

async function ticketOf(server: TestServer): Promise<string> {
  const client = server.client()
  const opened = await client.call(openSiteCaptcha, { action: 'comment' }, { origin: ORIGIN })
  const decision = readDecision(opened.data.verify_center_decision_conf)
  if (decision === undefined) throw new Error(`no decision came: ${opened.error}`)
  const { detail, fp } = decision
  const challenge = await client.call(getChallenge, { detail, fp })
  const id = challenge.data.id
  const proof = await findProof(challenge.data.pow, { sliceMs: 1000 })
  const verdict = await client.call(verifyChallenge, { id, fp, proof })
  expect(verdict.data.ticket).toMatch(/^[\w-]{43}$/)
  return String(verdict.data.ticket)
}

async function verify(server: TestServer, fields: Record<string, string>, isJson = false) {
  const reply = await server.fetch(
    new Request(`${ORIGIN}/captcha/siteverify`, {
      method: 'POST',
      headers: {
        'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      },
      body: isJson ? JSON.stringify(fields) : new URLSearchParams(fields),
    }),
  )
  return (await reply.json()) as Record<string, unknown>
}

test('confirms a ticket to the server of a site, once', async () => {
  const server = await createSite()
  const response = await ticketOf(server)
  const at = new Date(server.clock.now()).toISOString()
  expect(await verify(server, { secret: SECRET, response, remoteip: '192.0.2.1' })).toEqual({
    success: true,
    challenge_ts: at,
    hostname: 'localhost',
    action: 'comment',
    'error-codes': [],
  })
  expect(await verify(server, { secret: SECRET, response })).toEqual({
    success: false,
    'error-codes': ['timeout-or-duplicate'],
  })
})

test('accepts JSON, and repeats the reply for the same idempotency key', async () => {
  const server = await createSite()
  const response = await ticketOf(server)
  const call = { secret: SECRET, response, idempotency_key: 'order-7' }
  const first = await verify(server, call, true)
  expect(first.success).toBe(true)
  expect(await verify(server, call, true)).toEqual(first)
  const other = { ...call, idempotency_key: 'order-8' }
  expect((await verify(server, other)).success).toBe(false)
})

test('confirms a ticket once under concurrent requests', async () => {
  const server = await createSite()
  const response = await ticketOf(server)
  const results = await Promise.all(
    Array.from({ length: 20 }, () => verify(server, { secret: SECRET, response })),
  )
  expect(results.filter(({ success }) => success)).toHaveLength(1)
})

test('rejects a ticket after two minutes', async () => {
  const server = await createSite()
  const response = await ticketOf(server)
  server.clock.passSeconds(121)
  expect(await verify(server, { secret: SECRET, response })).toMatchObject({ success: false })
})

test.each([
  ['missing-input-secret', { response: 'x'.repeat(43) }],
  ['invalid-input-secret', { secret: `1001.${'t'.repeat(43)}`, response: 'x'.repeat(43) }],
  ['invalid-input-secret', { secret: `1002.${'s'.repeat(43)}`, response: 'x'.repeat(43) }],
  ['invalid-input-secret', { secret: 'nothing', response: 'x'.repeat(43) }],
  ['missing-input-response', { secret: SECRET }],
  ['invalid-input-response', { secret: SECRET, response: 'short' }],
  ['timeout-or-duplicate', { secret: SECRET, response: 'x'.repeat(43) }],
])('answers %s', async (code, fields) => {
  const server = await createSite()
  expect(await verify(server, fields)).toEqual({ success: false, 'error-codes': [code] })
})

test.each([
  ['application/json', '{'],
  ['application/json', '{"secret":5}'],
  ['text/plain', 'secret=x'],
])('answers bad-request to the unreadable %s %s', async (type, body) => {
  const server = await createSite()
  const reply = await server.fetch(
    new Request(`${ORIGIN}/captcha/siteverify`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    }),
  )
  expect(reply.status).toBe(200)
  expect(await reply.json()).toEqual({ success: false, 'error-codes': ['bad-request'] })
})

test('does not use a ticket when the secret is wrong', async () => {
  const server = await createSite()
  const response = await ticketOf(server)
  await verify(server, { secret: `1001.${'t'.repeat(43)}`, response })
  expect((await verify(server, { secret: SECRET, response })).success).toBe(true)
})

test('opens no decision for an unregistered or missing origin', async () => {
  const server = await createSite()
  const client = server.client()
  const foreign = await client.call(openSiteCaptcha, {}, { origin: 'https://evil.example' })
  expect(foreign.error).toBe('csrf_error')
  expect((await client.call(openSiteCaptcha, {}, { origin: null })).error).toBe('csrf_error')
})

test('accepts the secret printed for the operator, and stores only its hash', async () => {
  const server = await createSite()
  const response = await ticketOf(server)
  const { registeredApps: apps } = server.app.services
  const { output } = await typeCommand(server, ['captcha', 'secret', '1001'])
  const [secret = ''] = output.split('\n')
  server.clock.passSeconds(2)
  expect((await verify(server, { secret, response })).success).toBe(true)
  server.clock.passSeconds(31)
  expect((await verify(server, { secret: SECRET, response }))['error-codes']).toEqual([
    'invalid-input-secret',
  ])
  expect(JSON.stringify(await apps.all())).not.toContain(secret)
})
