import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

test('lists messages with their codes, newest first, and refreshes itself', async () => {
  const server = await createTestServer()
  await server.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  server.clock.passSeconds(1)
  await server.client().call(sendCode, { email: 'bob+<x>@example.com', type: 13 })
  const code = await server.codeFor('ann@example.com')
  const reply = await server.fetch(new Request(`${ORIGIN}/dev/mailbox`))
  const page = await reply.text()
  expect(page).toContain(`<p class="code">${code}</p>`)
  expect(page).toContain('http-equiv="refresh"')
  expect(page).not.toContain('<script')
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('shows a mail as its reader sees it', async () => {
  const server = await createTestServer()
  await server.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  const [mail] = await server.mail('ann@example.com')
  const list = await (await server.fetch(new Request(`${ORIGIN}/dev/mailbox`))).text()
  expect(list).toContain(`href="/dev/mailbox/${mail?.id}"`)
  const reply = await server.fetch(new Request(`${ORIGIN}/dev/mailbox/${mail?.id}`))
  expect(await reply.text()).toBe(mail?.html)
  expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*sandbox/)
  expect((await server.fetch(new Request(`${ORIGIN}/dev/mailbox/none`))).status).toBe(404)
})

test('escapes user input', async () => {
  const server = await createTestServer()
  const email = "a&b'c@example.com"
  await server.client().call(sendCode, { email, type: 13 })
  await server.mail(email)
  const page = await (await server.fetch(new Request(`${ORIGIN}/dev/mailbox`))).text()
  expect(page).toContain('a&amp;b&#39;c@example.com')
})

test('lists the messages to one address for tests', async () => {
  const server = await createTestServer()
  await server.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  await server.client().call(sendCode, { email: 'bob@example.com', type: 13 })
  await server.mail('ann@example.com')
  const reply = await server.fetch(new Request(`${ORIGIN}/dev/mailbox.json?to=ann@example.com`))
  const { messages } = (await reply.json()) as { messages: { target: string; code: string }[] }
  expect(messages).toMatchObject([{ target: 'ann@example.com' }])
  expect(messages[0]?.code).toMatch(/^\d{6}$/)
  const twice = `${ORIGIN}/dev/mailbox.json?to=nobody@example.com&to=ann@example.com`
  expect(await (await server.fetch(new Request(twice))).json()).toEqual({ messages })
})

test('rejects other host names that resolve to this machine', async () => {
  const server = await createTestServer()
  for (const path of ['/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox/id']) {
    const reply = await server.fetch(new Request(`http://evil.example:4321${path}`))
    expect(reply.status).toBe(404)
  }
})

test.each([
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
])('answers nobody through a proxy that sends %s', async (name) => {
  const server = await createTestServer()
  const headers = { [name]: '198.51.100.7' }
  const reply = await server.fetch(new Request(`${ORIGIN}/dev/mailbox`, { headers }))
  expect(reply.status).toBe(404)
})

test('answers no other machine', async () => {
  const server = await createTestServer()
  const reply = await server.fetch(new Request(`${ORIGIN}/dev/mailbox.json`), '198.51.100.7')
  expect(reply.status).toBe(404)
})

test('does not exist if messages are really sent', async () => {
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'id@example.com' }
  const server = await createTestServer({ settings })
  for (const address of ['/dev/mailbox', '/dev/mailbox.json']) {
    expect((await server.fetch(new Request(ORIGIN + address))).status).toBe(404)
  }
})
