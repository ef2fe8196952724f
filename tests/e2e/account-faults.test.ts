import { expect, test, type Page, type Request } from 'playwright/test'
import { account } from '../../src/messages/en/account.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { account as own } from '../../widget/src/messages/en/account/account.ts'
import { expectAccessible } from './pages/axe.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { words } from './pages/words.ts'
import { cut, section, signFayIn, toasts } from './support/account-faults.ts'

const { settings: t } = account
const SETTINGS = '/account-setting'
const SECURITY = `${SETTINGS}/security`
const DEVICES = `${SETTINGS}/devices`
const DASHBOARD = '/account-setting/components/dashboard'
/** Calls behind an account, but not the one that tells who is there. */
const CALLS = /\/passport\/web\/(?!account\/info)/

signFayIn()

const change = (page: Page, title: string, what: string): Promise<void> =>
  section(page, title)
    .getByRole('button', { name: own.changeOf(what) })
    .click()

/** Waits until no call is running: those would fail too. */
function watchCalls(page: Page): () => Promise<void> {
  const running = new Set<Request>()
  page.on('request', (request) => CALLS.test(request.url()) && running.add(request))
  page.on('requestfinished', (request) => running.delete(request))
  page.on('requestfailed', (request) => running.delete(request))
  return () => expect.poll(() => running.size).toBe(0)
}

test('says beside each form of any section that its call failed, and nowhere else', async ({
  page,
}) => {
  test.slow()
  const { accountPassword, bind, closeAccount, common, profile } = allMessages.en
  const addresses = section(page, own.addresses.title)
  const idle = watchCalls(page)
  const press = (title: string, name: string): Promise<void> =>
    section(page, title).getByRole('button', { name, exact: true }).click()

  // What is opened before the network fails has loaded its files.
  const deeds: [string, string, () => Promise<void>, () => Promise<void>][] = [
    [
      'name',
      SETTINGS,
      () => change(page, own.names.title, own.names.name),
      async () => {
        await page.locator('[name=name]').fill('Fay Other')
        await press(own.names.title, profile.save)
      },
    ],
    [
      'picture',
      SETTINGS,
      async () => {
        await change(page, own.names.title, own.names.picture)
        await expect(
          page.getByRole('button', { name: profile.choosePicture(1), exact: true }),
        ).toBeVisible()
      },
      () => press(own.names.title, profile.choosePicture(1)),
    ],
    [
      'name of a device',
      DEVICES,
      () =>
        section(page, own.devices.title)
          .getByRole('button', { name: own.devices.renameOf('') })
          .first()
          .click(),
      async () => {
        await page.locator('[name=row]').fill('Kitchen')
        await press(own.devices.title, own.devices.save)
      },
    ],
    [
      'organization',
      `${SETTINGS}/organizations`,
      () => press(own.organizations.title, own.organizations.create),
      async () => {
        await page.locator('[name=organization]').fill('Harbour')
        await press(own.organizations.title, own.organizations.createNow)
      },
    ],
    [
      'password',
      SECURITY,
      () => change(page, own.password.title, own.password.title),
      async () => {
        await page.getByLabel(accountPassword.current, { exact: true }).fill(PASSWORD)
        await page.getByLabel(accountPassword.newPassword, { exact: true }).fill('nine calm herons')
        await press(own.password.title, accountPassword.change)
      },
    ],
    [
      'mobile number',
      SECURITY,
      async () => {
        await addresses.getByRole('button', { name: bind.addOf(bind.mobile) }).click()
        await expect(addresses.locator('[name=number]')).toBeAttached()
      },
      async () => {
        await addresses.locator('[name=mobile]').fill('+819012345678')
        await addresses.getByRole('button', { name: words.en.sendCode }).click()
      },
    ],
    [
      'deletion',
      `${SETTINGS}/data`,
      async () => {},
      () => press(own.deletion.title, own.deletion.button),
    ],
  ]
  for (const [what, path, open, act] of deeds) {
    await page.goto(path)
    await open()
    await idle()
    await page.route(CALLS, cut)
    await act()
    const told = page.locator('passport-account').getByRole('alert')
    await expect(told.filter({ hasText: common.offline }), what).toBeVisible()
    await expect(toasts(page), what).toHaveCount(0)
    await page.unroute(CALLS, cut)
  }
  await expect(
    section(page, own.deletion.title).getByRole('button', { name: common.tryAgain }),
  ).toBeVisible()
  await section(page, own.deletion.title).getByRole('button', { name: common.tryAgain }).click()
  await expect(page.getByRole('button', { name: closeAccount.proceed })).toBeVisible()
})

