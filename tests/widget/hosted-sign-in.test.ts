import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { redeemHostCode } from '#protocol/web/hosted-sign-in.ts'
import { createHostedSignInFlow } from '../../widget/src/login/flows/hosted-sign-in.ts'
import { createLoginFlow } from '../../widget/src/login/flows/login.ts'
import type { PassportEvents } from '../../widget/src/base/events.ts'
import { createTestServer, ORIGIN, type TestServer } from '../support/test-server.ts'
import { form, openInstance, type TestInstance } from './instance.ts'

const WAY = 'https://shop.example/signed-in'
const verifier = 'v'.repeat(43)
const attributes = {
  'redirect-uri': WAY,
  state: 'a state',
  'code-challenge': createHash('sha256').update(verifier).digest('base64url'),
}
type Authorized = PassportEvents['passport-authorized']

async function shop(): Promise<TestServer> {
  const server = await createTestServer()
  const { apps, registeredApps } = server.app.services
  const site = await apps.find(1001)
  if (site === undefined) throw new Error('the site is not registered')
  await registeredApps.update({ ...site, redirects: [WAY] })
  server.clock.passSeconds(31)
  return server
}

async function signIn({ instance }: TestInstance, server: TestServer): Promise<void> {
  const { email, password } = await server.person()
  await createLoginFlow(instance).signInByPassword(form({ account: email, password }))
}

function detailsOf<Name extends keyof PassportEvents>(
  { events }: TestInstance,
  event: Name,
): PassportEvents[Name][] {
  return events
    .filter(({ name }) => name === event)
    .map(({ detail }) => detail as PassportEvents[Name])
}

async function authorized(element: TestInstance): Promise<Authorized> {
  await expect.poll(() => detailsOf(element, 'passport-authorized')).toHaveLength(1)
  const [detail] = detailsOf(element, 'passport-authorized')
  if (detail === undefined) throw new Error('no code was handed over')
  return detail
}

test('passes an exchange code to the page after sign-in, and continues to its server', async () => {
  const server = await shop()
  const element = openInstance(server, { attributes })
  await signIn(element, server)
  const detail = await authorized(element)
  expect(detail).toMatchObject({ state: 'a state', iss: ORIGIN })
  await expect.poll(() => element.visited).toEqual([detail.redirectUrl])
  const shown = { auth_code: detail.code, code_verifier: verifier, redirect_uri: WAY }
  const { data } = await server.client().call(redeemHostCode, shown, { origin: null })
  expect(data.app_id).toBe(1001)
})

test('stays and fires success if the page handles the code itself', async () => {
  const server = await shop()
  const element = openInstance(server, { attributes, prevents: 'passport-authorized' })
  await signIn(element, server)
  await authorized(element)
  expect(element.visited).toEqual([])
  await expect.poll(() => element.instance.$view.get().name).toBe('done')
})

test('fires success even if no exchange code can be issued', async () => {
  const server = await shop()
  const element = openInstance(server, { attributes })
  vi.doMock('../../widget/src/base/exchange-code.ts', () => {
    throw new Error('gone')
  })
  try {
    await signIn(element, server)
    await expect.poll(() => element.instance.$view.get().name).toBe('done')
  } finally {
    vi.doUnmock('../../widget/src/base/exchange-code.ts')
  }
  expect(detailsOf(element, 'passport-error')).toMatchObject([{ reason: 'internal' }])
})

test('uses hosted sign-in if the browser blocks cookies of the account server', async () => {
  const server = await shop()
  const wrap =
    (send: typeof fetch): typeof fetch =>
    (...call) => {
      element.browser.cookies.clear()
      return send(...call)
    }
  const element: TestInstance = openInstance(server, { attributes, wrap })
  await signIn(element, server)
  await expect.poll(() => element.instance.$view.get().name).toBe('hosted')
  expect(detailsOf(element, 'passport-authorized')).toEqual([])
})

test.each([
  ['redirect-uri', 'javascript:alert(1)'],
  ['redirect-uri', '/signed-in'],
  ['code-challenge', 'plain'],
] as const)('warns that %s="%s" cannot be used', async (attribute, value) => {
  const server = await shop()
  const element = openInstance(server, { attributes: { ...attributes, [attribute]: value } })
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  createHostedSignInFlow(element.instance).check()
  const [failure] = detailsOf(element, 'passport-error')
  expect(failure).toMatchObject({ reason: 'attribute', attribute, value })
  await expect.poll(() => warn.mock.lastCall?.[0]).toContain(`${attribute}="${value}" cannot be`)
  await signIn(element, server)
  await expect.poll(() => element.instance.$view.get().name).toBe('done')
  expect(element.visited).toEqual([])
})

test('redirects to the account server with the page’s options', async () => {
  vi.stubGlobal('location', new URL(ORIGIN))
  vi.stubGlobal('self', new URL(ORIGIN))
  vi.stubGlobal('document', { baseURI: ORIGIN })
  const { instance } = openInstance(await shop(), {
    attributes: { ...attributes, server: 'https://id.example', lang: 'ja' },
  })
  const flow = createHostedSignInFlow(instance)
  const url = new URL(flow.href())
  expect(url.origin + url.pathname).toBe('https://id.example/passport/web/host/sign_in/')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    aid: '1001',
    language: 'ja',
    redirect_uri: WAY,
    state: 'a state',
    code_challenge: attributes['code-challenge'],
  })
  expect(flow.hostName()).toBe('id.example')
  // Without `popup` the link is followed as it is.
  expect(flow.open()).toBe(false)
})
