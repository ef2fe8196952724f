import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import sirv from 'sirv'
import { buildGallery } from '../../scripts/element/gallery.ts'
import { freePort } from '../support/free-port.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'passport-gallery-'))
let address = ''
let server: Server | undefined

test.beforeAll(async () => {
  await buildGallery(folder)
  const files = sirv(folder)
  const port = await freePort()
  server = createServer((request, response) => files(request, response)).listen(port, 'localhost')
  address = `http://localhost:${port}/?screen=captcha&live&lang=en`
})

test.afterAll(() => {
  server?.close()
  rmSync(folder, { recursive: true, force: true })
})

const purpose =
  'This keeps programs out. If you would rather not solve a picture, there is another way.'

/** Accessibility trees of the captcha, in reading order. */
const trees = {
  'text ready': `
    - dialog "A quick check":
      - heading "A quick check" [level=2]
      - button "Close"
      - paragraph: Click these characters, in this order .
      - img "The characters to click, as a picture"
      - application "A picture with characters"
      - paragraph: Arrow keys move a cross over the picture, with Shift in single steps. Enter sets a mark, Backspace removes the last one.
      - status
      - button "Undo" [disabled]
      - button "Confirm" [disabled]
      - status: In the picture they may be slanted, and others stand between them. Click these characters, in this order.
      - button "Another picture"
      - button "Use another way"
      - paragraph: ${purpose}`,
  '3d wrong': `
    - dialog "A quick check":
      - heading "A quick check" [level=2]
      - button "Close"
      - paragraph: /^Click the \\w+( \\w+)? ?\\.$/
      - application "A picture with things on a table"
      - paragraph: /Arrow keys/
      - status
      - button "Undo" [disabled]
      - button "Confirm" [disabled]
      - status: /Not quite\\. Here is another picture\\. 2 attempts left\\. Click the/
      - button "Another picture"
      - button "Use another way"
      - paragraph: ${purpose}`,
  'whirl ready': `
    - dialog "A quick check":
      - heading "A quick check" [level=2]
      - button "Close"
      - paragraph: Turn the picture upright
      - img "A round picture that is not upright"
      - button "Turn left"
      - slider "Turn of the picture"
      - button "Turn right"
      - button "Confirm" [disabled]
      - status: /Turn it until up is up/
      - button "Another picture"
      - button "Use another way"
      - paragraph: ${purpose}`,
  'too many': `
    - dialog "A quick check":
      - heading "A quick check" [level=2]
      - button "Close"
      - timer: 42 s
      - status: Too many attempts. It continues by itself.
      - button "Use another way"`,
  mailed: `
    - dialog "A quick check":
      - heading "A quick check" [level=2]
      - button "Close"
      - status: /A link is on its way to a•••@example.com/
      - button "Solve a picture instead"
      - button "Send it again"
      - button "Use another way"`,
} as const

for (const [state, tree] of Object.entries(trees)) {
  test(`has a sensible accessibility tree: ${state}`, async ({ page }) => {
    await page.goto(`${address}&state=${encodeURIComponent(state)}`)
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('[data-drawn=false]')).toHaveCount(0)
    await expect(dialog).toMatchAriaSnapshot(tree)
  })
}

test('announces changes of marks and the position of the crosshair', async ({ page }) => {
  await page.goto(`${address}&state=text%20ready`)
  const dialog = page.getByRole('dialog')
  const board = dialog.getByRole('application')
  await expect(board).toHaveAccessibleDescription(/^Click these characters.*Enter sets a mark/)
  const status = dialog.getByRole('status').first()
  await board.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(status).toHaveText('cross 48% across, 50% down')
  await page.keyboard.press('Enter')
  await expect(status).toHaveText(/^mark 1 of \d set$/)
  await page.keyboard.press('Backspace')
  await expect(status).toHaveText('no marks left')
})

test('announces the angle of a disc for every kind of input', async ({ page }) => {
  await page.goto(`${address}&state=whirl%20ready`)
  const dialog = page.getByRole('dialog')
  const rail = dialog.getByRole('slider')
  await expect(rail).toHaveAccessibleDescription('Turn the picture upright')
  await rail.press('ArrowRight')
  await expect(rail).toHaveAttribute('aria-valuetext', 'turned by 1 degree')
  await dialog.getByRole('button', { name: 'Turn right' }).click()
  await expect(rail).toHaveAttribute('aria-valuetext', /turned by [2-9] degrees/)
})
