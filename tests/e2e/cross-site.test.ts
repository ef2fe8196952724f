import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import {
  expect,
  test,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from 'playwright/test'
import { expectAccessible } from './pages/axe.ts'
import { Element } from './pages/element.ts'
import { Mailbox } from './pages/mailbox.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { ACCOUNT } from './support/addresses.ts'
import { addApp } from './support/operator.ts'
import { freePort } from '../support/free-port.ts'

const root = path.join(import.meta.dirname, '../..')
// Each worker starts a shop of its own, for each is a new origin.
const AID = String(2101 + Number(process.env.TEST_WORKER_INDEX ?? 0))

let shop = ''
let site: ChildProcess | undefined
/** Somebody with an account, and the cookies of the browser that is signed in to it. */
let email = ''
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>

test.beforeAll(async ({ browser, request }) => {
  const port = await freePort()
  shop = `http://127.0.0.1:${port}`
  const redirects = ['--redirects', `${shop}/signed-in`]
  await addApp(request, AID, 'Shop', shop, ...redirects, 'partitioned_cookies=on')
  site = spawn(process.execPath, ['examples/cross-site/server.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: String(port), PASSPORT_SERVER: ACCOUNT, PASSPORT_AID: AID },
  })
  await new Promise((resolve) => {
    site?.stdout?.once('data', resolve)
  })
  const context = await browser.newContext()
  email = await signUp(context.request, 'Buyer')
  signedIn = await context.storageState()
  await context.close()
})

test.afterAll(() => {
  site?.kill()
})

/** Somebody at a browser that knows the account, with a session at the account server or without. */
async function open(browser: Browser, isSignedIn: boolean): Promise<[Page, BrowserContext]> {
  const context = await browser.newContext({ storageState: signedIn })
  if (!isSignedIn) await context.clearCookies({ name: 'sessionid' })
  return [await context.newPage(), context]
}

const proceed = (page: Page): Locator => page.getByRole('link', { name: 'Continue' })
const confirmation = (page: Page): Locator => page.getByText('Signed in as Buyer.')

test('signs in to another site by a redirect to the account server and back', async ({
  browser,
}) => {
  const [page, context] = await open(browser, false)
  const complaints = watch(page)
  await page.goto(shop)
  await expectAccessible(page)
  const [before] = await context.cookies(shop)
  const login = await Element.open(page, 'en', proceed(page))
  await page.waitForURL(`${ACCOUNT}/login?**`)
  await login.signIn(email, PASSWORD)
  await expect(confirmation(page)).toBeVisible()
  const kept = await context.cookies(shop)
  expect(kept.map(({ name }) => name)).toEqual(['shop'])
  // An attacker who planted the first cookie would be signed in with it.
  expect(kept[0]?.value).not.toBe(before?.value)

  // With a session there, one click is enough.
  await page.getByRole('button', { name: 'Sign out of the shop' }).click()
  await proceed(page).click()
  await expect(confirmation(page)).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  expect(complaints).toEqual([])
  await context.close()
})

test('signs in by a popup, or without one if popups are blocked', async ({ browser }) => {
  const [page, context] = await open(browser, false)
  const complaints = watch(page)
  await page.goto(`${shop}/?popup`)
  const opened = page.waitForEvent('popup')
  await proceed(page).click()
  const popup = await opened
  await popup.waitForURL(`${ACCOUNT}/login?**`)
  const closed = popup.waitForEvent('close')
  await new Element(popup, 'en').signIn(email, PASSWORD)
  await expect(confirmation(page)).toBeVisible()
  await closed

  await page.getByRole('button', { name: 'Sign out of the shop' }).click()
  await page.goto(`${shop}/?popup`)
  await page.evaluate(() => {
    window.open = () => null
  })
  await proceed(page).click()
  await expect(confirmation(page)).toBeVisible()
  expect(complaints).toEqual([])
  await context.close()
})

test('signs in by a popup whose form is sent before its scripts', async ({ browser }) => {
  const [page, context] = await open(browser, false)
  await page.goto(`${shop}/?popup`)
  await expect(proceed(page)).toBeVisible()
  await context.route(/\.js$/, (route) => route.abort())
  const [popup] = await Promise.all([page.waitForEvent('popup'), proceed(page).click()])
  await popup.waitForURL(`${ACCOUNT}/login?**`)
  const closed = popup.waitForEvent('close')
  await new Element(popup, 'en').signIn(email, PASSWORD)
  await expect(confirmation(page)).toBeVisible()
  await closed
  await context.close()
})

test('continues in the popup if its opener cannot be reached', async ({ browser }) => {
  const [page, context] = await open(browser, true)
  await page.goto(`${shop}/?popup`)
  // As with Cross-Origin-Opener-Policy, which separates a page from its popups.
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(
      (link) => {
        window.open(link, '', 'noopener')
      },
      `${await proceed(page).getAttribute('href')}&opener_origin=${encodeURIComponent(shop)}`,
    ),
  ])
  await expect(confirmation(popup)).toBeVisible()
  await context.close()
})

test('gives no exchange code to a site that did not start the sign-in', async ({ browser }) => {
  const [page, context] = await open(browser, true)
  await page.goto(shop)
  const link = await proceed(page).getAttribute('href')
  await context.clearCookies({ name: 'shop' })
  await page.goto(link ?? '')
  await expect(page.getByText('That did not work. Please sign in again.')).toBeVisible()
  await expect(confirmation(page)).toBeHidden()
  await context.close()
})

test('signs in on the embedding page if its application uses partitioned cookies', async ({
  browser,
  request,
}) => {
  const [page, context] = await open(browser, false)
  const complaints = watch(page)
  await page.goto(shop)
  await page.locator('passport-login').evaluate((element) => element.setAttribute('view', 'login'))
  const element = new Element(page, 'en')
  await element.signIn(email, PASSWORD)
  // To the account server this is another browser.
  await element.confirmByCode(new Mailbox(request), email, 2)
  await expect(confirmation(page)).toBeVisible()
  const cookies = await context.cookies(ACCOUNT)
  const session = cookies.find(({ name }) => name === 'sessionid_ss')
  expect(session).toMatchObject({ secure: true, partitionKey: 'http://127.0.0.1' })
  expect(complaints).toEqual([])
  await context.close()
})
