import { expect, test } from 'playwright/test'
import { allMessages as messages } from '../../src/messages/all-messages.ts'
import { pathIn } from './pages/words.ts'

for (const locale of ['en', 'ja'] as const) {
  const { frame } = messages[locale]

  test(`${locale}: leads to the search by a key from every page`, async ({ page }) => {
    for (const [address, key] of [
      ['/pricing', '/'],
      ['/blog/local-index', 'Control+k'],
      ['/changelog', 'Meta+k'],
    ] as const) {
      await page.goto(pathIn(locale, address))
      await page.keyboard.press(key)
      await expect(page).toHaveURL(pathIn(locale, '/search'))
      await expect(page.getByRole('searchbox')).toBeFocused()
    }
    // Typed text stays text, and on the page itself the key leads to the field.
    await page.keyboard.type('a/b')
    await expect(page.getByRole('searchbox')).toHaveValue('a/b')
    await page.getByRole('link', { name: frame.homePage }).focus()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.goto(pathIn(locale, '/login'))
    await page.locator('body').press('/')
    await expect(page).toHaveURL(pathIn(locale, '/login'))
  })

  test(`${locale}: copies checksums and commands of the download page`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(pathIn(locale, '/download'))
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
    const hash = await page.locator('.builds code').first().textContent()
    const buttons = page.getByRole('button', { name: frame.copy.button })
    await buttons.first().click()
    await expect(page.getByText(frame.copy.done)).toBeVisible()
    expect(await copied()).toBe(hash)
    await buttons.last().click()
    await expect.poll(copied).toMatch(/^Get-FileHash \.\\sable-[\w.-]+\.zip$/)
    await expect(page.getByText(/\d\s?(?:bytes?|バイト)/)).toHaveCount(0)
  })

  test(`${locale}: leads to a release that has moved to a further page`, async ({ page }) => {
    await page.goto(pathIn(locale, '/changelog/2'))
    const moved = await page.locator('.release').last().getAttribute('id')
    await page.goto(pathIn(locale, `/changelog#${moved}`))
    await expect(page).toHaveURL(pathIn(locale, `/changelog/2#${moved}`))
    await expect(page.locator(`#${moved?.replaceAll('.', '\\.')}`)).toBeInViewport()
  })
}

test('shows where code continues behind the edge', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/blog/local-index')
  const block = page.locator('.code-block').first()
  await expect(block).toHaveCSS('background-attachment', 'local, local, scroll, scroll')
  const [inside, all] = await block.evaluate((one) => [one.clientWidth, one.scrollWidth])
  expect(all).toBeGreaterThan(inside ?? 0)
})
