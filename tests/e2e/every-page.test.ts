import { expect, test as base, type Page } from 'playwright/test'
import { expectAccessible } from './pages/axe.ts'
import { builtPages, isJapanese, templateOf } from './pages/built.ts'
import { expectReadable } from './pages/large-text.ts'
import { expectStill, measureShifts } from './pages/shifts.ts'
import { watch } from './pages/watch.ts'

// All tests share one browser page, to be fast.
const test = base.extend<object, { walker: Page }>({
  walker: [
    async ({ browser }, use) => {
      const page = await browser.newPage({ colorScheme: 'light' })
      await measureShifts(page)
      await use(page)
      await page.close()
    },
    { scope: 'worker' },
  ],
})

// Shared out between the workers, since there are more pages than other tests.
test.describe.configure({ mode: 'parallel' })

/** Signed out, the pages of the account ask who is there and are told: nobody. */
const ASKED = /account\/info|security\/events|account\/plan|session\/list|auth\/list|update_times/
const WIDTHS_PX = [320, 360, 768, 1440]

async function open(page: Page, origin: string, address: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
  const answer = await page.goto(`${origin}${address}`)
  expect(answer?.status()).toBe(200)
  await expect(page.locator('html')).toHaveAttribute('lang', isJapanese(address) ? 'ja' : 'en')
  // Without the parameters of a provider, the element shows an error there.
  if (/-callback(?:\/\w+)?$/.test(address)) {
    await expect(page.locator('passport-login h1')).toBeVisible()
  }
  // The page's own heading stands there until the element knows what to say.
  if (address.endsWith('/invitation')) {
    await expect(page.locator('passport-login h1:not(.visually-hidden)')).toBeVisible()
  }
  await expect(page.locator('h1:visible')).toHaveCount(1)
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
}

/** Nothing is wider than the window, from 320 px upwards (WCAG 2.2 1.4.10). */
async function expectToFit(page: Page): Promise<void> {
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `${width} px`).toBe(0)
  }
}

const english = builtPages().filter((address) => !isJapanese(address))
const japanese = builtPages().filter(isJapanese)

for (const address of english) {
  test(`${address} has no errors, is accessible, fits the screen and can be read twice as large`, async ({
    walker: page,
    baseURL,
  }) => {
    const complaints = watch(page)
    await open(page, baseURL ?? '', address)
    await expectStill(page)
    await test.step('is accessible', () => expectAccessible(page))
    await test.step('has readable colours in the dark', async () => {
      await page.emulateMedia({ colorScheme: 'dark' })
      // Only colours follow the theme.
      await expectAccessible(page, ['color-contrast'])
    })
    await test.step('fits the screen', () => expectToFit(page))
    await test.step('can be read twice as large', () => expectReadable(page))
    page.removeAllListeners()
    expect(complaints.filter((line) => !ASKED.test(line))).toEqual([])
  })
}

// One page of each template: the others have the same markup in other words.
const examined = new Set(
  new Map(japanese.map((address) => [templateOf(address), address])).values(),
)

for (const address of japanese) {
  test(`${address} is in Japanese, has no errors and fits the screen, twice as large too`, async ({
    walker: page,
    baseURL,
  }) => {
    const complaints = watch(page)
    await open(page, baseURL ?? '', address)
    await expectStill(page)
    if (examined.has(address)) await test.step('is accessible', () => expectAccessible(page))
    await test.step('fits the screen', () => expectToFit(page))
    await test.step('can be read twice as large', () => expectReadable(page, [320]))
    page.removeAllListeners()
    expect(complaints.filter((line) => !ASKED.test(line))).toEqual([])
  })
}
