import {
  expect,
  test,
  type BrowserContext,
  type Page,
  type Request,
  type Route,
} from 'playwright/test'
import { account } from '../../src/messages/en/account.ts'
import { pricing } from '../../src/messages/en/pricing.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { expectAccessible } from './pages/axe.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { words } from './pages/words.ts'

const { settings: t, dashboard } = account
const SETTINGS = '/account-setting'
const DASHBOARD = '/account-setting/components/dashboard'
/** Calls behind an account, but not the one that tells who is there. */
const CALLS = /\/passport\/web\/(?!account\/info)/

let cookies: Awaited<ReturnType<BrowserContext['cookies']>> = []

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext()
  await signUp(context.request, 'Fay')
  cookies = await context.cookies()
  await context.close()
})

// Each call goes out by itself, so that one may fail.
test.beforeEach(async ({ context }) => {
  await context.addCookies(cookies)
  await context.route('**/*__loader=account-setting*', cut)
})

const toasts = (page: Page) => page.getByRole('log', { name: t.notices }).locator('.toast')
const section = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true })
const cut = (route: Route): Promise<void> => route.abort('connectionreset')

test('shows a notice for each failed call of any section', async ({ page }) => {
  const running = new Set<Request>()
  page.on('request', (request) => CALLS.test(request.url()) && running.add(request))
  page.on('requestfinished', (request) => running.delete(request))
  page.on('requestfailed', (request) => running.delete(request))
  await page.goto(SETTINGS)
  const profile = section(page, t.profile.title)
  const addresses = section(page, t.addresses.title)
  const bind = allMessages.en.bind
  const press = (title: string, name: string): Promise<void> =>
    section(page, title).getByRole('button', { name, exact: true }).click()
  await expect(section(page, t.events.title).getByText(t.events.kinds.signed_up)).toBeVisible()
  // Opened before the network fails: the files of the steps are loaded with it.
  await addresses.getByRole('button', { name: bind.addOf(bind.mobile) }).click()
  await expect(addresses.locator('[name=number]')).toBeAttached()
  // Calls that are still running would fail too.
  await expect.poll(() => running.size).toBe(0)
  await page.route(CALLS, cut)

  const deeds: [string, () => Promise<void>][] = [
    [
      'name',
      async () => {
        await profile.getByLabel(allMessages.en.profile.name, { exact: true }).fill('Fay Other')
        await profile
          .getByRole('button', { name: allMessages.en.profile.save, exact: true })
          .first()
          .click()
      },
    ],
    ['picture', () => press(t.profile.title, allMessages.en.profile.choosePicture(1))],
    [
      'password',
      async () => {
        await page
          .getByLabel(allMessages.en.accountPassword.current, { exact: true })
          .fill(PASSWORD)
        await page
          .getByLabel(allMessages.en.accountPassword.newPassword, { exact: true })
          .fill('nine calm herons')
        await press(t.password.title, allMessages.en.accountPassword.change)
      },
    ],
    [
      'mobile number',
      async () => {
        await addresses.locator('[name=mobile]').fill('+819012345678')
        await addresses.getByRole('button', { name: words.en.sendCode }).click()
      },
    ],
    [
      'closing',
      async () => {
        await press(t.close.title, t.close.button)
        const proceed = section(page, t.close.title).getByRole('button', {
          name: allMessages.en.closeAccount.proceed,
        })
        await expect(proceed.or(toasts(page)).first()).toBeVisible()
      },
    ],
    [
      'signing out',
      () => page.locator('.account-identity').getByRole('button', { name: t.leave.button }).click(),
    ],
  ]
  for (const [what, act] of deeds) {
    await act()
    await expect(toasts(page).first(), what).toContainText(t.offline)
    await expect(async () => {
      const buttons = await page.getByRole('button', { name: t.dismiss }).all()
      for (const button of buttons.toReversed()) await button.click({ timeout: 500 })
      await expect(toasts(page)).toHaveCount(0, { timeout: 500 })
    }).toPass()
  }
  await expect(page).toHaveURL(SETTINGS)
  await page.unroute(CALLS, cut)
  await page.reload()
  await expect(profile.getByLabel(allMessages.en.profile.name, { exact: true })).toHaveValue('Fay')
})

