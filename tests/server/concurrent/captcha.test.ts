import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { captchaSettings, getChallenge, verifyChallenge } from '#protocol/captcha/calls.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import { passCaptcha as pass } from '../../support/pass-captcha.ts'
import { typeCommand } from '../../support/command.ts'
import { createTestServer } from '../../support/test-server.ts'

const settings = { CAPTCHA_ON_SEND: 'on' }
const payload = { email: 'ann@example.com', type: 13 }
const resend = { params: { is_resend: '1' } }

test('requires a captcha before the first code of a browser, then sends it', async () => {
  const server = await createTestServer({ settings })
  const client = server.client()
  const first = await client.call(sendCode, payload)
  expect(first.body.error_code).toBe(1105)
  expect(first.body.verify_center_decision_conf).toBe(first.data.verify_center_decision_conf)
  const decision = JSON.parse(String(first.data.verify_center_decision_conf)) as object
  expect(decision).toMatchObject({ verify_ticket: first.data.verify_ticket })
  expect(await server.mail('ann@example.com')).toEqual([])

  await pass(client, first)
  const again = await client.call(sendCode, payload, resend)
  expect(again.error).toBeUndefined()
  expect(await server.codeFor('ann@example.com')).toMatch(/^\d{6}$/)
})

test('requires no further captcha for ten minutes', async () => {
  const server = await createTestServer({ settings })
  const client = server.client()
  await pass(client, await client.call(sendCode, payload))
  await client.call(sendCode, payload, resend)
  server.clock.passSeconds(61)
  expect((await client.call(sendCode, payload)).error).toBeUndefined()
  server.clock.passSeconds(600)
  expect((await client.call(sendCode, payload)).error).toBe('captcha_slide')
})

test('requires a captcha of another browser and in another network', async () => {
  const server = await createTestServer({ settings })
  const client = server.client()
  await pass(client, await client.call(sendCode, payload))
  await client.call(sendCode, payload, resend)
  const other = { email: 'bob@example.com', type: 13 }
  expect((await server.client().call(sendCode, other)).error).toBe('captcha_slide')
  const moved = await client.call(sendCode, other, { address: '192.0.2.9' })
  expect(moved.error).toBe('captcha_slide')
})

test('accepts a passed captcha once, for the same call only', async () => {
  const server = await createTestServer({ settings })
  const client = server.client()
  await pass(client, await client.call(sendCode, payload))
  const other = await client.call(sendCode, { ...payload, email: 'bob@example.com' }, resend)
  expect(other.error).toBe('captcha_slide')
  const thief = await server.client().call(sendCode, payload, resend)
  expect(thief.error).toBe('captcha_slide')
  expect((await client.call(sendCode, payload, resend)).error).toBeUndefined()
})

test('rejects a passed captcha after two minutes', async () => {
  const server = await createTestServer({ settings })
  const client = server.client()
  await pass(client, await client.call(sendCode, payload))
  server.clock.passSeconds(121)
  expect((await client.call(sendCode, payload, resend)).error).toBe('captcha_slide')
})

test('stores no address with a challenge, and no hash without a secret', async () => {
  const server = await createTestServer({ settings })
  await server.client().call(sendCode, payload)
  const rows = await server.database.query.selectFrom('captchaDecisions').selectAll().execute()
  const kept = JSON.stringify(rows)
  expect(rows).toHaveLength(1)
  expect(kept).not.toContain('ann@')
  for (const text of ['ann@example.com', '["ann@example.com"]']) {
    const hash = createHash('sha256').update(text).digest()
    for (const form of ['base64url', 'hex'] as const)
      expect(kept).not.toContain(hash.toString(form))
  }
})

test('requires a pass even with is_resend', async () => {
  const server = await createTestServer({ settings })
  const answer = await server.client().call(sendCode, payload, resend)
  expect(answer.error).toBe('captcha_slide')
})

test('requires no captcha with a session', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const strict = await createTestServer({ settings })
  expect((await strict.client().call(sendCode, payload)).error).toBe('captcha_slide')
  expect((await client.call(sendCode, payload)).error).toBeUndefined()
})

