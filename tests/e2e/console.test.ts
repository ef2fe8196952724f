import { expect, test, type BrowserContext } from 'playwright/test'
import { addTotp, beginTotp } from '#protocol/web/methods.ts'
import { stepOf } from '../../server/authenticator-apps/totp.ts'
import { bytesOf, codeAt } from '../support/authenticator-apps.ts'
import { createClient } from '../support/client.ts'
import { createPeople } from '../support/create-people.ts'
import { freePort } from '../support/free-port.ts'
import { expectAccessible } from './pages/axe.ts'
import { Mailbox } from './pages/mailbox.ts'
import { startAnother } from './support/another-server.ts'
import { typeCommand } from './support/operator.ts'

let account = ''
let console = ''
let stop: () => void
let secret = ''
let userId = ''
let settings: readonly string[] = []
let cookies: ReadonlyMap<string, string> = new Map()

test.beforeAll(async ({ browser, request }) => {
  const [port, consolePort] = [await freePort(), await freePort()]
  account = `http://localhost:${port}`
  console = `http://localhost:${consolePort}`
  stop = await startAnother(request, port, {
    CONSOLE_PORT: String(consolePort),
    PUBLIC_ORIGIN: account,
    SECOND_VERIFICATION: 'off',
    CAPTCHA_ON_SEND: 'off',
  })
  const mailbox = new Mailbox(request, account)
  const client = createClient((sent) => fetch(sent), account)
  const email = `operator-${Date.now().toString(36)}@example.com`
  const signUp = createPeople(
    () => client,
    (to) => mailbox.code(to),
  )
  ;({ userId } = await signUp({ email }))
  const { data } = await client.call(beginTotp, {})
  secret = data.secret
  const code = codeAt(bytesOf(secret), stepOf(Date.now()))
  await client.call(addTotp, { add_ticket: data.add_ticket, name: 'Phone', code })
  typeCommand('operator', 'add', userId, '--role', 'owner')
  cookies = client.cookies
  const id = (of: RegExp, ...words: string[]): string => of.exec(typeCommand(...words))?.[1] ?? ''
  settings = [
    `/clients/${id(/client_id +(\S+)/, 'client', 'add', 'Notes', '--redirects', 'https://a.example/')}`,
    `/companies/${id(/as (\d+)\./, 'subject', 'add', '--name', 'Orchard')}`,
    `/webhooks/${id(/^(\w+) is/, 'webhook', 'add', 'https://a.example/', '--kinds', 'all')}`,
  ]
  await signIn(await browser.newContext())
})

test.beforeEach(async ({ context }) => {
  await bringCookies(context)
})

test.afterAll(() => {
  stop()
})

function bringCookies(context: BrowserContext): Promise<void> {
  return context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: account })))
}

/** Proves the operator by the pages that people see; each test then brings the cookies. */
async function signIn(context: BrowserContext): Promise<void> {
  await bringCookies(context)
  const page = await context.newPage()
  await page.goto(`${console}/people`)
  await expect(page).toHaveURL(/\/form\/level/)
  // The code of this half minute was used to add the app.
  await page.getByRole('textbox').fill(codeAt(bytesOf(secret), stepOf(Date.now()) + 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${console}/people`)
  cookies = new Map((await context.cookies(account)).map(({ name, value }) => [name, value]))
  await context.close()
}

test('shows each page to everybody, in both languages, on narrow and wide screens', async ({
  page,
}) => {
  // Eighty views, each looked at by axe.
  test.slow()
  const paths = [
    '/',
    '/people',
    '/people?q=nobody',
    `/people/${userId}`,
    `/people/${userId}/trace`,
    '/trace',
    '/trace?log=nobody&at=10:02',
    '/operators',
    '/record',
    '/apps',
    '/apps/1001',
    '/clients',
    '/companies',
    '/webhooks',
    '/messages',
    '/captcha',
    '/tokens',
    ...settings,
  ]
  for (const language of ['en', 'ja'] as const) {
    for (const path of paths) {
      await page.goto(`${console}${path}${path.includes('?') ? '&' : '?'}language=${language}`)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 })
        await expectAccessible(page)
        const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(scrollWidth, `${path} on ${width} px`).toBeLessThanOrEqual(width)
      }
    }
  }
  expect(await page.locator('script').count()).toBe(0)
})

test('breaks no time and no id in a table beside a long text', async ({ page }) => {
  const reason = Array.from({ length: 40 }, () => 'because').join(' ')
  typeCommand('operator', 'add', userId, '--role', 'owner', '--reason', reason)
  await page.goto(`${console}/record`)
  await page.setViewportSize({ width: 1280, height: 800 })
  const cell = page.getByRole('row').filter({ hasText: reason }).getByRole('cell')
  for (const column of [0, 3]) {
    const height = await cell.nth(column).evaluate((one) => {
      const range = one.ownerDocument.createRange()
      range.selectNodeContents(one)
      return range.getBoundingClientRect().height
    })
    // One line.
    expect(height).toBeLessThan(30)
  }
})

test('works by keyboard alone', async ({ page }) => {
  // Proved less than ten minutes ago, so nothing is asked.
  await page.goto(`${console}/people`)
  await expect(page).toHaveURL(`${console}/people`)
  const reach = async (name: string): Promise<void> => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab')
      const focused = page.locator(':focus')
      const label = await focused.evaluate((one) => {
        const input = one as HTMLInputElement
        return input.labels?.[0]?.textContent ?? one.textContent ?? ''
      })
      if (label.trim() === name) return
    }
    throw new Error(`no key leads to ${name}`)
  }
  await reach('Find people')
  await page.keyboard.type(userId)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=\d+/)
  const name = (await page.locator('td a').textContent()) ?? ''
  await reach(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${console}/people/${userId}`)
  await reach('Reason')
  await page.keyboard.type('Ticket 77')
  await page.keyboard.press('Enter')
  // Nobody acts on themself.
  await expect(page.getByRole('alert')).toContainText('ask another one')
  await expect(page.locator('#end-session-reason')).toHaveValue('Ticket 77')
})
