import { expect, test } from 'vitest'
import { captchaState, getChallenge, mailCaptchaLink } from '#protocol/captcha/calls.ts'
import { readDecision } from '#protocol/captcha/decision.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const settings = { CAPTCHA_ON_SEND: 'on' }
const payload = { email: 'ann@example.com', type: 13 }
const resend = { params: { is_resend: '1' } }

async function refused(server: TestServer) {
  const client = server.client()
  const answer = await client.call(sendCode, payload)
  const decision = readDecision(answer.body.verify_center_decision_conf)
  if (decision === undefined) throw new Error('no captcha was asked for')
  const { detail, fp } = decision
  return { client, call: { detail, fp } }
}

async function linkIn(server: TestServer): Promise<string> {
  await server.settled()
  const [message] = await server.mail('ann@example.com')
  const link = /http\S+captcha\/link\?token=\S+/.exec(message?.body ?? '')?.[0]
  if (link === undefined) throw new Error('no link came')
  return link
}

async function press(server: TestServer, link: string, headers: Record<string, string> = {}) {
  const token = new URL(link).searchParams.get('token') ?? ''
  return await server.fetch(
    new Request(`${ORIGIN}/captcha/link`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ token }),
    }),
  )
}

test('accepts the protected call after the mailed link was confirmed', async () => {
  const server = await createTestServer({ settings })
  const { client, call } = await refused(server)
  expect((await client.call(getChallenge, call)).data.alt).toEqual(['visual', 'email'])
  const sent = await client.call(mailCaptchaLink, call)
  expect(sent.data).toMatchObject({ expires_in: 600 })
  const link = await linkIn(server)
  const page = await server.fetch(new Request(link))
  expect(await page.text()).toContain('<button')
  expect((await client.call(captchaState, call)).data.state).toBe('open')
  expect((await press(server, link, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  expect((await client.call(captchaState, call)).data).toMatchObject({
    state: 'passed',
    expires_in: 120,
  })
  expect((await client.call(sendCode, payload, resend)).error).toBeUndefined()
  expect((await client.call(captchaState, call)).data.state).toBe('ended')
})

test('ignores a link that is only opened, or confirmed on another page', async () => {
  const server = await createTestServer({ settings })
  const { client, call } = await refused(server)
  await client.call(mailCaptchaLink, call)
  const link = await linkIn(server)
  for (let i = 0; i < 3; i++) await server.fetch(new Request(link))
  expect((await press(server, link, { 'sec-fetch-site': 'cross-site' })).status).toBe(404)
  expect((await press(server, link, { origin: 'https://evil.example' })).status).toBe(404)
  expect((await client.call(captchaState, call)).data.state).toBe('open')
})

test('accepts only the newest link, once and for ten minutes', async () => {
  const server = await createTestServer({ settings })
  const { client, call } = await refused(server)
  await client.call(mailCaptchaLink, call)
  const first = await linkIn(server)
  server.clock.passSeconds(1)
  await client.call(mailCaptchaLink, call)
  const second = await linkIn(server)
  expect(second).not.toBe(first)
  expect((await press(server, first)).status).toBe(404)
  const presses = await Promise.all(Array.from({ length: 8 }, () => press(server, second)))
  expect(presses.filter(({ status }) => status === 200)).toHaveLength(1)

  const late = await refused(server)
  server.clock.passSeconds(3600)
  expect((await late.client.call(mailCaptchaLink, late.call)).error).toBe('captcha_expired')
})

test('mails at most two links an hour to one address', async () => {
  const server = await createTestServer({ settings })
  for (const error of [undefined, undefined, 'too_often']) {
    const { client, call } = await refused(server)
    expect((await client.call(mailCaptchaLink, call)).error).toBe(error)
  }
})

test('mails no link for another browser or an unknown decision', async () => {
  const server = await createTestServer({ settings })
  const { client, call } = await refused(server)
  const other = { ...call, fp: 'verify_mallory' }
  expect((await client.call(mailCaptchaLink, other)).error).toBe('captcha_expired')
  expect((await client.call(captchaState, other)).data.state).toBe('ended')
  expect(await server.mail('ann@example.com')).toEqual([])
})
