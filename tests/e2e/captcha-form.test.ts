import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { expect, test } from 'playwright/test'
import { expectAccessible } from './pages/axe.ts'
import { watch } from './pages/watch.ts'
import { ACCOUNT } from './support/addresses.ts'
import { addApp, typeCommand } from './support/operator.ts'
import { freePort } from '../support/free-port.ts'

const root = path.join(import.meta.dirname, '../..')
/** Time until the range follows the piece of a resting hand. */
const FOLLOW_MS = 200
// Each worker starts a site of its own, for each is a new origin.
const SITEKEY = String(2001 + Number(process.env.TEST_WORKER_INDEX ?? 0))

let address = ''
let site: ChildProcess | undefined

// The proof of work is slow on a busy machine.
test.setTimeout(120_000)

test.beforeAll(async ({ request }) => {
  const port = await freePort()
  address = `http://localhost:${port}`
  await addApp(request, SITEKEY, 'Guest book', address)
  const secret = typeCommand('captcha', 'secret', SITEKEY).split('\n')[0] ?? ''
  site = spawn(process.execPath, ['examples/captcha-form/server.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      CAPTCHA_SERVER: ACCOUNT,
      CAPTCHA_SITEKEY: SITEKEY,
      CAPTCHA_SECRET: secret,
    },
  })
  await new Promise((resolve) => {
    site?.stdout?.once('data', resolve)
  })
})

test.afterAll(() => {
  site?.kill()
})

test('protects a form of another site, whose server verifies the ticket', async ({ page }) => {
  const complaints = watch(page)
  await page.goto(address)
  await expectAccessible(page)
  await page.getByLabel('Your name').fill('Ann')
  await page.getByLabel('What you would like to say').fill('A good shop.')
  const box = page.getByRole('button', { name: 'Confirm that you are human' })
  await box.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'A quick check' })
  await expect(dialog.getByRole('slider')).toBeEnabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use another way' }).click()
  await expect(dialog).toBeHidden({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Confirmed' })).toBeFocused()
  await page.getByRole('button', { name: 'Sign the book' }).click()
  await expect(page.getByRole('status').first()).toHaveText('Thank you, your entry is in the book.')
  await expect(page.getByRole('listitem')).toContainText('A good shop.')
  expect(complaints).toEqual([])
})

test('opens on submit, and the server refuses a form without a ticket', async ({
  page,
  request,
}) => {
  await page.goto(address)
  await page.getByLabel('Your name').fill('Ben')
  await page.getByLabel('What you would like to say').fill('And so quiet.')
  await expect(page.getByRole('button', { name: 'Confirm that you are human' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign the book' }).click()
  const dialog = page.getByRole('dialog', { name: 'A quick check' })
  await dialog.getByRole('button', { name: 'Use another way' }).click()
  await expect(page.getByRole('listitem').first()).toContainText('And so quiet.', {
    timeout: 60_000,
  })
  const answer = await request.post(`${address}/sign`, {
    form: { name: 'A program', words: 'Buy', 'passport-captcha-response': 'x'.repeat(43) },
  })
  expect(answer.status()).toBe(403)
})

test('has a readable accessibility tree', async ({ page }) => {
  await page.goto(address)
  await page.getByRole('button', { name: 'Confirm that you are human' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'A quick check' })
  await expect(dialog.getByRole('slider')).toBeEnabled()
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "A quick check":
      - heading "A quick check" [level=2]
      - button "Close"
      - paragraph: Move the piece to where it fits
      - img "A picture with gaps of the same shape"
      - button "Move left"
      - slider "Place of the piece"
      - button "Move right"
      - button "Confirm" [disabled]
      - status: Only one of the gaps continues the picture. Move the piece to where it fits.
      - button "Another picture"
      - button "Use another way"
      - paragraph: This keeps programs out. If you would rather not solve a picture, there is another way.
  `)
  await expect(dialog).toHaveAccessibleDescription(/there is another way/)
  const rail = dialog.getByRole('slider')
  await expect(rail).toHaveAccessibleDescription('Move the piece to where it fits')
  await rail.press('ArrowRight')
  await expect(rail).toHaveAttribute('aria-valuetext', 'piece 0% across')
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeEnabled()
})

test('causes no layout while a piece is dragged', async ({ page }) => {
  await page.goto(address)
  await page.getByRole('button', { name: 'Confirm that you are human' }).click()
  const dialog = page.getByRole('dialog', { name: 'A quick check' })
  await expect(dialog.locator('[data-drawn=true]')).toBeVisible()
  const piece = await dialog.locator('.piece').boundingBox()
  if (piece === null) throw new Error('there is no piece')
  const browser = await page.context().newCDPSession(page)
  await browser.send('Performance.enable')
  const layouts = async (): Promise<number> => {
    const { metrics } = await browser.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? 0
  }
  const [x, y] = [piece.x + piece.width / 2, piece.y + piece.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 4, y)
  const before = await layouts()
  const startedAt = performance.now()
  for (let step = 0; step < 60; step++) await page.mouse.move(x + 4 + step * 3, y)
  // The range follows after a pause of the hand, and on a slow machine each move is followed by one.
  const pauses = (performance.now() - startedAt) / FOLLOW_MS
  expect((await layouts()) - before).toBeLessThan(10 + 2 * pauses)
  await page.mouse.up()
})

test('follows a finger without scrolling the page', async ({ browser }) => {
  const context = await browser.newContext({
    hasTouch: true,
    viewport: { width: 375, height: 560 },
  })
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('button', { name: 'Confirm that you are human' }).tap()
  const dialog = page.getByRole('dialog', { name: 'A quick check' })
  await expect(dialog.locator('[data-drawn=true]')).toBeVisible()
  // The dialog slides up while it opens.
  await dialog.evaluate((opening) => Promise.all(opening.getAnimations().map((a) => a.finished)))
  const piece = await dialog.locator('.piece').boundingBox()
  if (piece === null) throw new Error('there is no piece')
  const finger = await context.newCDPSession(page)
  const [x, y] = [piece.x + piece.width / 2, piece.y + piece.height / 2]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dx: number, dy: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx, y: y + dy }],
    })
  await touch('touchStart', 0, 0)
  for (let step = 1; step <= 20; step++) await touch('touchMove', step * 5, step * 3)
  await touch('touchEnd', 0, 0)
  // Far enough, although the finger also moved down, which would scroll elsewhere.
  const after = await dialog.locator('.piece').boundingBox()
  expect(Math.round((after?.x ?? 0) - piece.x)).toBeGreaterThan(90)
  expect(after?.y).toBeCloseTo(piece.y, 0)
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeEnabled()
  await context.close()
})
