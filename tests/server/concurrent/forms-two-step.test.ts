import path from 'node:path'
import { expect, test } from 'vitest'
import { setRequiredLevel } from '#protocol/web/methods.ts'
import { addApp, codeOf } from '../../support/authenticator-apps.ts'
import type { Client } from '../../support/client.ts'
import type { Person } from '../../support/create-people.ts'
import { addPasskey } from '../../support/passkeys.ts'
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

test('says when the next code can be sent where another browser has used the last one', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const first = server.client()
  const ticket = await openSecondStep(first, ann)
  const code = await server.codeFor(ann.email)
  expect((await first.form('/form/login', { ticket, code })).status).toBe(303)
  const second = server.client()
  const early = await passwordStep(second, ann)
  expect(early.status).toBe(422)
  const html = await early.text()
  expect(html).toContain('60 seconds')
  expect(html).not.toContain('on its way')
  server.clock.passSeconds(61)
  await openSecondStep(second, ann)
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

test('says so where a browser brings back no cookie', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const ticket = await openSecondStep(server.client(), ann)
  const code = await server.codeFor(ann.email)
  const without = await server.client().form('/form/login', { ticket, code, language: 'en' })
  expect(await without.text()).toContain('does not accept cookies')
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

test('takes a recovery code in the field of the code of an app, for a sign-in and a reset', async () => {
  const server = await createTestServer({ settings: { ...settings, POLICY_FILE: strict } })
  const ann = await server.person()
  const { codes } = await addApp(server, ann.client)
  const client = server.client()
  const html = await (await passwordStep(client, ann)).text()
  expect(html).toContain('or one of your recovery codes')
  expect(html).toContain('inputmode="text"')
  const enter = (ticket: string, code = ''): Promise<Response> =>
    client.form('/form/login', { ticket, code, language: 'en' })
  const wrong = await enter(ticketIn(html), 'W'.repeat(16))
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('That code is incorrect')
  const typed = (codes[0] ?? '').toLowerCase().replaceAll(/.{4}/g, '$& - ')
  expect((await enter(ticketIn(html), typed)).status).toBe(303)

  server.clock.passSeconds(61)
  const other = server.client()
  const next = ticketIn(await (await passwordStep(other, ann)).text())
  const used = { ticket: next, code: codes[0] ?? '', language: 'en' }
  expect(await (await other.form('/form/login', used)).text()).toContain(
    'take another recovery code',
  )

  const { email } = ann
  const form = { email, language: 'en' }
  await other.form('/form/reset-password', { ...form, step: 'send' })
  const reset = { step: 'finish', code: await server.codeFor(email), password: 'calm river 42' }
  const asked = await other.form('/form/reset-password', { ...form, ...reset })
  const proof = { ticket: ticketIn(await asked.text()), code: codes[1] ?? '' }
  expect((await other.form('/form/login', proof)).status).toBe(303)
  expect(await server.app.services.recoveryCodes.left(ann.userId)).toBe(8)
})

test('takes a recovery code where there are passkeys alone, which need scripts', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const { added } = await addPasskey(ann.client)
  const set = await ann.client.call(setRequiredLevel, { level: 2 })
  expect(set.error).toBeUndefined()
  const client = server.client()
  const html = await (await passwordStep(client, ann)).text()
  expect(html).toContain('Type one of your recovery codes.')
  expect(html).not.toContain('instead')
  const [code = ''] = (added.data.recovery_codes ?? []) as string[]
  const done = await client.form('/form/login', { ticket: ticketIn(html), code })
  expect(done.status).toBe(303)
})

test('makes wrong codes wait in the forms, too', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const { codes } = await addApp(server, ann.client)
  const client = server.client()
  const ticket = ticketIn(await (await passwordStep(client, ann)).text())
  const enter = (code = ''): Promise<Response> =>
    client.form('/form/login', { ticket, code, language: 'en' })
  for (let tries = 0; tries < 6; tries++) await enter('W'.repeat(16))
  const waiting = await (await enter(codes[0])).text()
  expect(waiting).toContain('Too many wrong codes')
  expect(waiting).toMatch(/64 seconds|minute/)
  server.clock.passSeconds(64)
  expect((await enter(codes[0])).status).toBe(303)
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