test('reports several failed lists once, and loads each on retry', async ({ page }) => {
  await page.route(CALLS, cut)
  await page.goto(SETTINGS)
  const again = (title: string) =>
    section(page, title).getByRole('button', { name: t.failed.button, exact: true })
  // The section of linked accounts would load the devices too.
  const lists = [t.sessions.title, t.connections.title, t.events.title]
  for (const title of lists) await expect(again(title)).toBeVisible()
  await expect(toasts(page)).toHaveText([new RegExp(t.offline)])
  // Without an action of the person, the page must not move.
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expectAccessible(page)
  await page.unroute(CALLS, cut)
  for (const title of lists) await again(title).click()
  await expect(section(page, t.connections.title).getByText('GitHub')).toBeVisible()
  await expect(section(page, t.sessions.title).getByText(t.sessions.only)).toBeVisible()
  await expect(section(page, t.events.title).getByText(t.events.kinds.signed_up)).toBeVisible()
})

test('distinguishes a failed server from a failed network, and loads only visible data', async ({
  page,
}) => {
  await page.route('**/session/list**', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  )
  await page.goto(SETTINGS)
  await expect(toasts(page)).toHaveText([new RegExp(t.failed.text)])
  await expect(section(page, t.connections.title).getByText('GitHub')).toBeVisible()
  const sessions = section(page, t.sessions.title)
  await expect(sessions.getByText(t.failed.list)).toBeVisible()
  // The button disappears meanwhile; the keyboard focus stays at its place.
  await sessions.getByRole('button', { name: t.failed.button, exact: true }).press('Enter')
  await expect(sessions).toBeFocused()
})

test('returns the focus when step-up is cancelled', async ({ page }) => {
  // As the server replies when the sign-in is old; see docs/protocol.md.
  const data = {
    error_code: 2046,
    description: 'SECOND_VALID',
    verify_ticket: 'ticket',
    verify_scene_desc: 'Please confirm that it is you.',
    verify_ways: [{ verify_way: 'pwd_verify' }],
  }
  await page.route('**/user/update**', (route) =>
    route.fulfill({ json: { message: 'error', data } }),
  )
  await page.goto(SETTINGS)
  const profile = section(page, t.profile.title)
  await profile.getByLabel(allMessages.en.profile.name, { exact: true }).fill('Faye')
  const save = profile.getByRole('button', { name: allMessages.en.profile.save, exact: true })
  await save.press('Enter')
  const dialog = page.getByRole('dialog', { name: t.secondWays.title })
  await expect(dialog.getByText('Please confirm that it is you.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(save).toBeFocused()
})

test('removes a device from the list at once, and restores it on failure', async ({ page }) => {
  await page.route('**/passport/web/session/list**', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { list: object[]; total: number } }
    const [first] = body.data.list
    const other = { ...first, session_id: 'elsewhere', device: 'Old phone', current: 0 }
    body.data.list.push(other)
    await route.fulfill({ response: answer, json: body })
  })
  const held = Promise.withResolvers<void>()
  await page.route('**/passport/web/session/revoke**', async (route) => {
    await held.promise
    await route.abort()
  })
  await page.goto(SETTINGS)
  const devices = section(page, t.sessions.title)
  await devices.getByRole('button', { name: t.sessions.endLabel('Old phone') }).click()
  await expect(devices.getByText('Old phone')).toHaveCount(0)
  await expect(toasts(page)).toHaveCount(0)
  held.resolve()
  await expect(devices.getByText('Old phone')).toBeVisible()
  await expect(toasts(page)).toHaveText([new RegExp(t.offline)])
  // Another try removes the notice.
  await page.unroute('**/passport/web/session/revoke**')
  await page.route('**/passport/web/session/revoke**', () => {})
  await devices.getByRole('button', { name: t.sessions.endLabel('Old phone') }).press('Enter')
  await expect(toasts(page)).toHaveCount(0, { timeout: 2000 })
})

