import { expect, test } from 'playwright/test'
import { freePort } from '../support/free-port.ts'
import { Element } from './pages/element.ts'
import { freshEmail } from './pages/words.ts'
import { startAnother } from './support/another-server.ts'

let server = ''
let backup = ''
let dead = ''
let stop: () => void

test.beforeAll(async ({ request }) => {
  const port = await freePort()
  server = `http://localhost:${port}`
  backup = `http://127.0.0.1:${port}`
  dead = `http://localhost:${await freePort()}`
  stop = await startAnother(request, port, {
    PUBLIC_ORIGIN: server,
    CAPTCHA_REGION: 'va',
    CAPTCHA_ORIGINS_VA: `${dead},${backup}`,
    CAPTCHA_LEVEL: '0',
  })
})

test.afterAll(() => stop())

for (const kind of ['text', '3d', 'whirl', 'slide']) {
  test(`shows ${kind} as the page wishes, by the script of a backup host of the server's region`, async ({
    page,
  }) => {
    const refused: string[] = []
    const scripts: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text())
    })
    page.on('request', (asked) => {
      if (asked.resourceType() === 'script' && asked.url().includes('captcha-')) {
        scripts.push(new URL(asked.url()).origin)
      }
    })
    // A server that has just started may have no picture of the kind yet, and asks for work alone.
    await expect(async () => {
      scripts.length = 0
      const element = await Element.open(page, 'en', `${server}/sign-up`)
      await element.root.evaluate((it, mode) => it.setAttribute('captcha-show-mode', mode), kind)
      const got = page.waitForResponse('**/captcha/get?**')
      await element.field('address').fill(freshEmail('hosts'))
      await element.button('sendCode').click()
      expect((await got).request().postDataJSON()).toMatchObject({ region: 'va', wish: kind })
      expect(await (await got).json()).toMatchObject({ data: { subtype: kind } })
    }).toPass()
    const captcha = page.locator('[data-passport-captcha=va]')
    await expect(captcha.locator('canvas').first()).toBeVisible()
    expect(scripts.filter((origin) => origin !== server)).toEqual([dead, backup])
    expect(refused).toEqual([])
  })
}
