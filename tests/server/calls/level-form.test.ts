import { expect, test } from 'vitest'
import { languages } from '#protocol/languages.ts'
import { pageMessages } from '../../../server/pages/messages/all-messages.ts'
import type { Client } from '../../support/client.ts'
import { addPasskey } from '../../support/passkeys.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

/** Opens the page as a browser does that comes from `/orders`. */
async function open(client: Client, level: number, language = 'en'): Promise<string> {
  const query = new URLSearchParams({ language, level: String(level), next: '/orders' })
  const reply = await client.send(new Request(`${ORIGIN}/form/level?${query}`))
  expect(reply.status).toBe(200)
  return await reply.text()
}

const SIGN_IN = /href="https?:\/\/[^"]*\/login\?next=%2Forders&amp;prompt=recent"/

test.each(languages)('says what a passkey needs where no script runs, in %s', async (language) => {
  const server = await createTestServer()
  const { client } = await server.person()
  await addPasskey(client)
  const t = pageMessages[language]
  // Without the passkey the sign-in page leads back to here.
  const back = await open(client, 3, language)
  expect(back).toContain(t.choosePasskey)
  expect(back).toMatch(SIGN_IN)
  expect(back).not.toContain('location.replace(')
  server.clock.passSeconds(660)
  const page = await open(client, 3, language)
  expect(page).toContain(`<p>${t.needPasskey}</p>`)
  expect(page).toMatch(SIGN_IN)
  // Where scripts run, nobody reads it.
  expect(page).toContain('location.replace(')
  expect(page).not.toContain(t.choosePasskey)
  expect(page).not.toContain(t.recover.link)
})

test('offers the codes that an account has, and the passkey beside them', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  await addPasskey(client)
  const page = await open(client, 2)
  const t = pageMessages.en
  expect(page).toContain(t.recoveryCode)
  expect(page).toContain('name="code"')
  expect(page).toContain(`>${t.byPasskey}</a>`)
  expect(page).toMatch(SIGN_IN)
  expect(page).not.toContain('location.replace(')
})

test('leads whose first proof is older than twelve hours to the sign-in page, as the call does', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  await addPasskey(client)
  server.clock.passSeconds(12 * 3600)
  const query = 'language=en&level=2&next=%2Forders'
  const reply = await client.send(new Request(`${ORIGIN}/form/level?${query}`))
  expect(reply.status).toBe(302)
  expect(reply.headers.get('location')).toContain('prompt=recent')
})