test('removes the notice of a failure after a later success', async ({ page }) => {
  await page.goto(SETTINGS)
  const { current, newPassword, change, wrong } = allMessages.en.accountPassword
  const password = section(page, t.password.title)
  const first = password.getByLabel(current, { exact: true })
  const submit = password.getByRole('button', { name: change, exact: true })
  await first.fill('not this one')
  await password.getByLabel(newPassword, { exact: true }).fill('nine calm herons')
  await submit.click()
  // The error is at the field; a notice would repeat it.
  await expect(password.getByText(wrong)).toBeVisible()
  await expect(toasts(page)).toHaveCount(0)
  await page.route('**/password/change**', cut)
  await first.fill(PASSWORD)
  await submit.click()
  await expect(toasts(page)).toHaveText([new RegExp(t.offline)])
  // While the pointer is over it, it would stay.
  await page.getByRole('log', { name: t.notices }).hover()
  await page.unroute('**/password/change**')
  await submit.press('Enter')
  const { changed } = allMessages.en.accountPassword
  await expect(password.getByRole('button', { name: changed })).toBeFocused()
  await expect(toasts(page)).toHaveCount(0)
})

test('shows notices for a limited time, and at most twenty', async ({ page }) => {
  await page.clock.install()
  await page.route('**/account/plan/choose**', cut)
  await page.goto(`${DASHBOARD}?plan=pro&billing=yearly&currency=USD`)
  const choose = page.getByRole('button', { name: dashboard.plan.confirm(pricing.plans.pro.name) })
  // Nothing is clicked, because notices under the pointer stay longer. The first call waits for modules that
  // are loaded once.
  await choose.press('Enter')
  await expect(toasts(page)).toHaveCount(1)
  await expect(choose).toHaveAttribute('aria-disabled', 'false')
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await expect(toasts(page)).toHaveCount(0)
  for (let time = 1; time <= 22; time++) {
    await choose.press('Enter')
    await expect(choose).toHaveAttribute('aria-disabled', 'false')
    await expect(toasts(page)).toHaveCount(Math.min(time, 20))
  }
  const box = await page.getByRole('log', { name: t.notices }).boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(0)
  await page.clock.runFor(3999)
  await expect(toasts(page)).toHaveCount(20)
  // Each notice that disappears restarts the timers of the others.
  await page.clock.runFor(50)
  await expect(toasts(page)).toHaveCount(0)

  // A notice that was dismissed by keyboard does not keep the others.
  for (const count of [1, 2]) {
    await choose.press('Enter')
    await expect(toasts(page)).toHaveCount(count)
  }
  await toasts(page).first().getByRole('button').press('Enter')
  await expect(page.getByRole('log', { name: t.notices })).toBeFocused()
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(4050)
  await expect(toasts(page)).toHaveCount(0)

  await page.unroute('**/account/plan/choose**')
  await choose.press('Enter')
  // The result replaces the form and takes the focus.
  const result = dashboard.plan.kept(pricing.plans.pro.name, 'Fay')
  await expect(page.getByRole('heading', { name: result })).toBeFocused()
  await expect(toasts(page)).toHaveCount(0)
  await expect(page.getByText('$16 a month')).toBeVisible()
  await page.clock.resume()
  await expectAccessible(page)
  await page.getByRole('button', { name: dashboard.plan.withdraw }).click()
  await expect(page.getByText('$16 a month')).toHaveCount(0)
})

/** Makes a built-in that an island draws with fail, until `mended` is set. */
async function breakDates(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { format } = Intl.RelativeTimeFormat.prototype
    Intl.RelativeTimeFormat.prototype.format = function (
      ...given: [number, Intl.RelativeTimeFormatUnit]
    ): string {
      if (!('mended' in globalThis)) throw new Error('forced')
      return format.apply(this, given)
    }
  })
}

test('reports a section that crashed, and renders it again', async ({ page }) => {
  await breakDates(page)
  await page.goto(SETTINGS)
  const heading = page.getByRole('heading', { name: t.crashed.title })
  await expect(heading).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: t.crashed.button }).click()
  await expect(heading).toBeVisible()
  await page.evaluate(() => Object.assign(globalThis, { mended: true }))
  await page.getByRole('button', { name: t.crashed.button }).click()
  await expect(section(page, t.sessions.title).getByText(t.sessions.only)).toBeVisible()
})

