import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { expect, test, type BrowserContext } from 'playwright/test'
import { expectAccessible } from './pages/axe.ts'
import { Captcha } from './pages/captcha.ts'
import { Element } from './pages/element.ts'
import { Mailbox } from './pages/mailbox.ts'
import { watch } from './pages/watch.ts'
import { freshEmail } from './pages/words.ts'
import { freePort } from '../support/free-port.ts'

const root = path.join(import.meta.dirname, '../..')
const ACCOUNT = 'http://localhost:4331'
const PASSWORD = 'seven quiet otters'
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
  const added = spawnSync(
    process.execPath,
    ['server/main.ts', 'app', 'add', AID, '--name', 'Shop', '--origins', shop].concat([
      '--redirects',
      `${shop}/signed-in`,
    ]),
    {
      cwd: root,
      env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR },
      encoding: 'utf8',
    },
  )
  if (added.status !== 0) throw new Error(added.stderr)
  site = spawn(process.execPath, ['examples/cross-site/server.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: String(port), PASSPORT_SERVER: ACCOUNT, PASSPORT_AID: AID },
  })
  await new Promise((resolve) => {
    site?.stdout?.once('data', resolve)
  })
  // A number it does not know makes the server look for new applications.
  await expect(async () => {
    const answer = await request.post(`${ACCOUNT}/passport/web/auth/platforms?aid=${AID}`)
    expect(await answer.json()).toMatchObject({ status_code: 0 })
  }).toPass()

  const context = await browser.newContext()
  const page = await context.newPage()
  email = freshEmail('buyer')
  const element = await Element.open(page, 'en', `${ACCOUNT}/sign-up`)
  await element.field('address').fill(email)
  await element.button('sendCode').click()
  await new Captcha(page, 'en').passByMouse()
  await element.finishSignUp(new Mailbox(request), email, PASSWORD, 'Buyer')
  await page.waitForURL('**/account-setting')
  signedIn = await context.storageState()
  await context.close()
})

test.afterAll(() => {
  site?.kill()
})

test('signs in to a shop on another site by going to the account server and back', async ({
  page,
  request,
}) => {
  const complaints = watch(page)
  await page.goto(shop)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL(`${ACCOUNT}/login?**`)
  const login = new Element(page, 'en')
  await login.signIn(email, PASSWORD)
  await login.confirmByCode(new Mailbox(request), email, 2)
  await expect(page.getByText('Signed in as Buyer.')).toBeVisible()
  const kept = await page.context().cookies(shop)
  expect(kept.map(({ name }) => name)).toEqual(['shop'])

  // With a session there, one click is enough.
  await page.getByRole('button', { name: 'Sign out of the shop' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByText('Signed in as Buyer.')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  expect(complaints).toEqual([])
})

test('signs in to it in a popup, also where popups are blocked', async ({ page, request }) => {
  const complaints = watch(page)
  await page.goto(`${shop}/?popup`)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Continue' }).click()
  const popup = await opened
  await popup.waitForURL(`${ACCOUNT}/login?**`)
  const login = new Element(popup, 'en')
  await login.signIn(email, PASSWORD)
  const closed = popup.waitForEvent('close')
  await login.confirmByCode(new Mailbox(request), email, 2)
  await expect(page.getByText('Signed in as Buyer.')).toBeVisible()
  await closed

  await page.getByRole('button', { name: 'Sign out of the shop' }).click()
  await page.goto(`${shop}/?popup`)
  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByText('Signed in as Buyer.')).toBeVisible()
  expect(complaints).toEqual([])
})

test('hands nothing to a shop whose sign-in was begun by somebody else', async ({ browser }) => {
  const context = await browser.newContext({ storageState: signedIn })
  const page = await context.newPage()
  await page.goto(shop)
  const link = await page.getByRole('link', { name: 'Continue' }).getAttribute('href')
  await context.clearCookies({ name: 'shop' })
  await page.goto(link ?? '')
  await expect(page.getByText('That did not work. Please sign in again.')).toBeVisible()
  await expect(page.getByText('Signed in as')).toBeHidden()
  await context.close()
})
