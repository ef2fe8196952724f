// Takes the pictures of the README from the running product: `npm start` in one shell, this in another.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { chromium } from 'playwright'
import { BROWSER_FLAGS, findBrowser } from './lib/browser.ts'
import { root } from './lib/prepare.mjs'

const origin = process.argv[2] ?? 'http://localhost:4321'
const folder = path.join(root, 'docs/pictures')
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: await findBrowser((line) => console.log(line)),
  args: BROWSER_FLAGS,
})
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({
      colorScheme,
      viewport: { width: 1080, height: 720 },
      deviceScaleFactor: 1.5,
    })
    await page.goto(`${origin}/login`)
    await page.waitForLoadState('networkidle')
    await page.getByRole('tab', { name: 'One-time code' }).click()
    await page.getByLabel('E-mail or mobile number').fill(`ann-${colorScheme}@example.com`)
    await page.getByRole('button', { name: 'Send code' }).click()
    const rail = page.getByRole('dialog').getByRole('slider')
    await rail.waitFor()
    await rail.focus()
    for (let step = 0; step < 24; step++) await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(400)
    await page.screenshot({ path: path.join(folder, `captcha-${colorScheme}.png`) })
    await page.close()
  }
} finally {
  await browser.close()
}