test('reports several failed lists once, and loads each on retry', async ({ page }) => {
  const { common } = allMessages.en
  await page.route(CALLS, cut)
  await page.goto(DEVICES)
  const again = (title: string) =>
    section(page, title).getByRole('button', { name: common.tryAgain, exact: true })
  const lists = [own.devices.title, own.devices.clients.title, own.activity.title]
  for (const title of lists) await expect(again(title)).toBeVisible()
  await expect(toasts(page)).toHaveText([new RegExp(common.offline)])
  // Without an action of the person, the page must not move.
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expectAccessible(page)
  await page.unroute(CALLS, cut)
  for (const title of lists) await again(title).click()
  await expect(section(page, own.devices.clients.title).getByText('No application')).toBeVisible()
  await expect(section(page, own.devices.title).getByText(own.devices.only)).toBeVisible()
  const events = section(page, own.activity.title)
  await expect(events.getByText(own.activity.kinds.signed_up)).toBeVisible()
})

test('distinguishes a failed server from a failed network', async ({ page }) => {
  await page.route('**/session/list**', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  )
  await page.goto(DEVICES)
  await expect(toasts(page)).toHaveText([new RegExp(allMessages.en.common.broken)])
  const sessions = section(page, own.devices.title)
  await expect(sessions.getByText(own.listFailed)).toBeVisible()
  // The button disappears meanwhile; the keyboard focus stays at its place.
  await sessions.getByRole('button', { name: allMessages.en.common.tryAgain }).press('Enter')
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
  await change(page, own.names.title, own.names.name)
  await page.locator('[name=name]').fill('Faye')
  const save = page.getByRole('button', { name: allMessages.en.profile.save, exact: true })
  await save.press('Enter')
  const dialog = page.getByRole('dialog', { name: allMessages.en.secondVerify.title })
  await expect(dialog.getByText('Please confirm that it is you.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(save).toBeFocused()
})

test('keeps a device in the list, and the notice of a failure, until it is signed out', async ({
  page,
}) => {
  await page.route('**/passport/web/session/list**', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { list: object[]; total: number } }
    const [first] = body.data.list
    const other = { ...first, session_id: 'elsewhere', device: 'Old phone', current: 0 }
    body.data.list.push(other)
    await route.fulfill({ response: answer, json: body })
  })
  await page.route('**/passport/web/session/revoke**', cut)
  await page.goto(DEVICES)
  const devices = section(page, own.devices.title)
  const end = devices.getByRole('button', { name: own.devices.endOf('Old phone') })
  await end.press('Enter')
  await expect(toasts(page)).toHaveText([new RegExp(allMessages.en.common.offline)])
  await expect(end).toBeFocused()
  await expect(devices.getByText('Old phone')).toBeVisible()
  // While the pointer is over it, the notice would stay.
  await page.getByRole('log', { name: t.notices }).hover()
  await page.unroute('**/passport/web/session/revoke**')
  await page.route('**/passport/web/session/revoke**', (route) =>
    route.fulfill({ json: { message: 'success', data: {} } }),
  )
  await end.press('Enter')
  await expect(toasts(page)).toHaveText([new RegExp(own.devices.ended)])
})

