import { expect, test, type Page, type Request } from 'playwright/test'
import { frame as en } from '../../src/messages/en/frame.ts'
import { frame as ja } from '../../src/messages/ja/frame.ts'
import { expectAccessible } from './pages/axe.ts'

const BATCH = '/monitor_browser/collect/batch'

/** Makes the script of /download fail, at its start or after a second. */
async function breakScript(page: Page, when: 'start' | 'later'): Promise<void> {
  await page.route(/\/_astro\/download\.astro[\w.-]+\.js$/, async (route) => {
    const reply = await route.fetch()
    const failing =
      when === 'start'
        ? "throw new RangeError('forced')"
        : "setTimeout(() => { throw new RangeError('forced') }, 1000)"
    await route.fulfill({ response: reply, body: `${await reply.text()};${failing}` })
  })
}

const isBatch = (request: Request): boolean => request.url().includes(BATCH)
const textOf = (request: Request): string => request.postData() ?? ''

test('reports a failed script on any page, with a way to continue', async ({ page }) => {
  await page.goto('/download')
  const notice = page.getByRole('alert').filter({ hasText: en.broken.text })
  await expect(notice).toBeHidden()
  await breakScript(page, 'later')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/download')
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  await notice.getByRole('button', { name: en.broken.close }).click()
  await expect(notice).toBeHidden()
  await page.unrouteAll()
  await page.goto('/ja/download')
  await breakScript(page, 'later')
  await page.reload()
  const japanese = page.getByRole('alert').filter({ hasText: ja.broken.text })
  await expect(japanese).toBeVisible()
  await page.unrouteAll()
  await japanese.getByRole('button', { name: ja.broken.reload }).click()
  await expect(japanese).toBeHidden()
})

test('ignores errors of browser extensions', async ({ page }) => {
  await page.goto('/download')
  await page.evaluate(() =>
    dispatchEvent(
      new ErrorEvent('error', { error: new Error('theirs'), filename: 'moz-extension://x/y.js' }),
    ),
  )
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)))
  await expect(page.getByRole('alert').filter({ hasText: en.broken.text })).toBeHidden()
})

test('counts an error at start on a page without the element', async ({ page }) => {
  // Outside of the sample of which page views and times are counted, too.
  await page.addInitScript(() => {
    Math.random = () => 0.5
  })
  await breakScript(page, 'start')
  const sent = page.waitForRequest(isBatch)
  await page.goto('/download')
  expect(JSON.parse(textOf(await sent))).toMatchObject({
    ev_type: 'batch',
    version: '2.0.7',
    list: [{ ev_type: 'js_error', payload: { name: 'RangeError' } }],
  })
})

test('counts page views in the sample, and requests a visitor id for events', async ({ page }) => {
  await page.addInitScript(() => {
    Math.random = () => 0.001
  })
  const first = page.waitForRequest(isBatch)
  await page.goto('/changelog')
  expect(textOf(await first)).toContain('"pageview","payload":{"name":"site"')
  const id = page.waitForResponse('**/v1/user/webid')
  const events = page.waitForRequest('**/v1/list')
  await page.goto('/login')
  const { web_id: visitorId } = (await (await id).json()) as { web_id: string }
  expect(visitorId).toMatch(/^\d{19}$/)
  expect(textOf(await events)).toContain(visitorId)
})

test('counts nothing for people who ask not to be tracked', async ({ page }) => {
  await page.addInitScript(() => {
    Math.random = () => 0.001
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
  })
  await breakScript(page, 'start')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  await page.goto('/download')
  await expect(page.getByRole('alert').filter({ hasText: en.broken.text })).toBeVisible()
  await page.goto('/login')
  await page.evaluate(() => new Promise((done) => setTimeout(done, 1500)))
  expect(sent.filter((path) => path.startsWith('/v1/') || path.startsWith('/monitor'))).toEqual([])
})
