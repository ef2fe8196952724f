import { expect, test, type Page } from 'playwright/test'
import { messages as en } from '../../src/messages/en/messages.ts'
import { messages as ja } from '../../src/messages/ja/messages.ts'
import { account as ownEnglish } from '../../widget/src/messages/en/account/account.ts'
import { account as ownJapanese } from '../../widget/src/messages/ja/account/account.ts'
import { signUp } from './pages/person.ts'
import { pathIn, words } from './pages/words.ts'

const site = { en, ja }
const own = { en: ownEnglish, ja: ownJapanese }
const FARTHEST_TABS = 60

/** Presses Tab until the focus is on a link or button of that name, which has to be seen there. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = page.locator(':focus')
  for (let step = 0; step < FARTHEST_TABS; step++) {
    await page.keyboard.press('Tab')
    if ((await focused.count()) === 0) continue
    const found = focused.and(
      page
        .getByRole('link', { name, exact: true })
        .or(page.getByRole('button', { name, exact: true })),
    )
    if ((await found.count()) === 1) {
      await expect(found).toBeInViewport()
      expect(await found.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe(
        'none',
      )
      return
    }
  }
  throw new Error(`"${name}" is not reached by Tab`)
}

for (const locale of ['en', 'ja'] as const) {
  test(`uses menu, search and account by keyboard alone in ${locale}`, async ({ page }) => {
    test.slow()
    const { frame, account } = site[locale]
    await signUp(page.request, 'Tab')
    await page.goto(pathIn(locale, '/'))
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveText(frame.skip)
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()

    await page.goto(pathIn(locale, '/'))
    await tabTo(page, frame.pricing)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(pathIn(locale, '/pricing'))

    await tabTo(page, frame.search)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(pathIn(locale, '/search'))
    const box = page.getByRole('searchbox')
    for (let step = 0; step < FARTHEST_TABS; step++) {
      await page.keyboard.press('Tab')
      if (await box.evaluate((field) => field === document.activeElement)) break
    }
    const term = locale === 'en' ? 'privacy' : 'プライバシー'
    await page.keyboard.type(term)
    // Until then, the results are those of its beginning.
    await expect(page.locator('.search-count')).toContainText(term)
    const first = page.locator('.search-results a').first()
    await expect(first).toBeVisible()
    const title = (await first.innerText()).trim()
    await tabTo(page, title)
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(/search/)

    await tabTo(page, frame.accountMenu)
    await page.keyboard.press('Enter')
    await tabTo(page, frame.account)
    await page.keyboard.press('Enter')
    const t = own[locale]
    await expect(page.locator('[data-part=identity]')).toContainText('Tab')
    await tabTo(page, t.changeOf(t.names.name))
    await page.keyboard.press('Enter')
    const name = page.locator('[name=name]')
    await expect(name).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Keys')
    await page.keyboard.press('Enter')
    await expect(page.getByText(t.names.saved)).toBeVisible()

    await page.goto(pathIn(locale, '/'))
    await tabTo(page, frame.accountMenu)
    await page.keyboard.press('Enter')
    await tabTo(page, frame.signOut)
    await page.keyboard.press('Enter')
    await expect(page.getByText(account.signOut.doneTitle)).toBeVisible()
    await expect(page.getByRole('link', { name: words[locale].signIn }).first()).toBeVisible()
  })
}

for (const width of [320, 390, 600, 1440]) {
  test(`moves the focus through the header row by row at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const locale of ['en', 'ja'] as const) {
      await page.goto(pathIn(locale, '/blog'))
      const focused = page.locator('.site-header :focus')
      await page.locator('.site-header .brand').focus()
      const places: { x: number; y: number }[] = []
      while ((await focused.count()) === 1) {
        const box = await focused.boundingBox()
        if (!box) throw new Error('The focus is on what is not shown')
        places.push({ x: box.x, y: box.y + box.height / 2 })
        await page.keyboard.press('Tab')
      }
      // The brand, the pages, the search, the other language and the sign-in.
      expect(places).toHaveLength(8)
      const rowHeight = 20
      const asRead = places.toSorted((a, b) =>
        Math.abs(a.y - b.y) < rowHeight ? a.x - b.x : a.y - b.y,
      )
      expect(places).toEqual(asRead)
    }
  })
}
