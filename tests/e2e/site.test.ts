import { createHash } from 'node:crypto'
import { expect, test, type Page } from 'playwright/test'
import { expectAccessible } from './pages/axe.ts'
import { watch } from './pages/watch.ts'
import { pathIn, type Locale } from './pages/words.ts'

const paths = [
  '/',
  '/login',
  '/sign-up',
  '/sign-out',
  '/reset-password',
  '/account-setting',
  '/account-setting/components/dashboard',
  '/embed',
  '/blog',
  '/blog/2',
  '/blog/sable-1-0',
  '/changelog',
  '/home',
  '/pricing',
  '/download',
  '/search',
  '/solo',
  '/solo-code',
  '/solo-get-early-access',
  '/promo-code',
  '/unsubscribe',
  '/banned',
  '/authorization',
  '/cookie-policy',
  '/privacy-policy',
  '/terms-of-service',
]
// The English list alone is long enough for a second page of its own.
const locales: Locale[] = ['en', 'ja']

/** Nothing is wider than the window, from 320 px upwards (WCAG 2.2 1.4.10). */
async function expectToFit(page: Page): Promise<void> {
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `${width} px`).toBe(0)
  }
}

for (const locale of locales) {
  for (const path of paths) {
    const url = pathIn(locale, path)

    for (const colorScheme of ['light', 'dark'] as const) {
      test(`${url} is sound and accessible in ${colorScheme}`, async ({ browser, baseURL }) => {
        const page = await browser.newPage({
          colorScheme,
          ...(baseURL === undefined ? {} : { baseURL }),
        })
        const complaints = watch(page)
        const answer = await page.goto(url)
        expect(answer?.status()).toBe(200)
        await expect(page.locator('html')).toHaveAttribute('lang', locale)
        await expect(page.locator('h1')).toHaveCount(1)
        await page.waitForLoadState('networkidle')
        await expectAccessible(page)
        // Signed out, the pages of the account ask who is there and are told: nobody.
        const asked = /account\/info|security\/events/
        expect(complaints.filter((line) => !asked.test(line))).toEqual([])
        if (colorScheme === 'light') await expectToFit(page)
        await page.close()
      })
    }
  }
}

test('answers plain 404 text in the language of the path', async ({ request }) => {
  for (const [path, text] of [
    ['/no-such-page', /no page at this address/],
    ['/ja/no-such-page', /ページはありません/],
  ] as const) {
    const answer = await request.get(path)
    expect(answer.status()).toBe(404)
    expect(answer.headers()['content-type']).toContain('text/plain')
    expect(await answer.text()).toMatch(text)
  }
})

test('has one address for each page', async ({ request }) => {
  for (const [from, to] of [
    ['/blog/', '/blog'],
    ['/blog.html', '/blog'],
    ['/ja/index.html', '/ja'],
    ['/index', '/'],
  ] as const) {
    const answer = await request.get(from, { maxRedirects: 0 })
    expect(answer.status(), from).toBe(308)
    expect(answer.headers().location, from).toBe(to)
  }
})

test('keeps the page when the language is switched', async ({ page }) => {
  await page.goto('/changelog')
  await page.getByRole('link', { name: '日本語' }).first().click()
  await expect(page).toHaveURL(/\/ja\/changelog$/)
  await page.getByRole('link', { name: 'English' }).first().click()
  await expect(page).toHaveURL(/\/changelog$/)
})

test('fetches a page ahead once, after a link was pointed at for 100 ms', async ({ page }) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const link = page.getByRole('banner').getByRole('link', { name: 'Blog' })
  await link.hover()
  await expect.poll(() => fetched).toEqual(['/blog'])
  await page.mouse.move(0, 500)
  await link.hover()
  await page.waitForTimeout(300)
  expect(fetched).toEqual(['/blog'])
})

test('fetches the data of a page along with it, and answers it as JSON', async ({ page }) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url().replace(/^.*?(?=\/changelog)/, '')))
  await page.getByRole('banner').getByRole('link', { name: 'Changelog' }).hover()
  const loader = '/changelog?__loader=changelog&__ssrDirect=true'
  await expect.poll(() => fetched).toEqual(['/changelog', loader])
  const answer = await page.request.get(loader)
  expect(answer.headers()['content-type']).toContain('application/json')
  expect(await answer.json()).toMatchObject({ route: 'changelog' })
  expect(
    ((await answer.json()) as { data: { releases: unknown[] } }).data.releases.length,
  ).toBeGreaterThan(2)
  const root = await page.request.get('/ja/blog?__loader=root&__ssrDirect=true')
  expect(await root.json()).toMatchObject({ lang: 'ja', data: { product: 'Sable' } })
  const other = await page.request.get('/blog?__loader=changelog&__ssrDirect=true')
  expect(other.headers()['content-type']).toContain('text/html')
})

test('keeps the chosen theme, from the first frame of the next page on', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/login')
  await page.getByLabel('Dark').check()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await expect(page.locator('passport-login')).toHaveAttribute('theme', 'dark')
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      document.documentElement.dataset['first'] = getComputedStyle(
        document.documentElement,
      ).colorScheme
    })
  })
  await page.goto('/blog')
  await expect(page.locator('html')).toHaveAttribute('data-first', 'dark')
  await expect(page.getByLabel('Dark')).toBeChecked()
  await page.getByLabel('System').check()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light dark')
})

test('finds what is written, in the language of the page', async ({ page }) => {
  const complaints = watch(page)
  for (const [path, term, count, title] of [
    ['/search', 'privacy', /results for “privacy”/, /Privacy policy/i],
    ['/ja/search', '差分', /「差分」の検索結果/, /Sable/],
  ] as const) {
    await page.goto(path)
    await page.getByRole('searchbox').fill(term)
    await expect(page.getByRole('status')).toHaveText(count)
    await expect(page.getByRole('main').getByRole('link', { name: title }).first()).toBeVisible()
    await page.reload()
    await expect(page.getByRole('status')).toHaveText(count)
  }
  await page.getByRole('searchbox').fill('zzqqxx')
  await expect(page.getByRole('status')).toHaveText('「zzqqxx」に一致するものはありませんでした。')
  await page.goto('/search?q=privacy+policy')
  await page.getByRole('main').getByRole('link', { name: 'Privacy policy' }).click()
  await expect(page).toHaveURL('/privacy-policy')
  expect(complaints).toEqual([])
})

test('hands out every build whole, with the checksum that is shown', async ({ page, request }) => {
  await page.goto('/download')
  const list = await (await request.get('/downloads/checksums.txt')).text()
  const lines = list.trim().split('\n')
  expect(lines).toHaveLength(6)
  for (const line of lines) {
    const [sum = '', name = ''] = line.split('  ')
    const answer = await request.get(`/downloads/${name}`)
    expect(answer.headers()['content-encoding'], name).toBeUndefined()
    expect(
      createHash('sha256')
        .update(await answer.body())
        .digest('hex'),
      name,
    ).toBe(sum)
    await expect(page.getByText(sum)).toBeVisible()
  }
})
