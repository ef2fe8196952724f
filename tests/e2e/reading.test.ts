import { expect, test } from 'playwright/test'
import { builtPages } from './pages/built.ts'
import { signUp } from './pages/person.ts'
import { ACCOUNT } from './support/addresses.ts'

test.use({ javaScriptEnabled: false })

/** Pages whose content comes from the account server; they say so without a script. */
const NEEDS_SCRIPT =
  /^(?:\/ja)?\/(?:account-setting.*|search|promo-code|solo-code|solo-get-early-access|unsubscribe|third-party-oauth.*|[\w-]+-callback.*)$/
const LEAST_TEXT = 40

// Consent and invitations lead on to pages of the server; `authorization.test.ts` and
// `invitation.test.ts` use them without a script.
const pages = builtPages().filter((one) => !/\/(?:authorization|invitation)$/.test(one))

test('can be read without JavaScript, page by page', async ({ page }) => {
  test.slow()
  for (const address of pages.filter((one) => !NEEDS_SCRIPT.test(one))) {
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    await expect(page.locator('h1'), address).toBeVisible()
    const text = (await page.locator('main').innerText()).trim()
    expect(text.length, address).toBeGreaterThan(LEAST_TEXT)
    await expect(page.locator('main [aria-busy=true]:visible'), address).toHaveCount(0)
    // Controls that need a script are not shown.
    await expect(page.locator('.theme-switch:visible'), address).toHaveCount(0)
  }
})

test('says where a script is needed, with an alternative', async ({ page }) => {
  for (const address of pages.filter((one) => NEEDS_SCRIPT.test(one))) {
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    if (/\/account-setting(?:\/\w+)?$/.test(address)) {
      // Its plain page takes over, and asks who comes.
      await expect(page).toHaveURL(/\/login\?next=%2Fform%2Faccount/)
      continue
    }
    const notices = page.locator('main').locator('.notice:visible, noscript:visible')
    await expect(notices.first(), address).toBeVisible()
    await expect(page.locator('main [aria-busy=true]:visible'), address).toHaveCount(0)
  }
})

test('does not break names in tables and separates columns', async ({ page }) => {
  for (const address of ['/cookie-policy', '/ja/cookie-policy', '/blog/theme-contrast']) {
    await page.goto(address, { waitUntil: 'load' })
    const names = page.locator('.prose td code')
    expect(await names.count(), address).toBeGreaterThan(0)
    const lines = await names.evaluateAll((all) => all.map((one) => one.getClientRects().length))
    expect(new Set(lines), address).toEqual(new Set([1]))
    const gaps = await page.locator('.prose tr').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const texts = [...row.children].map((cell) => {
          const range = document.createRange()
          range.selectNodeContents(cell)
          return range.getBoundingClientRect()
        })
        return texts.slice(1).map((text, at) => text.left - (texts[at]?.right ?? 0))
      }),
    )
    expect(Math.min(...gaps), address).toBeGreaterThan(12)
  }
})

test('marks the language of previous and next posts if it differs', async ({ page }) => {
  await page.goto('/ja/blog/theme-contrast', { waitUntil: 'domcontentloaded' })
  const marked = page.locator('.around a:has(.mark-lang)')
  await expect(page.locator('.around a:has(b[lang=en])')).toHaveCount(await marked.count())
  await expect(marked.first()).toContainText('英語')
})

test('keeps numbers beside their units, and lines of table cells readable', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const address of ['/blog/keystroke-budget', '/ja/blog/small-binary']) {
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    const lines = await page.locator('.prose td.align-right').evaluateAll((cells) =>
      cells.map((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      }),
    )
    expect(lines.length, address).toBeGreaterThan(0)
    expect(Math.max(...lines), address).toBe(1)
  }
  await page.goto('/cookie-policy', { waitUntil: 'domcontentloaded' })
  const widths = await page
    .locator('.prose td')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width))
  expect(Math.min(...widths)).toBeGreaterThan(130)
  // The second column is seen without scrolling: names in the first break after an underscore.
  const second = await page
    .locator('.prose td:nth-child(2)')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right))
  expect(Math.max(...second)).toBeLessThan(360)
})

test('shows text tables in full on a laptop, beside the list of headings', async ({ page }) => {
  for (const width of [1216, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/ja/cookie-policy', { waitUntil: 'domcontentloaded' })
    const sizes = await page.locator('.prose .table').evaluate((box) => ({
      hidden: box.scrollWidth - box.clientWidth,
      end: box.getBoundingClientRect().right,
      headings: document.querySelector('.toc')?.getBoundingClientRect().left ?? 0,
    }))
    expect(sizes.hidden, `${width}`).toBe(0)
    expect(sizes.headings - sizes.end, `${width}`).toBeGreaterThan(32)
  }
  await page.emulateMedia({ media: 'print' })
  const over = await page.locator('.document-body').evaluate((body) => {
    const table = body.querySelector('.table')
    if (table === null) throw new Error('no table')
    return table.getBoundingClientRect().right - body.getBoundingClientRect().right
  })
  expect(over, 'on paper').toBeLessThanOrEqual(0)
})

test('leaves what can be pressed in an account off the paper', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: true })
  await signUp(page.request, 'Hana')
  await page.goto(`${ACCOUNT}/account-setting/security`)
  const parts = ['.pl-rail', '.pl-row-acts', '.small-footer']
  for (const part of parts) await expect(page.locator(part).first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const part of parts) await expect(page.locator(part).first()).toBeHidden()
  await page.close()
})

test('shows the demonstration and the plans whole on 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/')
  const right = async (selector: string): Promise<number> => {
    const box = await page.locator(selector).last().boundingBox()
    return box === null ? 0 : Math.round(box.x + box.width)
  }
  expect(await right('.panel label')).toBe(await right('.panel .task'))
  await page.goto('/pricing')
  const cell = page.locator('.compare td').filter({ hasText: 'unlimited' }).first()
  const lines = await cell.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
})

test('ends lines of short Japanese texts where a phrase does', async ({ browser, page }) => {
  await page.goto('/ja/pricing')
  for (const short of ['.lede', '.plan li', '.compare td', '.tagline']) {
    await expect(page.locator(short).first()).toHaveCSS('word-break', 'auto-phrase')
  }
  await page.goto('/ja/blog/keystroke-budget')
  await expect(page.locator('.prose th').first()).toHaveCSS('word-break', 'auto-phrase')
  await page.goto('/ja/login')
  await expect(page.locator('.pl-label').first()).toHaveCSS('word-break', 'auto-phrase')
  await page.goto('/ja/device')
  await expect(page.locator('main p').first()).toHaveCSS('text-wrap', 'pretty')
  const own = await browser.newPage({ javaScriptEnabled: true })
  await signUp(own.request, 'Hana')
  for (const [path, short] of [
    ['security', '.pl-safety'],
    ['components/dashboard', '.panel-head'],
  ] as const) {
    await own.goto(`${ACCOUNT}/ja/account-setting/${path}`)
    await expect(own.locator(short).first()).toHaveCSS('word-break', 'auto-phrase')
  }
  await own.close()
})
