import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, expect, test } from 'playwright/test'
import { messages as en } from '../../src/messages/en/messages.ts'
import { pathIn } from './pages/words.ts'

const paths = [
  '/',
  '/pricing',
  '/download',
  '/blog',
  '/blog/theme-contrast',
  '/login',
  '/account-setting',
  '/changelog',
  '/cookie-policy',
]

for (const size of [20, 32]) {
  test(`fits small screens with a font size of ${size} px`, async ({ launchOptions, baseURL }) => {
    const profile = mkdtempSync(path.join(tmpdir(), 'passport-reader-'))
    mkdirSync(path.join(profile, 'Default'))
    // What the settings of the browser write; the page cannot ask for it.
    const webprefs = { default_font_size: size, default_fixed_font_size: size }
    writeFileSync(
      path.join(profile, 'Default/Preferences'),
      JSON.stringify({ webkit: { webprefs } }),
    )
    const context = await chromium.launchPersistentContext(profile, launchOptions)
    const page = await context.newPage()
    for (const address of paths.flatMap((one) => [one, pathIn('ja', one)])) {
      await page.goto(`${baseURL ?? ''}${address}`)
      await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 800 })
        const [font, overflow] = await page.evaluate(() => {
          const root = document.documentElement
          return [getComputedStyle(root).fontSize, root.scrollWidth - root.clientWidth]
        })
        expect(font).toBe(`${size}px`)
        expect(overflow, `${address} at ${width} px`).toBe(0)
      }
    }
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  })
}

test('keeps a price that was chosen before the script of the prices came', async ({ page }) => {
  const { promise: isChosen, resolve } = Promise.withResolvers<void>()
  await page.route('**/_astro/mount*.js', async (route) => {
    await isChosen
    await route.continue()
  })
  await page.goto('/pricing')
  await page.getByLabel(en.pricing.yearly).check()
  resolve()
  await expect(page).toHaveURL(/billing=yearly/)
  await expect(page.getByLabel(en.pricing.yearly)).toBeChecked()
})

test('keeps a price that is chosen while the prices hydrate', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const yearly = document.querySelector<HTMLElement>('#pricing [value=yearly]')
      // React sets its attributes anew, and handles presses from then on.
      const observer = new MutationObserver(() => {
        observer.disconnect()
        yearly?.click()
      })
      if (yearly) observer.observe(yearly, { attributes: true })
    })
  })
  await page.goto('/pricing')
  await expect(page).toHaveURL(/billing=yearly/)
  await expect(page.getByLabel(en.pricing.yearly)).toBeChecked()
})

test('shows selections in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const highlight = async (): Promise<string> =>
    await page.evaluate(() => {
      const probe = document.createElement('i')
      probe.style.cssText = 'forced-color-adjust: none; background: Highlight'
      document.body.append(probe)
      const { backgroundColor } = getComputedStyle(probe)
      probe.remove()
      return backgroundColor
    })
  for (const [address, group] of [
    ['/pricing', '.price-options .segments'],
    ['/changelog', '.segments'],
    ['/', '.panel fieldset'],
  ] as const) {
    await page.goto(address)
    const choices = page.locator(group).first()
    for (const choice of (await choices.locator('input').all()).toReversed()) {
      // React takes back what is pressed within the milliseconds in which it takes the page over.
      await expect(async () => {
        await choice.check({ force: true })
      }).toPass()
      const chosen = choices.locator('input:checked + span')
      await expect(chosen, address).toHaveCSS('background-color', await highlight())
    }
  }
})
