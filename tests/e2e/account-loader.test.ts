import { expect, test, type Locator, type Page } from 'playwright/test'
import { account } from '../../src/messages/en/account.ts'
import { frame } from '../../src/messages/en/frame.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { account as own } from '../../widget/src/messages/en/account/account.ts'
import { signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { ACCOUNT } from './support/addresses.ts'

const { dashboard } = account
const SETTINGS = '/account-setting'
const DASHBOARD = '/account-setting/components/dashboard'
const LOADER = /__loader=account-setting&__ssrDirect=true$/

/** Hovers over a link until the data of its page was prefetched; again, where a busy machine moved the link away. */
async function hoverOver(page: Page, link: Locator): Promise<void> {
  await expect(async () => {
    const brought = page.waitForResponse(LOADER, { timeout: 5000 })
    await page.mouse.move(0, 0)
    await Promise.all([brought, link.hover()])
    await (await brought).finished()
  }).toPass()
}

const linkInMenu = (page: Page, name: string): Locator =>
  page.locator('.user-menu').getByRole('link', { name, exact: true })

/** Opens the menu, and waits for the person, whom it requests. */
async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: frame.accountMenu }).click()
  await expect(page.locator('.user-names')).toContainText('Ada')
}

/** Returns the number of the page's requests to its loader, and whether any used the network. */
const loaded = (page: Page): Promise<{ times: number; isFetched: boolean }> =>
  page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const asked = entries.filter(({ name }) => name.includes('__loader='))
    return { times: asked.length, isFetched: asked.some(({ transferSize }) => transferSize > 0) }
  })

/** Calls that read or change the account. */
function countCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/passport\/(?:aff\/)?web\//.test(pathname)) calls.push(pathname)
  })
  return calls
}

const pages = [
  {
    path: SETTINGS,
    link: frame.account,
    parts: [own.names.title, own.about.title],
    last: (page: Page) => page.locator('[data-part=identity]').getByText('Ada'),
  },
  {
    path: DASHBOARD,
    link: frame.dashboard,
    parts: [dashboard.plan.title, dashboard.signIns.title],
    last: (page: Page) => page.getByText(dashboard.welcome('Ada')),
  },
] as const

for (const { path, link, parts, last } of pages) {
  test(`asks nothing more for ${path} once its link was pointed at`, async ({ page }) => {
    const complaints = watch(page)
    await signUp(page.request, 'Ada')
    await page.goto('/')
    await openMenu(page)
    await hoverOver(page, linkInMenu(page, link))
    const calls = countCalls(page)
    await linkInMenu(page, link).click()
    await expect(page).toHaveURL(path)
    await expect(last(page)).toBeVisible()
    for (const name of parts) {
      const region = page.getByRole('region', { name, exact: true })
      await expect(region).toBeVisible()
      await expect(region.locator('[aria-busy=true]')).toHaveCount(0)
    }
    await page.waitForLoadState('load')
    expect(await loaded(page)).toEqual({ times: 1, isFetched: false })
    expect(calls).toEqual([])

    // A reload shows the present state.
    await page.reload()
    await expect(last(page)).toBeVisible()
    expect(await loaded(page)).toEqual({ times: 1, isFetched: true })
    expect(calls).toEqual([])
    expect(complaints).toEqual([])
  })
}

test('shows what was changed after the link was pointed at', async ({ page }) => {
  await signUp(page.request, 'Ada')
  await page.goto(SETTINGS)
  const inHeader = page.getByRole('navigation', { name: frame.mainNavigation })
  const link = inHeader.getByRole('link', { name: frame.dashboard })
  await hoverOver(page, link)
  await page.getByRole('button', { name: own.changeOf(own.names.name) }).click()
  await page.locator('[name=name]').fill('Ada Lovelace')
  const saved = page.waitForResponse(/\/user\/update/)
  await page.getByRole('button', { name: allMessages.en.profile.save, exact: true }).click()
  await (await saved).finished()
  await link.click()
  await expect(page.getByText(dashboard.welcome('Ada Lovelace'))).toBeVisible()
})

test('never shows a person who has signed out since then', async ({ page, browser }) => {
  const other = await browser.newContext()
  await signUp(other.request, 'Bob')
  await signUp(page.request, 'Ada')
  await page.goto('/')
  await openMenu(page)
  const link = linkInMenu(page, frame.dashboard)
  await hoverOver(page, link)
  // As when another tab signs out and in again.
  const form = { aid: '1001' }
  await page.request.post(`${ACCOUNT}/form/logout`, { form, headers: { origin: ACCOUNT } })
  await page.context().addCookies(await other.cookies())
  await other.close()
  await link.click()
  await expect(page.getByText(dashboard.welcome('Bob'))).toBeVisible()
  await expect(page.getByText(dashboard.welcome('Ada'))).toHaveCount(0)

  const inHeader = page.getByRole('navigation', { name: frame.mainNavigation })
  const onward = inHeader.getByRole('link', { name: frame.account })
  await hoverOver(page, onward)
  await page.request.post(`${ACCOUNT}/form/logout`, { form, headers: { origin: ACCOUNT } })
  await onward.click()
  await expect(page.locator('passport-login form').first()).toBeVisible()
  await expect(page.getByRole('main').getByText('Bob')).toHaveCount(0)
})

test('asks for each part where the loader does not answer', async ({ page }) => {
  await signUp(page.request, 'Ada')
  await page.route(LOADER, (route) => route.abort())
  const calls = countCalls(page)
  for (const { path, last } of pages) {
    await page.goto(path)
    await expect(last(page)).toBeVisible()
  }
  // The header of the first page asks, too, since it knows nobody yet.
  expect(calls.filter((call) => call.startsWith('/passport/web/account/info'))).toHaveLength(3)
})
