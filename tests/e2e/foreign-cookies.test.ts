import { createServer, type Server } from 'node:http'
import process from 'node:process'
import { expect, test } from 'playwright/test'
import puppeteer, { type Page } from 'puppeteer-core'
import { BROWSER_FLAGS } from '../../scripts/lib/browser.ts'
import { findFirefox } from '../../scripts/lib/engines.ts'
import { freePort } from '../support/free-port.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { startAnother } from './support/another-server.ts'

/** The cookies that scripts or the server read. */
const names = [
  'sessionid',
  'sessionid_ss',
  'uid_tt',
  'passport_csrf_token',
  'passport_csrf_token_default',
  's_v_web_id',
  'oauth_state',
  'qr_bind',
  'open_bind',
  'account_changed',
]

let account = ''
let shop = ''
let stop: () => void
let shopServer: Server

test.beforeAll(async ({ request }) => {
  const [port, shopPort] = [await freePort(), await freePort()]
  account = `http://account.shop.localhost:${port}`
  shop = `http://www.shop.localhost:${shopPort}`
  // Another application of the domain, which keeps cookies for all its hosts.
  shopServer = createServer((asked, reply) => {
    const value = new URL(asked.url ?? '/', shop).searchParams.get('value') ?? ''
    const cookies = names.map((name) => `${name}=${value}; Domain=shop.localhost; Path=/`)
    reply.setHeader('set-cookie', cookies)
    reply.end('<title>shop</title>')
  }).listen(shopPort, '127.0.0.1')
  stop = await startAnother(request, port, {
    PUBLIC_ORIGIN: account,
    // As for the passkeys that other tests leave in the same database.
    PASSKEY_RP_ID: 'localhost',
    SECOND_VERIFICATION: 'off',
  })
})

test.afterAll(() => {
  stop()
  shopServer.close()
})

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${account}/login`)
  // Puppeteer types into the field that it found, which the ready form may have replaced.
  await page.waitForSelector('[data-ready]')
  await page.type('passport-login [name=account]', email)
  await page.type('passport-login [name=password]', PASSWORD)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toBe(`${account}/account-setting`)
}

/** Whether the page that is open, and the server, take the browser for signed in. */
async function states(page: Page): Promise<unknown> {
  return await page.evaluate(`(async () => {
    const reply = await fetch('/passport/web/account/info/v2?aid=1001&language=en')
    return [document.documentElement.dataset.session, (await reply.json()).message]
  })()`)
}

const engines = { chrome: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', firefox: findFirefox() }

for (const [engine, executablePath] of Object.entries(engines)) {
  if (executablePath === undefined) continue
  for (const value of ['', 'k3v9x0q4d8m1z7c5b2n6a1s0f9g8h7j6']) {
    test(`${engine} signs in and out beside cookies of the domain that are "${value}"`, async ({
      request,
    }) => {
      test.slow()
      const email = await signUp(request, 'Ann Example')
      const browser = await puppeteer.launch({
        browser: engine as 'chrome' | 'firefox',
        executablePath,
        headless: true,
        ...(engine === 'chrome' && { args: BROWSER_FLAGS }),
      })
      try {
        const page = await browser.newPage()
        await page.evaluateOnNewDocument(() => {
          document.addEventListener('passport-ready', () => {
            document.documentElement.dataset.ready = ''
          })
        })
        // The older cookie is sent first.
        await page.goto(`${shop}/?value=${value}`)
        await signIn(page, email)
        await page.goto(`${account}/`)
        expect(await states(page)).toEqual(['in', 'success'])
        await page.goto(`${shop}/?value=${value}`)
        await page.goto(`${account}/account-setting`)
        await page.waitForSelector('::-p-text(Ann Example)')
        expect(await states(page)).toEqual(['in', 'success'])
        await page.goto(`${account}/sign-out`)
        await page.evaluate(`document.querySelector('main form button').click()`)
        const session = 'document.documentElement.dataset.session'
        await expect.poll(() => page.evaluate(session)).toBe('out')
        await page.goto(`${account}/`)
        expect(await states(page)).toEqual(['out', 'error'])
        await signIn(page, email)
        expect(await states(page)).toEqual(['in', 'success'])
      } finally {
        await browser.close()
      }
    })
  }
}
