import { expect, test, type Page } from 'playwright/test'
import { account } from '../../src/messages/en/account.ts'
import { frame } from '../../src/messages/en/frame.ts'
import { account as accountWords } from '../../widget/src/messages/en/account/account.ts'
import { enterprise } from '../../widget/src/messages/en/enterprise.ts'
import { expectAccessible } from './pages/axe.ts'
import { acceptInvitation, CONSOLE, foundCompany, openPerson } from './pages/company.ts'
import { signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'

const DASHBOARD = '/account-setting/components/dashboard'
const NAME = 'Harbour Works'

const switcher = (page: Page): ReturnType<Page['locator']> => page.locator('.switcher')

test('keeps the chosen theme on the pages of an account', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await signUp(page.request, 'Ann Lee')
  for (const [path, element] of [
    ['/account-setting', 'passport-account'],
    [CONSOLE, 'passport-enterprise'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator(element)).toHaveCSS('color-scheme', 'dark')
  }
})

test('says on every signed-in page for whom one acts, and switches at once', async ({ page }) => {
  const complaints = watch(page)
  const email = await signUp(page.request, 'Ann Lee')
  await page.goto(DASHBOARD)
  await expect(switcher(page)).toContainText('Ann Lee')
  await expect(switcher(page)).toContainText(frame.oneself)
  const pages = page.getByRole('navigation', { name: frame.mainNavigation })
  await expect(pages.getByRole('link', { name: frame.dashboard })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(pages.getByRole('link', { name: frame.organization })).toBeHidden()

  await foundCompany(page.request, NAME)
  await page.evaluate(() => localStorage.clear())
  for (const path of ['/account-setting', CONSOLE, DASHBOARD]) {
    await page.goto(path)
    await expect(switcher(page)).toContainText(NAME)
    await expect(switcher(page)).toContainText(frame.organization)
  }

  // One click to the console, and back to oneself.
  await pages.getByRole('link', { name: frame.organization }).click()
  await expect(page).toHaveURL(CONSOLE)
  await expect(page.locator('[data-part=organization]')).toContainText(NAME)
  await page.goto(DASHBOARD)
  await switcher(page).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: frame.oneself, exact: true }).click()
  await expect(switcher(page)).toContainText('Ann Lee')
  await expect(pages.getByRole('link', { name: frame.organization })).toBeVisible()

  await page.getByRole('button', { name: frame.accountMenu }).click()
  await expect(page.locator('.user-names')).toContainText(email)
  await page.locator('.user-menu').getByText(frame.theme.dark, { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectAccessible(page)
  await page.locator('.user-menu').getByRole('button', { name: frame.signOut }).click()
  await expect(page.getByText(account.signOut.doneTitle)).toBeVisible()
  expect(complaints).toEqual([])
})

test('forgets an organization that one leaves', async ({ page, browser }) => {
  const ben = await openPerson(browser, 'Ben Ito')
  await signUp(page.request, 'Ann Lee')
  await foundCompany(page.request, NAME)
  const t = enterprise.invitations
  await page.goto(CONSOLE)
  await page.getByRole('button', { name: t.invite, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=address]').fill(ben.email)
  await dialog.locator('[name=deputy_name]').fill('Ben')
  await dialog.getByRole('button', { name: t.send }).click()
  await expect(dialog.getByLabel(t.link)).toBeVisible()
  await acceptInvitation(ben.page.request, ben.email)

  const organizations = '/account-setting/organizations'
  await ben.page.goto(organizations)
  await expect(switcher(ben.page)).toContainText(NAME)
  const words = accountWords.organizations
  await ben.page.getByRole('button', { name: words.leaveOf(NAME) }).click()
  await ben.page.getByRole('dialog').getByRole('button', { name: words.leaveNow }).click()
  await expect(switcher(ben.page)).toContainText('Ben Ito')
  const link = (who: Page): ReturnType<Page['locator']> =>
    who
      .getByRole('navigation', { name: frame.mainNavigation })
      .getByRole('link', { name: frame.organization })
  await expect(link(ben.page)).toBeHidden()
})

for (const width of [320, 390]) {
  test(`has one row and a menu with the pages at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await signUp(page.request, 'Ann Lee')
    await foundCompany(page.request, NAME)
    await page.goto(DASHBOARD)
    await expect(switcher(page)).toContainText(NAME)
    const box = await page.locator('.account-header').boundingBox()
    expect(box?.height).toBeLessThan(90)
    expect(box?.width).toBe(width)
    await page.getByRole('button', { name: frame.accountMenu }).click()
    const menu = page.locator('#UserMenu')
    await expect(menu.getByRole('link', { name: frame.createOrganization })).toHaveAttribute(
      'href',
      '/account-setting/organizations',
    )
    await menu.getByRole('link', { name: frame.organization, exact: true }).click()
    await expect(page).toHaveURL(CONSOLE)
  })
}

test('leads from the public pages to the console in two clicks', async ({ page }) => {
  await signUp(page.request, 'Ann Lee')
  await foundCompany(page.request, NAME)
  await page.goto('/pricing')
  await page.getByRole('button', { name: frame.accountMenu }).click()
  await page.locator('.user-menu').getByRole('link', { name: frame.organization }).click()
  await expect(page).toHaveURL(CONSOLE)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('keeps the pages and the sign-out form', async ({ page }) => {
    await signUp(page.request, 'Ann Lee')
    await page.goto(DASHBOARD)
    const pages = page.getByRole('navigation', { name: frame.mainNavigation })
    await expect(pages.getByRole('link', { name: frame.account })).toBeVisible()
    await page.getByRole('button', { name: frame.accountMenu }).click()
    await page.locator('.user-menu').getByRole('button', { name: frame.signOut }).click()
    await expect(page.getByText(account.signOut.doneTitle)).toBeVisible()
  })
})
