import path from 'node:path'
import { expect, test } from 'vitest'
import { addApp, codeOf } from '../../support/authenticator-apps.ts'
import type { Client } from '../../support/client.ts'
import type { Person } from '../../support/create-people.ts'
import { createTestServer } from '../../support/test-server.ts'

const strict = path.join(import.meta.dirname, '../../support/policies/strict.json')
const settings = { SECOND_VERIFICATION: 'on' }

function ticketIn(html: string): string {
  return /name="ticket" value="([\w-]+)"/.exec(html)?.[1] ?? ''
}

async function passwordStep(client: Client, { email, password }: Person): Promise<Response> {
  return await client.form('/form/login', { account: email, password, language: 'en' })
}

async function openSecondStep(client: Client, ann: Person): Promise<string> {
  const page = await passwordStep(client, ann)
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(html).toContain('Verify that it is you')
  expect(html).toContain('p***@example.com')
  expect(html).not.toContain(ann.password)
  expect(client.cookies.has('sessionid')).toBe(false)
  return ticketIn(html)
}

test('requires a code of a new browser once', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const client = server.client()
  const ticket = await openSecondStep(client, ann)
  const code = await server.codeFor(ann.email)
  const wrong = code === '000000' ? '111111' : '000000'
  const refused = await client.form('/form/login', { ticket, code: wrong, language: 'en' })
  expect(refused.status).toBe(422)
  expect(ticketIn(await refused.text())).toBe(ticket)

  const done = await client.form('/form/login', { ticket, code, language: 'en' })
  expect(done.status).toBe(303)
  expect(client.cookies.get('sessionid')).toMatch(/^[\w-]{43}$/)
  expect(client.cookies.get('s_v_web_id')).toMatch(/^verify_[0-9a-z]{8,9}_[\w]{36}$/)
  server.clock.passSeconds(61)
  expect((await passwordStep(client, ann)).status).toBe(303)
})

test('takes the code of a moment ago when the person signs in once more', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const client = server.client()
  await openSecondStep(client, ann)
  const code = await server.codeFor(ann.email)
  const ticket = await openSecondStep(client, ann)
  const done = await client.form('/form/login', { ticket, code, language: 'en' })
  expect(done.status).toBe(303)
})

test('accepts the second step only from the same browser, once', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const client = server.client()
  const ticket = await openSecondStep(client, ann)
  const code = await server.codeFor(ann.email)
  const foreign = await server.client().form('/form/login', { ticket, code, language: 'en' })
  expect(foreign.status).toBe(422)
  const all = await Promise.all(
    Array.from({ length: 10 }, () => client.form('/form/login', { ticket, code })),
  )
  expect(all.filter(({ status }) => status === 303)).toHaveLength(1)
})

test('restarts when the second step is too late', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const client = server.client()
  const ticket = await openSecondStep(client, ann)
  const code = await server.codeFor(ann.email)
  server.clock.passSeconds(600)
  const late = await client.form('/form/login', { ticket, code, language: 'en' })
  expect(late.status).toBe(422)
  expect(await late.text()).toContain('name="password"')
})

test('asks for the code of an authenticator app, and sends nothing unasked', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const { secret } = await addApp(server, ann.client)
  const mails = (await server.mail(ann.email)).length
  const client = server.client()
  const html = await (await passwordStep(client, ann)).text()
  expect(html).toContain('six digits that your authenticator app shows')
  expect(html).toContain('Send a code to p***@example.com instead')
  const ticket = ticketIn(html)
  const enter = (code: string): Promise<Response> =>
    client.form('/form/login', { ticket, code, language: 'en' })
  const wrong = await enter(codeOf(server, secret, 9))
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('Send a code to p***@example.com instead')
  expect(await (await enter(codeOf(server, secret, -1))).text()).toContain('Wait for the next one')
  const elsewhere = { ticket, code: codeOf(server, secret) }
  expect((await server.client().form('/form/login', elsewhere)).status).toBe(422)
  expect((await enter(codeOf(server, secret))).status).toBe(303)
  expect((await enter(codeOf(server, secret, 1))).status).toBe(422)
  expect(await server.mail(ann.email)).toHaveLength(mails)
})

test('sends a code in place of that of an authenticator app', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const { secret } = await addApp(server, ann.client)
  const client = server.client()
  const first = ticketIn(await (await passwordStep(client, ann)).text())
  const stolen = await server.client().form('/form/login', { ticket: first, send: '1' })
  expect(stolen.status).toBe(422)
  const sent = await client.form('/form/login', { ticket: first, send: '1', language: 'en' })
  const html = await sent.text()
  expect(html).toContain('A code is on its way to p***@example.com')
  const ticket = ticketIn(html)
  expect(ticket).not.toBe(first)
  // The code of the app no longer counts there, and the first step is used up.
  const code = codeOf(server, secret)
  expect((await client.form('/form/login', { ticket: first, code })).status).toBe(422)
  expect((await client.form('/form/login', { ticket, code })).status).toBe(422)
  const mailed = await server.codeFor(ann.email)
  expect((await client.form('/form/login', { ticket, code: mailed })).status).toBe(303)
})

test('confirms a forgotten password by an authenticator app', async () => {
  const server = await createTestServer({
    settings: { ...settings, POLICY_FILE: strict },
  })
  const ann = await server.person()
  const { secret } = await addApp(server, ann.client)
  server.clock.passSeconds(60)
  const client = server.client()
  const { email } = ann
  const form = { email, language: 'en' }
  await client.form('/form/reset-password', { ...form, step: 'send' })
  const password = 'calm river 42'
  const code = await server.codeFor(email)
  const asked = await client.form('/form/reset-password', {
    ...form,
    step: 'finish',
    code,
    password,
  })
  const ticket = ticketIn(await asked.text())
  const done = await client.form('/form/login', { ticket, code: codeOf(server, secret) })
  expect(done.status).toBe(303)
  expect((await passwordStep(client, ann)).status).toBe(422)
  expect((await passwordStep(client, { ...ann, password })).status).toBe(303)
})