test('says once that a password was not changed, and that it was', async ({ page }) => {
  await page.goto(SECURITY)
  await change(page, own.password.title, own.password.title)
  const { current, newPassword, change: save, changed, wrong } = allMessages.en.accountPassword
  const password = section(page, own.password.title)
  const first = password.getByLabel(current, { exact: true })
  const submit = password.getByRole('button', { name: save, exact: true })
  await first.fill('not this one')
  await password.getByLabel(newPassword, { exact: true }).fill('nine calm herons')
  await submit.click()
  // The error is at the field; a notice would repeat it.
  await expect(password.getByText(wrong)).toBeVisible()
  await expect(toasts(page)).toHaveCount(0)
  await page.route('**/password/change**', cut)
  await first.fill(PASSWORD)
  await submit.click()
  await expect(password.getByText(allMessages.en.common.offline)).toBeVisible()
  await expect(toasts(page)).toHaveCount(0)
  await page.unroute('**/password/change**')
  await submit.press('Enter')
  await expect(toasts(page)).toHaveText([new RegExp(changed)])
  await expect(
    password.getByRole('button', { name: own.changeOf(own.password.title) }),
  ).toBeFocused()
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

test('reports a page that crashed, and renders it again', async ({ page }) => {
  await breakDates(page)
  await page.goto(DEVICES)
  const { broken, tryAgain } = allMessages.en.common
  const told = page.locator('passport-account').getByRole('alert').filter({ hasText: broken })
  await expect(told).toBeVisible()
  await expectAccessible(page)
  await told.getByRole('button', { name: tryAgain }).click()
  await expect(told).toBeVisible()
  await page.evaluate(() => Object.assign(globalThis, { mended: true }))
  await told.getByRole('button', { name: tryAgain }).click()
  await expect(section(page, own.devices.title).getByText(own.devices.only)).toBeVisible()
})

for (const [path, lost] of [
  [SETTINGS, /\/_astro\/signed-in\.[\w-]+\.js$/],
  [DASHBOARD, /\/_astro\/mount\./],
  [DASHBOARD, /\/_astro\/account\./],
] as const) {
  test(`reports that ${path} did not load if ${lost.source} fails`, async ({ page }) => {
    await page.route(lost, cut)
    await page.goto(path)
    await expect(page.getByRole('heading', { name: t.crashed.title })).toBeVisible()
    await page.unroute(lost)
    await page.getByRole('button', { name: t.crashed.button }).click()
    await expect(page.getByRole('heading', { name: t.crashed.title })).toBeHidden()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  })
}

// Last, because it ends the session of all tests.
test('signs out on request of an application and redirects to its return URL', async ({ page }) => {
  await page.goto('/sign-out?source=web&app_id=1001&next=%2Fblog')
  await page.getByRole('main').getByRole('button', { name: account.signOut.button }).click()
  await expect(page).toHaveURL('/blog')
  await page.goto(SETTINGS)
  await expect(page.locator('passport-login form').first()).toBeVisible()
})

test('shows at most 20 notices, errors for 4 seconds and the rest for 2', async ({ page }) => {
  // Fay's session has ended in other tests.
  await signUp(page.request, 'Noor')
  await page.goto('/account-setting')
  await expect(page.locator('passport-account [data-part=page]')).toBeVisible()
  await page.clock.install()
  const tell = (kind: 'done' | 'failed', count: number): Promise<void> =>
    page.locator('passport-account').evaluate(
      (element, given) => {
        for (let nth = 1; nth <= given.count; nth++) {
          const detail = { kind: given.kind, text: `${given.kind} ${nth}` }
          element.dispatchEvent(new CustomEvent('passport-notice', { detail, cancelable: true }))
        }
      },
      { kind, count },
    )
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await tell('failed', 1)
  await tell('done', 20)
  // The oldest went.
  await expect(toasts(page)).toHaveCount(20)
  await expect(page.getByText('failed 1', { exact: true })).toHaveCount(0)
  await tell('failed', 1)
  await page.clock.runFor(1900)
  await expect(toasts(page)).toHaveCount(20)
  await page.clock.runFor(200)
  await expect(toasts(page)).toHaveText([/failed 1/])
  await page.clock.runFor(1800)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(toasts(page)).toHaveCount(0)
})
