// Pages that show a person say whom, so that they change nobody who has signed in elsewhere since.
import { expect, test } from 'vitest'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { updateUser } from '#protocol/web/profile.ts'
import type { Client } from '../../support/client.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

async function nameOf(client: Client): Promise<string> {
  return (await client.call(accountInfo, {})).data.name
}

test('a call for whom its page shows changes nobody else', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const bo = await server.person()
  const browser = ann.client
  const { data } = await browser.call(accountInfo, {})
  const params = { shown_user: data.sec_user_id }
  const rename = (name: string) => browser.call(updateUser, { name }, { params })
  expect((await rename('Ann')).error).toBeUndefined()
  // In another window of the same browser.
  await browser.call(passwordLogin, { email: bo.email, password: bo.password })
  const before = await nameOf(browser)
  expect((await rename('Ann again')).error).toBe('open_account_changed')
  expect(await nameOf(browser)).toBe(before)
  // A new session of the same person is not another one.
  await browser.call(passwordLogin, { email: ann.email, password: ann.password })
  expect((await rename('Ann again')).error).toBeUndefined()
})

test('neither does a plain page', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const bo = await server.person()
  const browser = ann.client
  const address = `${ORIGIN}/form/account?language=en`
  const page = await (await browser.send(new Request(address))).text()
  const shown_user = /name="shown_user" value="([^"]+)"/.exec(page)?.[1] ?? ''
  await browser.call(passwordLogin, { email: bo.email, password: bo.password })
  const before = await nameOf(browser)
  const post = { name: 'Ann', language: 'en', shown_user }
  const refused = await browser.form('/form/account', post)
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('Something has changed since you saw this.')
  expect(await nameOf(browser)).toBe(before)
  await browser.call(passwordLogin, { email: ann.email, password: ann.password })
  expect((await browser.form('/form/account', post)).status).toBe(303)
  expect(await nameOf(browser)).toBe('Ann')
})
