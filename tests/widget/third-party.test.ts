import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authLogin } from '#protocol/web/providers.ts'
import type { LocalProviders } from '../../scripts/lib/providers.ts'
import { createTwoStepFlow } from '../../widget/src/ui/flows/two-step.ts'
import { createFormAction } from '../../widget/src/ui/flows/form-action.ts'
import {
  createThirdPartyFlow,
  type ThirdPartyFlow,
} from '../../widget/src/login/flows/third-party.ts'
import { createTestServer, type TestServer } from '../support/test-server.ts'
import type { Client } from '../support/client.ts'
import { authorizeAs, startOAuth, startLocalProviders } from '../support/local-providers.ts'
import { form, openInstance, type TestInstance } from './instance.ts'

let local: LocalProviders

beforeAll(async () => {
  local = await startLocalProviders()
})

afterAll(() => local.close())

/** Signs in with an unlinked account of a provider, as the callback page does. */
async function readCallback(server: TestServer): Promise<TestInstance & { flow: ThirdPartyFlow }> {
  const opened = openInstance(server)
  const { instance, browser } = opened
  const client = { ...server.client(), send: (request: Request) => browser.fetch(request) }
  const { path: _path, ...back } = await authorizeAs(
    await startOAuth(client, { platform: 'google' }),
    'ann',
  )
  await createFormAction(instance, {}).run(async () => {
    await instance.client().send(authLogin, { platform: 'google', ...back })
  })
  const view = instance.$view.get()
  if (view.name !== 'third-party') throw new Error(`is at ${view.name}`)
  return { ...opened, flow: createThirdPartyFlow(instance, view) }
}

test('creates an account for a new person, with the name they choose', async () => {
  const { flow, events } = await readCallback(await createTestServer({ settings: local.settings }))
  await flow.load()
  expect(flow.$state.get()).toMatchObject({ step: 'new', profile: { providerTitle: 'Google' } })
  await flow.makeAccount(form({ name: ' Bea ' }))
  expect(events.at(-2)).toMatchObject({
    name: 'passport-success',
    detail: { kind: 'sign-up', user: { name: 'Bea', new_user: 1 } },
  })
  flow.dispose()
})

test('links the provider to an account after sign-in by password', async () => {
  const server = await createTestServer({ settings: local.settings })
  const ann = await server.person()
  const { flow, events } = await readCallback(server)
  await flow.load()
  flow.go('link')
  await flow.link.signInByPassword(form({ account: ann.email, password: 'wrong' }))
  expect(flow.link.$formError.get()).toMatchObject({ focus: 'password' })
  await flow.link.signInByPassword(form({ account: ann.email, password: ann.password }))
  expect(events.at(-2)).toMatchObject({
    name: 'passport-success',
    detail: { kind: 'sign-in', user: { user_id_str: ann.userId } },
  })
  flow.dispose()
})

test('links the provider to an account after sign-in by code', async () => {
  const server = await createTestServer({ settings: local.settings })
  const ann = await server.person()
  server.clock.passSeconds(60)
  const { flow, events } = await readCallback(server)
  await flow.load()
  flow.go('link')
  await flow.link.signInByCode(form({ email: ann.email }))
  await flow.link.signInByCode(form({ code: await server.codeFor(ann.email) }))
  expect(events.at(-2)).toMatchObject({
    name: 'passport-success',
    detail: { user: { user_id_str: ann.userId } },
  })
  flow.dispose()
})

test('reports a callback that came too late', async () => {
  const server = await createTestServer({ settings: local.settings })
  const { flow } = await readCallback(server)
  server.clock.passSeconds(601)
  await flow.load()
  expect(flow.$state.get()).toEqual({ step: 'expired', logId: expect.stringMatching(/^\d{14}/) })
  const { instance } = openInstance(server)
  const without = createThirdPartyFlow(instance, { name: 'third-party' })
  await without.load()
  expect(without.$state.get()).toMatchObject({ step: 'expired' })
})

/** Returns from a provider whose account is linked already, on a new browser. */
async function returnWithLinkedAccount(): Promise<
  TestInstance & { server: TestServer; flow: ThirdPartyFlow }
> {
  const policy = path.join(import.meta.dirname, '../support/policies/third-party.json')
  const settings = { ...local.settings, POLICY_FILE: policy, SECOND_VERIFICATION: 'on' }
  const server = await createTestServer({ settings })
  const at = { platform: 'google' } as const
  const come = async (client: Client): ReturnType<Client['call']> => {
    const { path: _path, ...back } = await authorizeAs(await startOAuth(client, at), 'ann')
    return await client.call(authLogin, { ...at, ...back })
  }
  const first = server.client()
  const key = String((await come(first)).data.profile_key)
  await first.call(authLogin, { profile_key: key, confirm_register: 1 })
  server.clock.passSeconds(3600)
  const again = server.client()
  const { data } = await come(again)
  const opened = openInstance(server, {
    attributes: { view: 'third-party', 'profile-key': String(data.profile_key) },
  })
  // The element runs in the browser that came back from the provider.
  opened.browser.cookies.set('oauth_state', again.cookies.get('oauth_state') ?? '')
  return { ...opened, server, flow: createThirdPartyFlow(opened.instance, { name: 'third-party' }) }
}

test('asks for two-step verification on a new browser, then signs in', async () => {
  const { server, flow, instance, events } = await returnWithLinkedAccount()
  const loading = flow.load()
  await expect.poll(() => instance.$second.get()).toBeDefined()
  const request = instance.$second.get()
  const [method] = request?.wanted.ways ?? []
  if (request === undefined || method === undefined) throw new Error('no method to confirm by')
  const second = createTwoStepFlow(instance, request, method)
  await second.sendCode()
  await second.submit(form({ code: await server.codeFor('ann@example.com') }))
  expect(await loading).toBe(true)
  expect(events).toContainEqual(
    expect.objectContaining({
      name: 'passport-success',
      detail: expect.objectContaining({ kind: 'sign-in' }) as unknown,
    }),
  )
  second.dispose()
  flow.dispose()
})

test('reports that nothing has changed if two-step verification is cancelled', async () => {
  const { flow, instance, events } = await returnWithLinkedAccount()
  const loading = flow.load()
  await expect.poll(() => instance.$second.get()).toBeDefined()
  instance.$second.get()?.close()
  expect(await loading).toBe(false)
  expect(instance.$view.get()).toMatchObject({
    name: 'failed',
    rejection: { name: 'SECOND_VALID' },
  })
  expect(events.map(({ name }) => name)).toContain('passport-cancel')
  flow.dispose()
})