for (const path of [SETTINGS, DASHBOARD]) {
  test(`reports that ${path} did not load if one of its scripts fails`, async ({ page }) => {
    const lost = /\/_astro\/account\./
    await page.route(lost, cut)
    await page.goto(path)
    await expect(page.getByRole('heading', { name: t.crashed.title })).toBeVisible()
    await page.unroute(lost)
    await page.getByRole('button', { name: t.crashed.button }).click()
    await expect(page.getByRole('heading', { name: t.crashed.title })).toBeHidden()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  })

  test(`reports that ${path} did not load if its page script fails`, async ({ page }) => {
    await page.route(/\/_astro\/mount\..*\.js$/, cut)
    await page.goto(path)
    await expect(page.getByRole('heading', { name: t.crashed.title })).toBeVisible()
  })
}

test('waits at most twenty seconds for a script', async ({ page }) => {
  await page.clock.install()
  const never = Promise.withResolvers<void>()
  const script = /\/_astro\/dashboard\.astro.*\.js$/
  await page.route(script, () => never.promise)
  const asked = page.waitForRequest(script)
  await page.goto(DASHBOARD, { waitUntil: 'commit' })
  await asked
  await expect(page.locator('[aria-busy=true]')).toBeVisible()
  // The page measures from its first script, which may run a moment after it is shown.
  await expect(async () => {
    await page.clock.fastForward(20_000)
    await expect(page.getByRole('heading', { name: t.crashed.title })).toBeVisible({ timeout: 500 })
  }).toPass()
  never.resolve()
})

test('shows that the dashboard is loading, and reports a failure', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/passport/web/account/plan**', async (route) => {
    await held.promise
    await route.abort()
  })
  await page.goto(DASHBOARD)
  await expect(page.locator('#account-dashboard [aria-busy=true]')).toBeVisible()
  held.resolve()
  await expect(page.getByRole('heading', { name: t.failed.title })).toBeVisible()
  await page.unroute('**/passport/web/account/plan**')
  await page.getByRole('button', { name: t.failed.button }).click()
  await expect(section(page, dashboard.signIns.title)).toBeVisible()
})

test('shows the log id when the dashboard fails with a server error', async ({ page }) => {
  const logId = '20261121134501ABCDEF'
  const data = { error_code: 8500, name: 'server_error', description: 'Our fault.', log_id: logId }
  await page.route('**/passport/web/account/plan**', (route) =>
    route.fulfill({ json: { message: 'error', error_code: 8500, log_id: logId, data } }),
  )
  await page.goto(DASHBOARD)
  await expect(page.getByText(t.logId(logId))).toBeVisible()
})

test('keeps prices readable if the switch fails to load', async ({ page }) => {
  await page.addInitScript(() => {
    const broken = new Proxy(Number.prototype.toFixed, {
      apply(target, amount: number, digits: [number]): string {
        if (!('mended' in globalThis)) throw new Error('forced')
        return target.apply(amount, digits)
      },
    })
    Object.assign(Number.prototype, { toFixed: broken })
  })
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { name: pricing.crashed.title })).toBeVisible()
  await expect(page.getByText('$20')).toBeVisible()
  await expectAccessible(page)
  await page.evaluate(() => Object.assign(globalThis, { mended: true }))
  await page.getByRole('button', { name: pricing.crashed.button }).click()
  await page.getByLabel(pricing.yearly).check()
  await expect(page.getByText('$16', { exact: true })).toBeVisible()
})

// Last, because it ends the session of all tests.
test('signs out on request of an application and redirects to its return URL', async ({ page }) => {
  await page.goto('/sign-out?source=web&app_id=1001&next=%2Fblog')
  await page.getByRole('main').getByRole('button', { name: account.signOut.button }).click()
  await expect(page).toHaveURL('/blog')
  await page.goto(SETTINGS)
  await expect(page.getByRole('heading', { name: t.signedOut.title })).toBeVisible()
})
