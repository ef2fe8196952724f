import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { listenForMail, listenForTexts } from '../../support/receivers.ts'
import { createTestServer } from '../../support/test-server.ts'

test('sends mails through a mail server', async () => {
  const mails = await listenForMail()
  const server = await createTestServer({
    settings: { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'Sable <id@example.com>' },
  })
  await server.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  await server.app.services.outboxWorker.idle()
  const [mail = ''] = mails.received
  expect(mail).toContain('MAIL FROM:<id@example.com>')
  expect(mail).toContain('RCPT TO:<ann@example.com>')
  expect(mail).toMatch(/Subject: \d{6} is your Sable sign-in code/)
  expect(mail).toContain('Auto-Submitted: auto-generated')
  expect(mail).toMatch(/multipart\/alternative[^]*text\/plain[^]*text\/html[^]*<!doctype html>/)
})

test('sends a burst of mails through few connections, and ends them when it stops', async () => {
  const mails = await listenForMail()
  const server = await createTestServer({
    settings: { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'id@example.com' },
  })
  for (let at = 0; at < 60; at++) {
    await server.client().call(sendCode, { email: `person${at}@example.com`, type: 13 })
  }
  await server.app.services.outboxWorker.idle()
  expect(mails.received).toHaveLength(60)
  expect(mails.connections()).toBeLessThanOrEqual(5)
  await server.app.services.outboxWorker.close()
  await expect.poll(mails.open).toBe(0)
})

test('sends the next mail when the mail server has ended the connection', async () => {
  const mails = await listenForMail()
  const server = await createTestServer({
    settings: { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'id@example.com' },
  })
  for (const email of ['ann@example.com', 'bob@example.com']) {
    await server.client().call(sendCode, { email, type: 13 })
    await server.app.services.outboxWorker.idle()
    mails.hangUp()
  }
  expect(mails.received).toHaveLength(2)
})

test('does not let an address add headers or recipients', async () => {
  const server = await createTestServer()
  for (const email of ['a@example.com\r\nBcc: b@example.com', 'a@example.com,b@example.com']) {
    expect((await server.client().call(sendCode, { email, type: 13 })).error).toBe('email_error')
  }
})

test('names its own host in messages, whatever host a request claims', async () => {
  const server = await createTestServer()
  const headers = {
    host: 'evil.example',
    forwarded: 'host=evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-for': '203.0.113.9',
  }
  await server.person({ email: 'ann@example.com' })
  server.clock.passSeconds(60)
  for (const [email, type] of [
    ['ann@example.com', 13],
    ['ann@example.com', 16],
    ['ann@example.com', 6],
    ['bob@example.com', 6],
  ] as const) {
    const answer = await server.client().call(sendCode, { email, type }, { headers })
    expect(answer.error).toBeUndefined()
  }
  await server.client().call(sendCode, { mobile: '+819012345678', type: 24 }, { headers })
  expect((await server.mail('+819012345678'))[0]?.body).toContain('@localhost #')
  const sent = await server.app.services.mailbox.list(50)
  expect(sent.length).toBeGreaterThanOrEqual(6)
  expect(JSON.stringify(sent)).not.toContain('evil.example')
})

test('sends text messages through a gateway, and repeats failed ones', async () => {
  const gateway = await listenForTexts(() => (gateway.received.length === 1 ? 500 : 200))
  const server = await createTestServer({
    settings: { SMS_URL: `http://127.0.0.1:${gateway.port}/send`, SMS_TOKEN: 'token' },
  })
  const { outboxWorker } = server.app.services
  await server.client().call(sendCode, { mobile: '+819012345678', type: 24 })
  await outboxWorker.idle()
  expect(gateway.received).toHaveLength(1)
  server.clock.passSeconds(9)
  outboxWorker.wake()
  await outboxWorker.idle()
  expect(gateway.received).toHaveLength(1)
  server.clock.passSeconds(1)
  outboxWorker.wake()
  await outboxWorker.idle()
  outboxWorker.wake()
  await outboxWorker.idle()
  expect(gateway.received).toHaveLength(2)
  expect(gateway.received[1]).toEqual(gateway.received[0])
  expect(gateway.received[0]).toMatchObject({ to: '+819012345678', authorization: 'Bearer token' })
})

test('drops a message after six failures', async () => {
  const gateway = await listenForTexts(() => 500)
  const server = await createTestServer({
    settings: { SMS_URL: `http://127.0.0.1:${gateway.port}/send` },
  })
  const { outboxWorker } = server.app.services
  await server.client().call(sendCode, { mobile: '+819012345678', type: 24 })
  for (let attempt = 0; attempt < 10; attempt++) {
    await outboxWorker.idle()
    server.clock.passSeconds(3600)
    outboxWorker.wake()
  }
  await outboxWorker.idle()
  expect(gateway.received).toHaveLength(6)
  expect(await server.database.query.selectFrom('outbox').selectAll().execute()).toEqual([])
  expect(server.lines.join('')).toContain('message not sent')
})

test('keeps addresses out of the log when a mail server refuses one', async () => {
  const mails = await listenForMail(() => '550 5.1.1 <ann@example.com>: no such mailbox')
  const server = await createTestServer({
    settings: { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'id@example.com' },
  })
  await server.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  await server.app.services.outboxWorker.idle()
  const lines = server.lines.join('')
  expect(lines).toContain('message not sent')
  expect(lines).toContain('no such mailbox')
  expect(lines).not.toContain('ann@example.com')
})

test('rejects a channel without sender at once', async () => {
  const server = await createTestServer({
    settings: { SMS_URL: 'http://127.0.0.1:9/send' },
  })
  const answer = await server.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  expect(answer.error).toBe('code_send_error')
})
