import { expect, test, type Page } from 'playwright/test'
import { CONSOLE, foundCompany } from './pages/company.ts'
import { signUp } from './pages/person.ts'
import { expectStill, measureShifts } from './pages/shifts.ts'
import { serveInPieces } from './support/serve-in-pieces.ts'

const DASHBOARD = '/account-setting/components/dashboard'
const ACCOUNT = '/account-setting'
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Opens each page in both languages and sizes; nothing moves while it comes. */
async function expectStillPages(page: Page, addresses: readonly string[]): Promise<void> {
  await measureShifts(page)
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const address of addresses.flatMap((one) => [one, `/ja${one}`])) {
      await test.step(`${address} at ${size.width} px`, async () => {
        // A busy machine may paint between two replies; what always moves does so each time.
        await expect(async () => {
          await page.goto(address)
          await expect(page.locator('h1').first()).toBeAttached()
          await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
          await expectStill(page)
        }).toPass({ timeout: 60_000 })
      })
    }
  }
}

test('moves nothing on the pages of a person', async ({ page }) => {
  test.slow()
  await signUp(page.request, 'Ann Lee')
  const views = ['security', 'devices', 'organizations', 'data']
  await expectStillPages(page, [DASHBOARD, ACCOUNT, ...views.map((view) => `${ACCOUNT}/${view}`)])
})

test('moves nothing while one acts for an organization', async ({ page }) => {
  test.slow()
  await signUp(page.request, 'Ann Lee')
  await foundCompany(page.request, `Still Works ${Date.now().toString(36)}`)
  await expectStillPages(page, [DASHBOARD, CONSOLE])
})

test('shows what stands in for a page of the account until there is something of it', async ({
  page,
}) => {
  await signUp(page.request, 'Ann Lee')
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/account-en-.*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(ACCOUNT, { waitUntil: 'commit' })
  await expect(page.locator('passport-account')).toBeAttached()
  await expect(page.locator('.bones')).toBeVisible()
  held.resolve()
  await expect(page.locator('passport-account [data-part=page]')).toBeVisible()
  await expect(page.locator('.bones')).toHaveCount(0)
})

test('moves nothing where one signs in', async ({ page }) => {
  await expectStillPages(page, ['/login', DASHBOARD, ACCOUNT, CONSOLE])
})

test('moves nothing where one signs in when the page comes in pieces', async ({ page }) => {
  test.slow()
  const { origin, pauseAfter, server } = await serveInPieces()
  await measureShifts(page)
  await page.setViewportSize({ width: 412, height: 823 })
  for (const path of ['/login', '/ja/sign-up', '/third-party-oauth']) {
    for (const part of [0.66, 0.86, 0.9, 0.94]) {
      pauseAfter(part)
      await page.goto(origin + path)
      await page.waitForTimeout(300)
      await expectStill(page, `${path}, ${part} of it`, 0.001)
    }
  }
  server.close()
  server.closeAllConnections()
})
