import { expect, test } from 'vitest'
import { languages } from '#protocol/languages.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { listSessions } from '#protocol/web/session.ts'
import { pageMessages } from '../../../server/pages/messages/all-messages.ts'
import type { Client } from '../../support/client.ts'
import { createCompany } from '../../support/companies.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

const PATH = '/form/account'

function open(client: Client, language = 'en'): Promise<Response> {
  const address = new URL(`${PATH}?language=${language}`, ORIGIN)
  return client.send(new Request(address, { redirect: 'manual' }))
}

test.each(languages)('shows name, devices and what else works, in %s', async (language) => {
  const server = await createTestServer()
  const person = await server.person()
  const { client, email } = person
  await createCompany(server, 'Harbour KK', person)
  const page = await (await open(client, language)).text()
  for (const own of [email, 'Harbour KK']) expect(page).toContain(own)
  const { name, ownAccount: t } = pageMessages[language]
  for (const text of [t.title, name, t.save, t.signOut]) expect(page).toContain(text)
  const headings = [...page.matchAll(/<h2>([^<]+)</g)].map(([, heading]) => heading)
  expect(headings).toEqual([t.profile, t.security, t.devices, t.organizations, t.data])
  expect(page).toContain(`>${t.password}</a>`)
  expect(page).toMatch(/href="\/form\/identity\?language=\w\w"/)
})

test('leads people to sign in first, and back', async () => {
  const server = await createTestServer()
  const reply = await open(server.client())
  expect(reply.status).toBe(302)
  const next = encodeURIComponent(`${PATH}?language=en`)
  expect(reply.headers.get('location')).toBe(`${ORIGIN}/login?next=${next}`)
})

test('changes the name, and keeps a refused one in its field', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const reply = await client.form(PATH, { name: ' Ann Lee ', language: 'en' })
  expect([reply.status, reply.headers.get('location')]).toEqual([303, `${PATH}?language=en`])
  expect((await client.call(accountInfo, {})).data.name).toBe('Ann Lee')
  for (const name of ['', '  ', 'Ann\u202eLee', 'x'.repeat(65)]) {
    const refused = await client.form(PATH, { name, language: 'en' })
    expect(refused.status, name).toBe(422)
    expect(await refused.text()).toContain('role="alert"')
  }
  expect((await client.call(accountInfo, {})).data.name).toBe('Ann Lee')
})

test('ends a session of the person, and nobody else’s', async () => {
  const server = await createTestServer()
  const { client, email, password } = await server.person()
  const other = server.client()
  await other.call(passwordLogin, { email, password })
  const stranger = await server.person({ email: 'eve@example.com' })
  const sessionOf = async (who: Client): Promise<string> => {
    const { list } = (await who.call(listSessions, {})).data as {
      list: { session_id: string; current: number }[]
    }
    return list.find(({ current }) => current === 1)?.session_id ?? ''
  }
  const id = await sessionOf(other)
  expect(await (await open(client)).text()).toContain(`name="session_id" value="${id}"`)
  const refused = await stranger.client.form(PATH, { session_id: id, language: 'en' })
  expect(refused.status).toBe(422)
  expect((await other.call(accountInfo, {})).error).toBeUndefined()
  await client.form(PATH, { session_id: id, language: 'en' })
  expect((await other.call(accountInfo, {})).error).toBe('session_expired')
  expect(await (await open(client)).text()).not.toContain('name="session_id"')
})

test('takes no posts of pages of other applications', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  // A page of application 1002.
  const headers = { origin: 'http://localhost:4322', 'sec-fetch-site': 'same-site' }
  const reply = await client.form(PATH, { name: 'Eve', aid: '1002' }, headers)
  expect(reply.status).toBe(403)
  expect((await client.call(accountInfo, {})).data.name).not.toBe('Eve')
})
