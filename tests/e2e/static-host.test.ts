import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, test, type BrowserContext } from 'playwright/test'
import { placeSite } from '../../scripts/static/place-site.ts'
import { account } from '../../src/messages/ja/account.ts'
import { account as own } from '../../widget/src/messages/ja/account/account.ts'
import { profile } from '../../widget/src/messages/ja/profile.ts'
import { freePort } from '../support/free-port.ts'
import { Captcha } from './pages/captcha.ts'
import { Element } from './pages/element.ts'
import { Mailbox } from './pages/mailbox.ts'
import { watch } from './pages/watch.ts'
import { freshEmail } from './pages/words.ts'
import { ACCOUNT } from './support/addresses.ts'
import { liftedLimits } from './support/limits.ts'
import { servePlaced } from './support/placed-host.ts'

const root = path.join(import.meta.dirname, '../..')
const PASSWORD = 'seven quiet otters'
// Two hosts of one site, as www.example.com and account.example.com are.
let site = ''
let server = ''
let folder = ''
let host: { close(): void }
let accountServer: ChildProcess

test.beforeAll(async ({ request }) => {
  const [sitePort, port] = [await freePort(), await freePort()]
  site = `http://www.sable.localhost:${sitePort}`
  server = `http://account.sable.localhost:${port}`
  folder = mkdtempSync(path.join(tmpdir(), 'passport-placed-'))
  const placed = path.join(folder, 'static')
  await placeSite({
    site: path.join(root, 'dist/site'),
    element: path.join(root, 'dist/element'),
    to: placed,
    account: server,
    isCompressed: false,
  })
  host = await servePlaced(path.join(placed, 'public'), sitePort)
  // Next to the server of the other tests, with the same data.
  accountServer = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_ORIGIN: server,
      SITE_ORIGIN: site,
      DATA_DIR: process.env.E2E_DATA_DIR,
      // Of the passkeys that other journeys have made.
      PASSKEY_RP_ID: 'localhost',
      LOG_LEVEL: 'warn',
      ...liftedLimits,
    },
  })
  await expect(async () => {
    expect((await request.get(`http://127.0.0.1:${port}/readyz`)).ok()).toBe(true)
  }).toPass()
})

test.afterAll(() => {
  host.close()
  accountServer.kill()
  rmSync(folder, { recursive: true })
})

test('signs up, in and out where another host serves the site', async ({ page, request }) => {
  test.slow()
  const complaints = watch(page)
  // What an element is told wrong, it tells the page.
  await page.addInitScript(() => {
    document.addEventListener('passport-error', () => reportError('passport-error'), true)
  })
  const loaders: string[] = []
  page.on('request', (asked) => {
    if (asked.url().includes('__loader=account-setting')) loaders.push(asked.url())
  })
  const email = freshEmail('elsewhere')
  const element = await Element.open(page, 'ja', `${site}/ja/sign-up`)
  await element.field('address').fill(email)
  await element.button('sendCode').click()
  await new Captcha(page, 'ja').passByItself()
  await element.finishSignUp(new Mailbox(request), email, PASSWORD, 'Fumi')
  await page.waitForURL(`${site}/ja/account-setting`)
  await expect(page.locator('[data-part=identity]')).toContainText('Fumi')
  await expect(page.locator('html')).toHaveAttribute('data-session', 'in')
  expect(await namesOfCookies(page.context(), site)).not.toContain('sessionid')
  expect(await namesOfCookies(page.context(), server)).toContain('sessionid')
  expect(loaders).toEqual([])

  // The header's picture comes from the account server.
  await page.getByRole('button', { name: own.changeOf(own.names.picture), exact: true }).click()
  await page.getByRole('button', { name: profile.choosePicture(1), exact: true }).click()
  const picture = page.locator('header img').first()
  await expect(picture).toHaveAttribute('src', new RegExp(`^${server}/`))
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)

  await page.goto(`${site}/ja/sign-out`)
  await page.getByRole('button', { name: account.signOut.button }).click()
  await expect(page.getByRole('heading', { name: account.signOut.doneTitle })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-session', 'out')

  const again = await Element.open(page, 'ja', `${site}/ja/login?next=%2Fja%2Fpricing`)
  await again.signIn(email, PASSWORD)
  await page.waitForURL(`${site}/ja/pricing`)
  expect(complaints).toEqual([])

  await page.goto(`${server}/ja/blog`)
  expect(page.url()).toBe(`${site}/ja/blog`)
})

test('signs in without JavaScript where another host serves the site', async ({
  browser,
  request,
}) => {
  const email = freshEmail('plain')
  const headers = { origin: ACCOUNT }
  const begun = { email, step: 'send', aid: '1001' }
  await request.post('/form/sign-up', { form: begun, headers })
  const mailbox = new Mailbox(request)
  const form = { email, step: 'finish', aid: '1001', password: PASSWORD }
  const code = await mailbox.code(email)
  await request.post('/form/sign-up', { form: { ...form, code }, headers })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const complaints = watch(page)
  await page.goto(`${site}/login`)
  await page.locator('[name=account]').fill(email)
  await page.locator('[name=password]').fill('not my password')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server}/form/login`)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  // This browser is new to the account.
  await page.locator('[name=code]').fill(await mailbox.code(email, 2))
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site}/account-setting`)
  expect(await namesOfCookies(context, server)).toContain('sessionid')
  // The refused try is answered with status 422; scripts are not fetched here.
  const isUnexpected = (line: string): boolean =>
    line.startsWith('console') && !line.includes('422')
  expect(complaints.filter(isUnexpected)).toEqual([])
  await context.close()
})

async function namesOfCookies(context: BrowserContext, origin: string): Promise<string[]> {
  return (await context.cookies(origin)).map(({ name }) => name)
}
