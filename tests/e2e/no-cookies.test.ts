import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, expect, test, type BrowserContext } from 'playwright/test'
import { pageMessages } from '../../server/pages/messages/all-messages.ts'
import { account as en } from '../../src/messages/en/account.ts'
import { Mailbox } from './pages/mailbox.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { ACCOUNT } from './support/addresses.ts'

let folder = ''
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'passport-cookies-'))
})
test.afterEach(() => rmSync(folder, { recursive: true }))

/** Opens a browser in which the person has blocked all cookies. */
async function openWithout(javaScriptEnabled: boolean): Promise<BrowserContext> {
  mkdirSync(path.join(folder, 'Default'))
  const profile = { default_content_setting_values: { cookies: 2 } }
  writeFileSync(path.join(folder, 'Default/Preferences'), JSON.stringify({ profile }))
  const { launchOptions = {} } = test.info().project.use
  return await chromium.launchPersistentContext(folder, { ...launchOptions, javaScriptEnabled })
}

test('says on the sign-in page that the browser accepts no cookies', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByText(en.noCookies)).toBeHidden()
  const context = await openWithout(true)
  const blocked = await context.newPage()
  await blocked.goto(`${ACCOUNT}/login`)
  await expect(blocked.getByText(en.noCookies)).toBeVisible()
  await context.close()
})

test('says so without JavaScript after the password', async ({ request }) => {
  const email = await signUp(request, 'Blocked')
  const context = await openWithout(false)
  const blocked = await context.newPage()
  await blocked.goto(`${ACCOUNT}/login`)
  await blocked.locator('[name=account]').fill(email)
  await blocked.locator('[name=password]').fill(PASSWORD)
  await blocked.keyboard.press('Enter')
  await blocked.locator('[name=code]').fill(await new Mailbox(request).code(email))
  await blocked.keyboard.press('Enter')
  await expect(blocked.getByText(pageMessages.en.noCookies)).toBeVisible()
  await context.close()
})