test('accepts a sign-in after its captcha was passed', async () => {
  const server = await createTestServer()
  const { email, password } = await server.person()
  const client = server.client()
  for (let guess = 0; guess < 3; guess++) {
    await client.call(passwordLogin, { email, password: 'wrong' })
  }
  const rejection = await client.call(passwordLogin, { email, password })
  expect(rejection.error).toBe('captcha_slide')
  await pass(client, rejection)
  const answer = await client.call(passwordLogin, { email, password }, resend)
  expect(answer.error).toBeUndefined()
})

test('returns the address of the captcha script', async () => {
  const server = await createTestServer()
  for (const method of ['POST', 'GET'] as const) {
    const headers = { 'x-setting-flag': '1' }
    const answer = await server.client().call(captchaSettings, {}, { method, headers })
    expect(answer.data.verify).toHaveProperty('js_v2')
  }
  expect((await server.client().call(captchaSettings, {})).error).toBe('bad_parameter')
})

test('distinguishes unknown decisions from open ones', async () => {
  const server = await createTestServer()
  const client = server.client()
  const unknown = { detail: 'x'.repeat(32), fp: client.webId }
  expect((await client.call(getChallenge, unknown)).error).toBe('captcha_expired')
  const answer = { id: 'x'.repeat(32), fp: client.webId, proof: 'A'.repeat(22) }
  const verdict = await client.call(verifyChallenge, answer)
  expect(['expired', undefined]).toContain(verdict.data.result)
})

test('answers 429 with Retry-After when too many pictures were requested', async () => {
  const server = await createTestServer({ settings })
  const client = server.client()
  const ask = async (): Promise<Awaited<ReturnType<typeof client.call>>> => {
    const first = await client.call(sendCode, payload)
    const { detail, fp } = JSON.parse(String(first.data.verify_center_decision_conf)) as {
      detail: string
      fp: string
    }
    return await client.call(getChallenge, { detail, fp, region: 'sg', mode: 'pow' })
  }
  // Work counts twice, and ten a minute are enough for one browser.
  for (let i = 0; i < 5; i++) expect((await ask()).status).toBe(200)
  const refused = await ask()
  expect([refused.status, refused.error]).toEqual([429, 'server_busy'])
  expect(refused.data.retry_after).toBe(60)
  expect(refused.headers.get('retry-after')).toBe('60')
})

test('logs for which device and app a challenge was issued', async () => {
  const server = await createTestServer({ settings })
  const client = server.client()
  const refused = await client.call(sendCode, payload)
  const { detail, fp } = JSON.parse(String(refused.data.verify_center_decision_conf)) as {
    detail: string
    fp: string
  }
  const names = { did: '7301', iid: '88', app_name: 'editor' }
  expect((await client.call(getChallenge, { detail, fp, ...names })).error).toBeUndefined()
  const line = server.lines.find((text) => text.includes('captcha issued'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ did: '7301', iid: '88', appName: 'editor' })
  const long = { detail, fp, did: 'x'.repeat(65) }
  expect((await client.call(getChallenge, long)).error).toBe('bad_parameter')
})

test('shows everybody a picture while an operator says that the site is under attack', async () => {
  const server = await createTestServer({ settings })
  const ask = async (): Promise<unknown> => {
    const client = server.client()
    const first = await client.call(sendCode, payload)
    const { detail, fp } = JSON.parse(String(first.data.verify_center_decision_conf)) as {
      detail: string
      fp: string
    }
    server.clock.passSeconds(1)
    return (await client.call(getChallenge, { detail, fp })).data.subtype
  }
  expect(await ask()).toBe('pow')
  const on = await typeCommand(server, ['captcha', 'under-attack', 'on', '--hours', '1'])
  expect(on).toMatchObject({ code: 0 })
  expect(on.output).toContain('for 1 h;')
  expect(['text', '3d', 'whirl']).toContain(await ask())
  await typeCommand(server, ['captcha', 'under-attack', 'off'])
  expect(await ask()).toBe('pow')
  const wrong = await typeCommand(server, ['captcha', 'under-attack', 'maybe'])
  expect(wrong).toMatchObject({ code: 2 })
})
