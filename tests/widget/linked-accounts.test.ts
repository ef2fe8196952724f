import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { errorMessages as errors } from '#protocol/messages/all-errors.ts'
import { providerNames } from '#protocol/providers.ts'
import { authBind, authVerify } from '#protocol/web/providers.ts'
import { titleOf, type LocalProviders } from '../../scripts/lib/providers.ts'
import { createAccountPasswordFlow } from '../../widget/src/account/flows/account-password.ts'
import { createLinkedAccountsFlow } from '../../widget/src/account/flows/linked-accounts.ts'
import { createTwoStepFlow, type TwoStepFlow } from '../../widget/src/ui/flows/two-step.ts'
import { common } from '../../widget/src/messages/en/common.ts'
import { setIdentifiers } from '../support/account-addresses.ts'
import { authorizeAs, startOAuth, startLocalProviders } from '../support/local-providers.ts'
import { createTestServer, ORIGIN, type TestServer } from '../support/test-server.ts'
import type { Person } from '../support/create-people.ts'
import { form } from './instance.ts'
import { openSignedIn, stepAt, type SignedIn } from './signed-in.ts'

let local: LocalProviders

beforeAll(async () => {
  local = await startLocalProviders()
})

afterAll(() => local.close())

const page = `${ORIGIN}/settings`

beforeEach(() => {
  vi.stubGlobal('location', new URL(page))
  vi.stubGlobal('self', new URL(page))
  vi.stubGlobal('document', { baseURI: page })
})

async function linked(
  server: TestServer,
): Promise<SignedIn & { flow: ReturnType<typeof createLinkedAccountsFlow> }> {
  const person: Person = await server.person()
  const out = await startOAuth(person.client, { platform: 'github', action: 'bind' })
  const { path: _path, ...back } = await authorizeAs(out, 'ann')
  await person.client.call(authBind, { platform: 'github', ...back })
  const signedIn = await openSignedIn(server, { person })
  const flow = createLinkedAccountsFlow(signedIn)
  await flow.load()
  return { ...signedIn, flow }
}

/** Answers the popup of a step-up as the callback page does; returns the purpose of the proof. */
async function proveInWindow(person: Person, flow: TwoStepFlow): Promise<string | undefined> {
  const opened = vi.fn<(href: string) => object>(() => ({ closed: false }))
  vi.stubGlobal('window', { open: opened })
  const hear = vi.fn<(name: string, listener: (event: object) => void) => void>()
  vi.stubGlobal('addEventListener', hear)
  vi.stubGlobal('removeEventListener', () => undefined)
  const isDone = flow.submit(form({}))
  const { searchParams } = new URL(String(opened.mock.calls[0]?.[0]), page)
  const query = Object.fromEntries(searchParams)
  expect(query).toMatchObject({ action: 'verify', platform_app_id: '101' })
  const { path: _path, ...back } = await authorizeAs(await startOAuth(person.client, query), 'ann')
  const { data } = await person.client.call(authVerify, { platform: 'github', ...back })
  const message = { type: 'passport-third-party', isDone: true, ticket: data.ticket }
  hear.mock.calls[0]?.[1]({ origin: ORIGIN, data: message })
  expect(await isDone).toBe(true)
  return query['scene']
}

test('lists available and linked accounts, and unlinks', async () => {
  const server = await createTestServer({ settings: local.settings })
  const { flow, events, account } = await linked(server)
  const connects = (): unknown => {
    const state = account.$state.get()
    return state.step === 'ready' ? state.user.linkedAccounts : undefined
  }
  expect(connects()).toHaveLength(1)
  const rows = flow.$rows.get() ?? []
  expect(rows.map(({ title }) => title)).toEqual(providerNames.map(titleOf))
  expect(rows.flatMap(({ linked: name }) => name ?? [])).toEqual(['ann'])
  const [github, google] = rows
  expect(new URL(google?.href ?? '', page).searchParams.get('action')).toBe('bind')
  if (!github) throw new Error('nothing is linked')
  expect(await flow.unlink(github)).toBe(true)
  expect(flow.$rows.get()?.[0]?.linked).toBeUndefined()
  expect(events.at(-1)?.detail).toEqual({ what: 'connection', did: 'removed' })
  // It decides which addresses can be removed.
  expect(connects()).toEqual([])
})

test('asks for a step-up after an old sign-in, then unlinks', async () => {
  const server = await createTestServer({ settings: local.settings })
  const { flow, person, browser } = await linked(server)
  server.clock.passSeconds(3600)
  const [github] = flow.$rows.get() ?? []
  if (!github) throw new Error('nothing is linked')
  await flow.unlink(github)
  const { proof } = stepAt(flow.$step.get(), 'proof')
  await proof.flow.sendCode()
  await proof.flow.submit(form({ code: await server.codeFor(person.email) }))
  await expect.poll(() => flow.$step.get()).toMatchObject({ at: 'list', removed: github })
  // The proof is valid for nothing else.
  const checked = browser.sent.find(({ path }) => path.includes('validate_code'))
  expect(checked?.query.get('scene')).toBe('auth_unbind')
  flow.dispose()
})

