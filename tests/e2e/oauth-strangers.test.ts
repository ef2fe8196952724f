import { expect, test, type Page } from 'playwright/test'
import { endSessionMessages } from '../../server/pages/messages/en/end-session.ts'
import { allAuthorizeMessages } from '../../widget/src/login/screens/authorize/messages/all-messages.ts'
import { expectAccessible } from './pages/axe.ts'
import { signUp } from './pages/person.ts'
import { ACCOUNT } from './support/addresses.ts'
import { typeCommand } from './support/operator.ts'

const t = allAuthorizeMessages.en
const CALLBACK = 'https://tides.example.com/callback'
const AFTER = 'https://tides.example.com/signed-out'

/** Registers a client of others; returns its id. */
function addClient(...more: string[]): string {
  const names = ['client', 'add', 'Tide table', '--redirects', CALLBACK]
  const words = [...names, '--after-logout', AFTER, ...more]
  return /^client_id +(\S+)/m.exec(typeCommand(...words))?.[1] ?? ''
}

// Playwright does not intercept the targets of redirects.
async function leadsTo(page: Page, address: string): Promise<string> {
  const reply = await page.request.get(address, { maxRedirects: 0 })
  return reply.headers().location ?? ''
}

test.beforeEach(async ({ context }) => {
  await context.route('https://tides.example.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Tide table</h1>' }),
  )
})

test('shows scopes of a resource with its operator’s descriptions', async ({ page }) => {
  // Its own name, because resources are for all clients of the server.
  const resource = `https://${crypto.randomUUID()}.example.com/`
  const scopes = ['--scopes', 'tides:read=See the tides; tides:write=Move the tides', '--jwt']
  typeCommand('resource', 'add', resource, 'Moon', ...scopes)
  await signUp(page.request, 'Ida')
  const query = new URLSearchParams({
    client_id: addClient(),
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid tides:read tides:write',
    resource,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    state: 'seen',
  })
  await page.goto(`${ACCOUNT}/oauth/authorize?${query.toString()}`)
  await expect(page.getByLabel('See the tides (Moon)')).toBeChecked()
  await expectAccessible(page)
  await page.getByLabel('Move the tides (Moon)').uncheck()
  await page.getByRole('button', { name: t.allow }).click()
  await expect(page).toHaveURL(/callback\?code=/)

  const again = `${ACCOUNT}/oauth/authorize?${query.toString()}`
  expect(await leadsTo(page, again)).toMatch(/callback\?code=/)
})

test('posts an answer to the client by itself, under the policy of its page', async ({ page }) => {
  await signUp(page.request, 'Ida')
  const query = new URLSearchParams({
    client_id: addClient('--response-modes', 'form_post'),
    redirect_uri: CALLBACK,
    response_type: 'code',
    response_mode: 'form_post',
    scope: 'openid profile',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    state: 'seen',
  })
  await page.goto(`${ACCOUNT}/oauth/authorize?${query.toString()}`)
  const posted = page.waitForRequest((request) => request.url() === CALLBACK)
  await page.getByRole('button', { name: t.allow }).click()
  const request = await posted
  expect(request.method()).toBe('POST')
  const fields = new URLSearchParams(request.postData() ?? '')
  expect(Object.fromEntries(fields)).toEqual({
    code: expect.any(String),
    state: 'seen',
    iss: ACCOUNT,
  })
  await expect(page.getByRole('heading', { name: 'Tide table' })).toBeVisible()
})

test('asks before a client signs a person out, and redirects back', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const email = await signUp(page.request, 'Jon')
  const query = new URLSearchParams({
    client_id: addClient(),
    post_logout_redirect_uri: AFTER,
    state: 'seen',
  })
  const address = `${ACCOUNT}/oauth/logout?${query.toString()}`
  await page.goto(address)
  await expect(page.getByText(endSessionMessages.textOf('Tide table'))).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: endSessionMessages.stay }).click()
  await expect(page).toHaveURL(/\/account-setting/)
  await page.goto(address)
  await page.getByRole('button', { name: endSessionMessages.confirm }).click()
  await expect(page).toHaveURL(`${AFTER}?state=seen`)
  // Nobody is signed in, so no consent page is shown.
  expect(await leadsTo(page, address)).toBe(`${AFTER}?state=seen`)
})

test('keeps the name of a fact on one line, on phones and wide screens', async ({ page }) => {
  await signUp(page.request, 'Ann')
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto(`${ACCOUNT}/oauth/logout?ui_locales=ja`)
    const lines = await page.locator('dt').evaluate((name) => {
      const range = document.createRange()
      range.selectNodeContents(name)
      return range.getClientRects().length
    })
    expect(lines, String(width)).toBe(1)
  }
})
