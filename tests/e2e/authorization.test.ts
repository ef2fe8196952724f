import * as oauth from 'oauth4webapi'
import { expect, test, type Locator } from 'playwright/test'
import { allAuthorizeMessages } from '../../widget/src/login/screens/authorize/messages/all-messages.ts'
import { expectAccessible } from './pages/axe.ts'
import { Captcha } from './pages/captcha.ts'
import { Mailbox } from './pages/mailbox.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { words } from './pages/words.ts'
import { ACCOUNT } from './support/addresses.ts'
import { typeCommand } from './support/operator.ts'

const t = allAuthorizeMessages.en
const CALLBACK = 'https://app.example.com/callback'

/** A client of others, by a public client library. */
interface OAuthClient {
  /** Address that it sends people to. */
  address: string
  /** Exchanges what a person came back with for what it learns of them. */
  learn(callback: string): Promise<oauth.UserInfoResponse>
}

test.beforeEach(async ({ context }) => {
  await context.route('https://app.example.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Harbour</h1>' }),
  )
})

test('signs a new person in by a code, and gives the client the scopes left ticked', async ({
  page,
  request,
}) => {
  const complaints = watch(page)
  const email = await signUp(request, 'Ann')
  const oauthClient = await createOAuthClient('--verified')
  await page.goto(oauthClient.address)
  await expect(page).toHaveURL(/\/authorization\?auth_ticket=/)
  await expect(page.getByRole('heading', { name: t.title('Harbour') })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('tab', { name: words.en.byCode }).click()
  await page.locator('[name=email]').fill(email)
  await page.locator('button[type=submit]').click()
  await new Captcha(page, 'en').passByKeyboard()
  await expect(page.locator('[name=code]')).toBeVisible()
  // The request and the sent code outlive a reload.
  await page.reload()
  await page.locator('[name=code]').fill(await new Mailbox(request).code(email, 2))
  await expect(page.getByRole('button', { name: t.allow })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel(t.scopes.email).uncheck()
  await page.getByLabel(t.scopes.email).press('Enter')
  await expect(page).toHaveURL(/\/authorization\?/)
  const consentPage = page.url()
  await page.getByRole('button', { name: t.allow }).click()
  await expect(page).toHaveURL(/callback\?code=/)
  const learned = await oauthClient.learn(page.url())
  expect(learned.name).toBe('Ann')
  expect(learned.email).toBeUndefined()

  await page.goto(consentPage)
  await expect(page.getByRole('heading', { name: t.ends.answered.title })).toBeVisible()
  // A second, equal request shows no page.
  const again = await createRequest(oauthClient)
  const reply = await page.request.get(again.address, { maxRedirects: 0 })
  await again.learn(reply.headers().location ?? '')
  expect(complaints).toEqual([])
})

test('redirects after a refusal, and asks before it ends a session', async ({ page }) => {
  const email = await signUp(page.request, 'Ben')
  const oauthClient = await createOAuthClient()
  await page.goto(oauthClient.address)
  await expect(page.getByRole('heading', { name: t.title('app.example.com') })).toBeVisible()
  await expect(page.getByText(t.unverified('Harbour'))).toBeVisible()
  await page.getByRole('button', { name: t.otherAccount }).click()
  await expect(page.getByText(t.otherText(email))).toBeVisible()
  await page.getByRole('button', { name: t.back }).click()
  await expect(page.getByRole('button', { name: t.refuse })).toBeVisible()
  const [refuse, allow] = await Promise.all(
    [t.refuse, t.allow].map((name) => page.getByRole('button', { name }).boundingBox()),
  )
  expect([refuse?.width, refuse?.height]).toEqual([allow?.width, allow?.height])
  await page.getByRole('button', { name: t.otherAccount }).click()
  await page.getByRole('button', { name: t.otherNow }).click()
  await expect(page.getByText(t.signIn)).toBeVisible()
  await page.locator('[name=account]').fill(email)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  // The sign-in has such a button too, which does nothing while it is under way.
  await expect(page.getByRole('button', { name: t.allow })).toBeVisible()
  await page.getByRole('button', { name: t.refuse }).click()
  await expect(page).toHaveURL(/callback\?error=access_denied/)
})

test('asks in a language that the site does not speak, until another is chosen', async ({
  page,
}) => {
  await signUp(page.request, 'Zoe')
  const oauthClient = await createOAuthClient('--verified')
  await page.goto(`${oauthClient.address}&ui_locales=zh-CN`)
  const heading = (language: 'ja' | 'zh'): Locator =>
    page.getByRole('heading', { name: allAuthorizeMessages[language].title('Harbour') })
  await expect(heading('zh')).toBeVisible()
  await page.getByRole('link', { name: '日本語' }).click()
  await expect(heading('ja')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('asks for consent on a plain page, and redirects with a code', async ({ page }) => {
    await signUp(page.request, 'Eve')
    const oauthClient = await createOAuthClient('--verified')
    await page.goto(oauthClient.address)
    await expect(page).toHaveURL(/\/form\/authorize/)
    await page.locator('[name=allow_email]').uncheck()
    await page.locator('button[value=allow]').click()
    await expect(page).toHaveURL(/callback\?code=/)
    const learned = await oauthClient.learn(page.url())
    expect(learned.name).toBe('Eve')
    expect(learned.email).toBeUndefined()
  })

  test('leads back from the sign-in page to a client that was allowed before', async ({ page }) => {
    const email = await signUp(page.request, 'Eli')
    const oauthClient = await createOAuthClient('--verified')
    await page.goto(oauthClient.address)
    await page.locator('button[value=allow]').click()
    await expect(page).toHaveURL(/callback\?code=/)
    await page.context().clearCookies({ name: 'sessionid' })
    await page.goto(oauthClient.address)
    await page.locator('passport-login [name=account]').fill(email)
    await page.locator('passport-login [name=password]').fill(PASSWORD)
    await page.locator('passport-login button[type=submit]').click()
    await expect(page).toHaveURL(/callback\?code=/)
  })
})

interface Registered extends OAuthClient {
  client: oauth.Client
  secret: string
  server: oauth.AuthorizationServer
}

const options = { [oauth.allowInsecureRequests]: true }

async function createOAuthClient(...flags: string[]): Promise<Registered> {
  const output = typeCommand('client', 'add', 'Harbour', '--redirects', CALLBACK, ...flags)
  const printed = (name: string): string =>
    new RegExp(`^${name} +(\\S+)`, 'm').exec(output)?.[1] ?? ''
  const issuer = new URL(ACCOUNT)
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, options),
  )
  const client = { client_id: printed('client_id') }
  return await createRequest({ client, secret: printed('client_secret'), server })
}

async function createRequest(
  oauthClient: Pick<Registered, 'client' | 'secret' | 'server'>,
): Promise<Registered> {
  const { client, secret, server } = oauthClient
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const address = new URL(server.authorization_endpoint ?? '')
  address.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  }).toString()
  return {
    client,
    secret,
    server,
    address: address.href,
    learn: async (callback) => {
      const params = oauth.validateAuthResponse(server, client, new URL(callback), state)
      const reply = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.ClientSecretBasic(secret),
        params,
        CALLBACK,
        verifier,
        options,
      )
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, reply)
      const { sub = '' } = oauth.getValidatedIdTokenClaims(tokens) ?? {}
      const info = await oauth.userInfoRequest(server, client, tokens.access_token, options)
      return await oauth.processUserInfoResponse(server, client, sub, info)
    },
  }
}
