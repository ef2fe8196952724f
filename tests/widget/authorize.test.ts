import { expect, test } from 'vitest'
import { authInfo, authorizeClient } from '#protocol/web/open-authorization.ts'
import {
  createAuthorizationFlow,
  type AuthorizationState,
} from '../../widget/src/login/flows/authorize.ts'
import type { AuthorizationFlow } from '../../widget/src/login/flows/authorize.ts'
import { typeCommand } from '../support/command.ts'
import { createOAuthClient, REDIRECT, type OAuthClient } from '../support/oauth-client.ts'
import { createTestServer, type TestServer } from '../support/test-server.ts'
import { form, openInstance, type TestInstance } from './instance.ts'

interface OpenedRequest {
  server: TestServer
  oauthClient: OAuthClient
  page: TestInstance
  flow: AuthorizationFlow
}

async function ask(params: Record<string, string> = {}): Promise<OpenedRequest> {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const page = openInstance(server, { attributes: { view: 'authorize' } })
  return { server, oauthClient, page, flow: await begin(page, oauthClient, params) }
}

/** Begins a request in the browser of a page, as its address would name it. */
async function begin(
  page: TestInstance,
  oauthClient: OAuthClient,
  params: Record<string, string> = {},
): Promise<AuthorizationFlow> {
  const { searchParams } = new URL((await oauthClient.start(params)).address)
  const param = (name: string): string => searchParams.get(name) ?? ''
  const { auth_ticket: ticket } = await page.instance.client().send(authInfo, {
    client_key: oauthClient.id,
    redirect_uri: REDIRECT,
    scope: param('scope'),
    code_challenge: param('code_challenge'),
    code_challenge_method: 'S256',
    ...(params.prompt !== undefined && { prompt: params.prompt }),
  })
  const { $settings, $messages } = page.instance
  page.instance.configure({ ...$settings.get(), ticket }, $messages.get())
  return createAuthorizationFlow(page.instance)
}

async function signIn({ server, flow }: OpenedRequest): Promise<string> {
  const { email, password } = await server.person()
  expect(await flow.login.signInByPassword(form({ account: email, password }))).toBe(true)
  await flow.load()
  return email
}

function at<Step extends AuthorizationState['step']>(
  flow: AuthorizationFlow,
  step: Step,
): Extract<AuthorizationState, { step: Step }> {
  const state = flow.$state.get()
  if (state.step !== step) throw new Error(`is at ${state.step}`)
  return state as Extract<AuthorizationState, { step: Step }>
}

test('signs in, asks for consent, and redirects to the client once', async () => {
  const opened = await ask()
  const { flow, page, oauthClient } = opened
  await flow.load()
  expect(at(flow, 'sign-in')).toMatchObject({
    isAnew: false,
    info: { client: { isVerified: false } },
  })
  const email = await signIn(opened)
  expect(at(flow, 'asked').info.accountName).toBe(email)
  expect(await flow.allow(['profile'], '0')).toBe(true)
  const { address } = at(flow, 'leaving')
  expect(address).toContain(`${REDIRECT}?code=`)
  expect(page.visited).toEqual([address])
  await flow.load()
  expect(at(flow, 'ended').end).toBe('answered')

  // Everything was answered, so an equal request needs no page.
  const again = await begin(page, oauthClient)
  await again.load()
  expect(at(again, 'leaving').address).toContain('code=')
})

test('refuses without a session, and reports expired requests and frozen clients', async () => {
  const { flow, page, oauthClient, server } = await ask()
  await flow.load()
  expect(await flow.refuse()).toBe(true)
  expect(at(flow, 'leaving').address).toContain('error=access_denied')

  const frozen = await begin(page, oauthClient)
  await typeCommand(server, ['client', 'freeze', oauthClient.id])
  await frozen.load()
  expect(at(frozen, 'ended')).toMatchObject({
    end: 'stopped',
    logId: expect.stringMatching(/^\d{14}/) as string,
  })
  await typeCommand(server, ['client', 'freeze', oauthClient.id, '--off'])
  server.clock.passSeconds(601)
  await frozen.load()
  expect(at(frozen, 'ended').end).toBe('expired')
})

test('refuses what was refused while the question was on its way', async () => {
  const opened = await ask()
  const { flow } = opened
  await flow.load()
  await signIn(opened)
  const isLoaded = flow.load()
  expect(await flow.refuse()).toBe(false)
  expect(await isLoaded).toBe(true)
  expect(at(flow, 'leaving').address).toContain('error=access_denied')
})

test('asks again after the account changed, and lets another account sign in', async () => {
  const opened = await ask()
  const { flow, page, server } = opened
  await flow.load()
  await signIn(opened)
  flow.askOther()
  expect(at(flow, 'other').step).toBe('other')
  await flow.load()
  const bo = await server.person()
  // In another tab of the same browser.
  const tab = createAuthorizationFlow(page.instance)
  await tab.login.signInByPassword(form({ account: bo.email, password: bo.password }))
  expect(await flow.allow(['email'], '0')).toBe(true)
  expect(at(flow, 'asked')).toMatchObject({ isChanged: true, info: { accountName: bo.email } })
  flow.askOther()
  await flow.leaveAccount()
  expect(at(flow, 'sign-in').isAnew).toBe(false)
})

test('requires a new sign-in if the client does, and shows its errors separately', async () => {
  const opened = await ask({ prompt: 'login' })
  const { flow, page, oauthClient, server } = opened
  await flow.load()
  await signIn(opened)
  server.clock.passSeconds(5)
  const fresh = await begin(page, oauthClient, { prompt: 'login' })
  await fresh.load()
  expect(at(fresh, 'sign-in').isAnew).toBe(true)
  // Without it nothing is allowed, whatever a page sends.
  const { ticket: auth_ticket } = page.instance.$settings.get()
  await expect(
    page.instance.client().send(authorizeClient, { auth_ticket, scopes: 'email' }),
  ).rejects.toMatchObject({ name: 'session_expired' })
  await signIn({ ...opened, flow: fresh })
  expect(at(fresh, 'asked').isChanged).toBe(false)
})
