import { expect, test } from 'vitest'
import type { Client } from '../../support/client.ts'
import type { Person } from '../../support/create-people.ts'
import { createTestServer } from '../../support/test-server.ts'

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
