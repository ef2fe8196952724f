import { expect, test } from 'playwright/test'
import { account } from '../../src/messages/en/account.ts'
import { expectAccessible } from './pages/axe.ts'
import { CONSOLE } from './pages/company.ts'
import { Element } from './pages/element.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { ACCOUNT } from './support/addresses.ts'

const DASHBOARD = '/account-setting/components/dashboard'
const { dashboard } = account

/** Ends the session of the browser, as another tab would. */
const form = { aid: '1001' }
const headers = { origin: ACCOUNT }

for (const path of [
  '/account-setting/security',
  `${DASHBOARD}?plan=pro&billing=yearly&currency=USD`,
  CONSOLE,
]) {
  test(`signs in in place of ${path}, and continues there`, async ({ page }) => {
    const complaints = watch(page)
    const email = await signUp(page.request, 'Ann Lee')
    await page.request.post(`${ACCOUNT}/form/logout`, { form, headers })
    const element = await Element.open(page, 'en', path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.locator('.switcher')).toBeHidden()
    await expectAccessible(page)
    await element.field('account').fill(email)
    await element.field('password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.locator('.switcher')).toContainText('Ann Lee')
    await expect(page).toHaveURL(path)
    await expect(page.locator('passport-login')).toBeHidden()
    expect(complaints).toEqual([])
  })
}

test('takes the page with it to sign-up', async ({ page }) => {
  const element = await Element.open(page, 'en', DASHBOARD)
  await element.root.getByRole('link', { name: /create/i }).click()
  await expect(page).toHaveURL(`/sign-up?next=${encodeURIComponent(DASHBOARD)}`)
})

test('leads back by the plain form where the script of the element is lost', async ({ page }) => {
  const email = await signUp(page.request, 'Ann Lee')
  await page.request.post(`${ACCOUNT}/form/logout`, { form, headers })
  await page.route('**/passport-login.js', (route) => route.abort())
  await page.goto(DASHBOARD)
  const fields = page.locator('passport-login form').first()
  await fields.locator('[name=account]').fill(email)
  await fields.locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(DASHBOARD)
  await expect(page.getByText(dashboard.welcome('Ann Lee'))).toBeVisible()
})

test('asks to sign in where the session ended before the page opened', async ({ page }) => {
  await signUp(page.request, 'Ann Lee')
  await page.goto('/pricing')
  // The hint cookie stays, as after a sign-out on another device.
  await page.context().clearCookies({ name: /^(?:sessionid|sid_|uid_tt_ss)/ })
  const element = await Element.open(page, 'en', DASHBOARD)
  await expect(element.field('account')).toBeVisible()
  await expect(page.getByText(account.settings.signedOut.title)).toBeHidden()
})
