import { expect, test } from 'playwright/test'
import { signUp } from './pages/person.ts'

const MOST_BYTES = 120 * 1024
const MOST_REQUESTS = 20
/** Files of the element, which pages of other sites load as well. */
const OF_ELEMENT = /\/assets\/[^/]+\.js$|\/passport-account\.js$|\/passport-login\.css$/

for (const view of ['', '/security', '/devices', '/organizations', '/data']) {
  test(`/account-setting${view} is light beside the element`, async ({ page }) => {
    await signUp(page.request, 'Ann Lee')
    await page.goto(`/account-setting${view}`)
    await expect(page.locator('passport-account [data-part=page]')).toBeVisible()
    await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
    await expect(page.locator('.switcher-name')).toContainText('Ann Lee')
    await page.waitForLoadState('load')
    const files = await page.evaluate(() =>
      [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ].map((entry) => ({
        name: entry.name,
        bytes: (entry as PerformanceResourceTiming).transferSize,
      })),
    )
    const own = files.filter(({ name }) => !OF_ELEMENT.test(name))
    const bytes = own.reduce((sum, file) => sum + file.bytes, 0)
    const list = own.map((file) => `${file.bytes} ${file.name}`).join('\n')
    expect(own.length, list).toBeLessThanOrEqual(MOST_REQUESTS)
    expect(bytes, list).toBeLessThanOrEqual(MOST_BYTES)
  })
}
