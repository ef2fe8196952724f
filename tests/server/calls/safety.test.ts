import { expect, test } from 'vitest'
import { listMethods, setRequiredLevel, verifyRecoveryCode } from '#protocol/web/methods.ts'
import { addApp } from '../../support/authenticator-apps.ts'
import type { Client } from '../../support/client.ts'
import { addPasskey, signInBy } from '../../support/passkeys.ts'
import { createTestServer } from '../../support/test-server.ts'

const safetyOf = async (client: Client) => (await client.call(listMethods, {})).data.safety

test('leads from codes alone to a method that every sign-in asks for', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  expect(await safetyOf(client)).toEqual({ state: 'basic', steps: ['add_device'] })
  await addPasskey(client)
  expect(await safetyOf(client)).toEqual({ state: 'basic', steps: ['require_level'] })
  const { data } = await client.call(setRequiredLevel, { level: 2 })
  expect(data.safety).toEqual({ state: 'good', steps: [] })
})

test('asks for new recovery codes from the ninth on, also of an account in good order', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const { codes } = await addApp(server, client, 'Phone', 2)
  expect(await safetyOf(client)).toEqual({ state: 'good', steps: [] })
  for (const recovery_code of codes.slice(0, 8)) {
    expect((await client.call(verifyRecoveryCode, { recovery_code })).error).toBeUndefined()
  }
  expect(await safetyOf(client)).toEqual({ state: 'good', steps: ['make_codes'] })
})

test('warns of a copied passkey before anything else', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const { passkey } = await addPasskey(client, { counter: 3 })
  server.clock.passSeconds(1)
  await signInBy(server.client(), passkey, { counter: 2 })
  expect(await safetyOf(client)).toEqual({
    state: 'danger',
    steps: ['confirm_passkey', 'add_device'],
  })
})