test('accepts a step-up by a linked account in a popup, for one call', async () => {
  const server = await createTestServer({ settings: local.settings })
  const { flow, person } = await linked(server)
  server.clock.passSeconds(3600)
  const [github] = flow.$rows.get() ?? []
  if (!github) throw new Error('nothing is linked')
  await flow.unlink(github)
  const { proof } = stepAt(flow.$step.get(), 'proof')
  const method = proof.methods.find(({ way }) => way === 'provider')
  if (method?.way !== 'provider') throw new Error('the linked account is not offered')
  expect(method).toMatchObject({ title: 'GitHub', sentTo: 'ann' })
  proof.flow.choose(method)
  const scene = await proveInWindow(person, proof.flow)
  expect(scene).toBe('auth_unbind')
  await expect.poll(() => flow.$step.get()).toMatchObject({ at: 'list', removed: github })
})

test('sets a password long after sign-in with a step-up by a linked account', async () => {
  const server = await createTestServer({ settings: local.settings })
  const { account, instance, person } = await linked(server)
  await server.database.query.updateTable('accounts').set({ passwordHash: null }).execute()
  await setIdentifiers(server, person.userId, { email: null })
  await account.load()
  server.clock.passSeconds(3600)
  const flow = createAccountPasswordFlow({ instance, account })
  const isSet = flow.submit(form({ password: 'calm river 42' }))
  await expect.poll(() => instance.$second.get()).toBeDefined()
  const request = instance.$second.get()
  const [method] = request?.wanted.ways ?? []
  if (request === undefined || method === undefined) throw new Error('nothing is asked for')
  expect(await proveInWindow(person, createTwoStepFlow(instance, request, method))).toBe(
    'password_set',
  )
  expect(await isSet).toBe(true)
  expect(account.$state.get()).toMatchObject({ user: { hasPassword: true } })
  expect(instance.$second.get()).toBeUndefined()
})

test('reports why the list cannot be loaded, and shows it when it loads', async () => {
  const server = await createTestServer({ settings: local.settings })
  let isCut = false
  const { instance, account } = await openSignedIn(server, {
    wrap: (send) => (input, init) =>
      isCut ? Promise.reject(new TypeError('Failed to fetch')) : send(input, init),
  })
  const flow = createLinkedAccountsFlow({ instance, account })
  isCut = true
  expect(await flow.load()).toBe(false)
  // Unknown, not empty.
  expect(flow.$rows.get()).toBeUndefined()
  expect(flow.$formError.get()?.text).toBe(common.offline)
  isCut = false
  expect(await flow.load()).toBe(true)
  expect(flow.$rows.get()).toHaveLength(providerNames.length)
  expect(flow.$formError.get()).toBeUndefined()
})

test('explains why the only sign-in method cannot be removed', async () => {
  const server = await createTestServer({ settings: local.settings })
  const { flow, browser, person } = await linked(server)
  const [github] = flow.$rows.get() ?? []
  if (!github) throw new Error('nothing is linked')
  // Nothing else opens the account any more.
  await setIdentifiers(server, person.userId, { email: null })
  expect(browser.cookies.has('sessionid')).toBe(true)
  expect(await flow.unlink(github)).toBe(false)
  expect(flow.$formError.get()?.text).toBe(errors.en.last_binding)
})

test('asks for a step-up before linking if needed, then continues', async () => {
  const server = await createTestServer({ settings: local.settings })
  const { flow, person } = await linked(server)
  const google = flow.$rows.get()?.[1]
  if (!google) throw new Error('nothing is offered')
  server.clock.passSeconds(3600)
  const query = { platform: 'google', action: 'bind' }
  expect((await startOAuth(person.client, query)).searchParams.get('error')).toBe('ticket_expired')
  flow.proveToLink(google)
  const { proof } = stepAt(flow.$step.get(), 'proof')
  await proof.flow.sendCode()
  await proof.flow.submit(form({ code: await server.codeFor(person.email) }))
  const { href } = stepAt(flow.$step.get(), 'open')
  const ticket = new URL(href, page).searchParams.get('ticket') ?? ''
  const out = await startOAuth(person.client, { ...query, ticket })
  expect(out.origin).not.toBe(ORIGIN)
  // Once.
  const again = await startOAuth(person.client, { ...query, ticket })
  expect(again.searchParams.get('error')).toBe('ticket_expired')
})
