import { expect, test } from 'playwright/test'
import { account } from '../../src/messages/en/account.ts'
import { pricing } from '../../src/messages/en/pricing.ts'
import { expectAccessible } from './pages/axe.ts'
import { cut, section, signFayIn, toasts } from './support/account-faults.ts'

const { settings: t, dashboard } = account
const DASHBOARD = '/account-setting/components/dashboard'

signFayIn()

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

test('waits at most twenty seconds for a script', async ({ page }) => {
  await page.clock.install()
  const never = Promise.withResolvers<void>()
  const script = /\/_astro\/mount\..*\.js$/
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

test('says what the server said, and its log id, when the dashboard fails', async ({ page }) => {
  const logId = '20261121134501ABCDEF'
  const data = { error_code: 8500, name: 'server_error', description: 'Our fault.', log_id: logId }
  await page.route('**/passport/web/account/plan**', (route) =>
    route.fulfill({ json: { message: 'error', error_code: 8500, log_id: logId, data } }),
  )
  await page.goto(DASHBOARD)
  await expect(page.getByText(`Our fault. ${t.logId(logId)}`)).toBeVisible()
  await expect(page.getByText(t.failed.text)).toHaveCount(0)
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
