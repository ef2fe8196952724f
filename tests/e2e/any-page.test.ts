import { createServer } from 'node:http'
import process from 'node:process'
import { expect, test } from 'playwright/test'
import { Captcha } from './pages/captcha.ts'
import { Element } from './pages/element.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { freshEmail } from './pages/words.ts'
import { ACCOUNT } from './support/addresses.ts'
import { addApp } from './support/operator.ts'
import { freePort } from '../support/free-port.ts'

// Each worker has an application of its own, for each serves pages at another port.
const AID = String(2201 + Number(process.env.TEST_WORKER_INDEX ?? 0))

const html = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
<link rel="icon" href="data:,"></head><body>${body}</body></html>`

const embedded = html(`<passport-login aid="${AID}"></passport-login>
<script type="module" crossorigin src="${ACCOUNT}/passport-login.js"></script>`)

let port = 0
const pages: Record<string, { body: string; headers?: Record<string, string> }> = {
  '/plain': { body: embedded },
  '/isolated': {
    body: embedded,
    headers: {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    },
  },
}
const NONCE = 'kQ2vX8nB4mZ6tR1p'
pages['/nonce'] = {
  body: embedded.replace('<script', `<script nonce="${NONCE}"`),
  headers: {
    'content-security-policy': [
      "default-src 'none'; img-src data:; base-uri 'none'",
      `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
      `connect-src ${ACCOUNT}`,
      "require-trusted-types-for 'script'; trusted-types passport-login",
    ].join('; '),
  },
}
pages['/account'] = {
  body: embedded
    .replaceAll('passport-login', 'passport-account')
    .replace('<script', `<script nonce="${NONCE}"`),
  headers: pages['/nonce'].headers ?? {},
}
const host = createServer(({ url = '' }, reply) => {
  const page = pages[url]
  const allow = url.startsWith('/outer') ? url.slice('/outer?'.length) : undefined
  const frame = `<iframe src="http://localhost:${port}/plain" allow="${allow}" title="Sign in"></iframe>`
  reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page?.headers })
  reply.end(page?.body ?? html(allow === undefined ? '<h1>Elsewhere</h1>' : frame))
})

test.beforeAll(async ({ request }) => {
  port = await freePort()
  await new Promise<void>((resolve) => {
    host.listen(port, resolve)
  })
  await addApp(request, AID, 'Any', `http://localhost:${port}`)
})

test.afterAll(() => {
  host.closeAllConnections()
  host.close()
})

const at = (name: string): string => `http://localhost:${port}/${name}`

const refusal = 'The account or the password is incorrect.'

test('works on a cross-origin isolated page', async ({ page }) => {
  const complaints = watch(page)
  const element = await Element.open(page, 'en', at('isolated'))
  expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true)
  await element.signIn(freshEmail('nobody'), 'seven quiet otters')
  await expect(element.notice).toContainText(refusal)
  expect(complaints).toEqual([])
})

test('shows the captcha under a policy with a nonce and strict-dynamic', async ({ page }) => {
  const complaints = watch(page)
  const element = await Element.open(page, 'en', at('nonce'))
  await element.choose('byCode')
  await element.field('address').fill(freshEmail('nobody'))
  await element.button('sendCode').click()
  await new Captcha(page, 'en').passByKeyboard()
  await expect(element.field('code')).toBeVisible()
  expect(complaints).toEqual([])
})

test('shows the account, and signs in, under a policy with a nonce and strict-dynamic', async ({
  page,
}) => {
  const complaints = watch(page)
  const email = await signUp(page.request, 'Strict')
  await page.goto(at('account'))
  await expect(page.locator('[data-part=identity]')).toContainText('Strict')
  await page.context().clearCookies({ name: /^(?:sessionid|sid_|uid_)/ })
  await page.reload()
  const login = page.locator('passport-account passport-login')
  await login.locator('[name=account]').fill(email)
  await login.locator('[name=password]').fill(PASSWORD)
  await login.locator('[name=password]').press('Enter')
  await expect(page.locator('[data-part=identity]')).toContainText('Strict')
  expect(complaints).toEqual([])
})

for (const allow of ['otp-credentials', '']) {
  test(`works in a frame of another site, allow="${allow}"`, async ({ page }) => {
    const complaints = watch(page)
    await Element.markReady(page)
    await page.goto(`http://127.0.0.1:${port}/outer?${allow}`)
    const element = page.frameLocator('iframe').locator('passport-login')
    await expect(element).toHaveAttribute('data-seen-ready')
    await element.getByLabel('E-mail, mobile or username').fill('nobody@example.com')
    await element.getByRole('textbox', { name: 'Password' }).fill('seven quiet otters')
    await element.getByRole('tab', { name: 'One-time code' }).click()
    await expect(element.getByRole('button', { name: 'Send code' })).toBeVisible()
    expect(complaints).toEqual([])
  })
}

// No sign-in reaches the server: too many wrong ones would require a captcha in other tests.
const SIGN_IN = /\/passport\/web\/user\/login\b/

for (const [what, step] of [
  ['the cipher', /\/assets\/nacl/],
  ['the client', /\/assets\/create-client/],
  ['the sealing key', /\/passport\/web\/seal_key\b/],
  ['the sign-in itself', SIGN_IN],
] as const) {
  test(`recovers when the network fails during ${what}`, async ({ page, context }) => {
    const cuts: RegExp[] = []
    for (const cut of new Set([step, SIGN_IN])) {
      await context.route(cut, (route) => {
        cuts.push(cut)
        return route.abort('connectionreset')
      })
    }
    const told: string[] = []
    page.on('console', (line) => told.push(line.text()))
    const element = await Element.open(page, 'en', at('plain'))
    await element.signIn(freshEmail('nobody'), 'seven quiet otters')
    await expect.poll(() => cuts).toContain(step)
    await expect(element.button('signIn')).not.toHaveAttribute('aria-busy')
    // The element then looks for the cause, which may correct its words; lost code needs no cause.
    if (step.source.includes('passport')) {
      await expect.poll(() => told.join('\n')).toContain('does not serve this page')
    }
    // Browsers may never request a failed script again.
    await expect(element.notice).toContainText(/Check your connection|Reload the page/)
    await expect(element.field('password')).toHaveValue('seven quiet otters')
    const before = cuts.filter((cut) => cut === SIGN_IN).length
    if (step !== SIGN_IN) await context.unroute(step)
    await element.button('signIn').click()
    await expect.poll(() => cuts.filter((cut) => cut === SIGN_IN).length).toBeGreaterThan(before)
  })
}
