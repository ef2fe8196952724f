import path from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Locator, type Page } from 'playwright/test'
import { challenge as en } from '../../../widget/captcha/messages/en/challenge.ts'
import { challenge as ja } from '../../../widget/captcha/messages/ja/challenge.ts'
import type { Locale } from './words.ts'

const words = { en, ja } as const

/**
 * The captcha dialog, passed in each of the ways people have. Where the piece belongs is nowhere on
 * the page, so the test reads it where only the server does: in its database.
 */
export class Captcha {
  readonly dialog: Locator
  readonly #page: Page
  readonly #words: (typeof words)[Locale]

  constructor(page: Page, locale: Locale) {
    this.#page = page
    this.#words = words[locale]
    this.dialog = page.getByRole('dialog', { name: this.#words.title })
  }

  /** At level 0 the device computes, and there is nothing to do. */
  async passByItself(): Promise<void> {
    await expect(this.dialog.getByText(this.#words.silent)).toBeVisible()
    await expect(this.dialog).toBeHidden()
  }

  async passByMouse(): Promise<void> {
    const { x, rail } = await this.#open()
    const box = await rail.boundingBox()
    if (box === null) throw new Error('the rail is not shown')
    const piece = await this.dialog.locator('canvas').last().boundingBox()
    const picture = await this.dialog.locator('canvas').first().boundingBox()
    if (piece === null || picture === null) throw new Error('the picture is not shown')
    const grip = { x: piece.x + piece.width / 2, y: piece.y + piece.height / 2 }
    const distance = (x / 320) * picture.width
    await this.#page.mouse.move(grip.x, grip.y)
    await this.#page.mouse.down()
    for (let step = 1; step <= 20; step++) {
      await this.#page.mouse.move(grip.x + (distance * step) / 20, grip.y)
    }
    await this.#page.mouse.up()
    await this.dialog.getByRole('button', { name: this.#words.confirm }).click()
    await expect(this.dialog).toBeHidden()
  }

  async passByKeyboard(): Promise<void> {
    const { x, rail } = await this.#open()
    for (let presses = 0; presses < 40 && !(await isFocused(rail)); presses++) {
      await this.#page.keyboard.press('Tab')
    }
    expect(await isFocused(rail), 'the rail is reached by Tab').toBe(true)
    await this.#go(rail, x)
    await this.#page.keyboard.press('Enter')
    await expect(this.dialog).toBeHidden()
  }

  /** By the two buttons beside the rail: no drag and no keyboard. */
  async passByButtons(): Promise<void> {
    const { x } = await this.#open()
    const right = this.dialog.getByRole('button', { name: this.#words.right })
    for (let place = 0; place < x - 2; place += 4) await right.click()
    await this.dialog.getByRole('button', { name: this.#words.confirm }).click()
    await expect(this.dialog).toBeHidden()
  }

  async passByOtherWay(): Promise<void> {
    await this.#open()
    await this.dialog.getByRole('button', { name: this.#words.otherWay }).click()
    // Where a mailed link is offered too, there is a choice.
    await this.dialog.getByRole('button', { name: this.#words.workWay }).click()
    await expect(this.dialog).toBeHidden({ timeout: 90_000 })
  }

  async answerWrong(): Promise<void> {
    const { x, rail } = await this.#open()
    await rail.focus()
    await this.#go(rail, x > 200 ? 60 : 260)
    await this.#page.keyboard.press('Enter')
    await expect(this.dialog.getByText(this.#words.wrong)).toBeVisible()
  }

  async close(): Promise<void> {
    await this.#open()
    await this.#page.keyboard.press('Escape')
    await expect(this.dialog).toBeHidden()
  }

  // Moves in large steps first, as people do.
  async #go(rail: Locator, place: number): Promise<void> {
    const x = Math.ceil(place)
    let at = 0
    let step = 0
    do {
      const before = at
      await this.#page.keyboard.press('PageUp')
      at = Number(await rail.inputValue())
      step = at - before
    } while (step > 0 && at + step <= x)
    const key = at < x ? 'ArrowRight' : 'ArrowLeft'
    for (let rest = Math.abs(x - at); rest > 0; rest--) await this.#page.keyboard.press(key)
    await expect(rail).toHaveValue(String(x))
  }

  async #open(): Promise<{ x: number; rail: Locator }> {
    await expect(this.dialog).toBeVisible()
    const rail = this.dialog.getByRole('slider')
    await expect(rail).toBeEnabled()
    // Answers faster than a person are refused.
    await this.#page.waitForTimeout(900)
    return { x: await this.#answer(), rail }
  }

  async #answer(): Promise<number> {
    const cookies = await this.#page.context().cookies()
    const stored = await this.#page.evaluate(() => document.cookie)
    const webId =
      cookies.find((cookie) => cookie.name === 's_v_web_id')?.value ??
      /s_v_web_id=([^;]+)/.exec(stored)?.[1] ??
      ''
    const folder = process.env.E2E_DATA_DIR
    if (folder === undefined) throw new Error('E2E_DATA_DIR is not set')
    const database = new DatabaseSync(path.join(folder, 'passport.sqlite'), {
      readOnly: true,
      timeout: 5000,
    })
    try {
      const row = database
        .prepare(
          `SELECT answer FROM captcha_challenges
           WHERE web_id = ? AND state = 'open' ORDER BY issued_at DESC LIMIT 1`,
        )
        .get(webId)
      const answer = JSON.parse(String(row?.answer ?? '{}')) as { puzzle?: { x?: number } }
      if (answer.puzzle?.x === undefined) throw new Error(`no open slide challenge for ${webId}`)
      return answer.puzzle.x
    } finally {
      database.close()
    }
  }
}

function isFocused(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const root = element.getRootNode()
    return (root instanceof ShadowRoot ? root : document).activeElement === element
  })
}
