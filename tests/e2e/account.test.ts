import { readFileSync } from 'node:fs'
import { expect, test, type Page } from 'playwright/test'
import { errorMessages } from '#protocol/messages/ja/errors.ts'
import { account as siteEnglish } from '../../src/messages/en/account.ts'
import { frame } from '../../src/messages/en/frame.ts'
import { account as site } from '../../src/messages/ja/account.ts'
import { pricing } from '../../src/messages/ja/pricing.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { account as english } from '../../widget/src/messages/en/account/account.ts'
import { account as t } from '../../widget/src/messages/ja/account/account.ts'
import { expectAccessible } from './pages/axe.ts'
import { Element } from './pages/element.ts'
import { Mailbox } from './pages/mailbox.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { words } from './pages/words.ts'
import { ACCOUNT } from './support/addresses.ts'
import { typeCommand } from './support/operator.ts'

const ACCOUNT_PAGE = '/account-setting'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const bind = allMessages.ja.bind
const close = allMessages.ja.closeAccount

interface Shift {
  value: number
}

function section(page: Page, title: string): ReturnType<Page['locator']> {
  return page.getByRole('region', { name: title, exact: true })
}

test('adds and removes a mobile number, schedules the deletion and cancels it', async ({
  page,
  request,
}) => {
  // A long journey, on a machine that may be busy.
  test.slow()
  const complaints = watch(page)
  const mailbox = new Mailbox(request)
  const email = await signUp(page.request, 'Chie')
  await page.goto('/ja/account-setting/security')

  const addresses = section(page, t.addresses.title)
  const number = `+8190${String(Date.now()).slice(-8)}`
  await addresses.getByRole('button', { name: bind.addOf(bind.mobile) }).click()
  // The field with a choice of countries, once it is loaded.
  await expect(addresses.locator('[name=number]')).toBeAttached()
  await addresses.locator('[name=mobile]').fill(number)
  await addresses.getByRole('button', { name: words.ja.sendCode }).click()
  const code = await mailbox.code(number)
  const notices = page.getByRole('log', { name: site.settings.notices })
  await addresses.locator('[name=code]').fill(code === '111111' ? '222222' : '111111')
  // An error of a field is shown once.
  await expect(addresses.getByText(errorMessages.code_error)).toBeVisible()
  await expect(notices.locator('.toast')).toHaveCount(0)
  await addresses.locator('[name=code]').fill(code)
  await expect(notices.getByText(bind.added(bind.mobile))).toBeVisible()
  await expect(addresses.getByText(bind.added(bind.mobile))).toHaveCount(0)
  await expectAccessible(page)

  await addresses.getByRole('button', { name: bind.removeOf(bind.mobile) }).click()
  await addresses.getByRole('button', { name: bind.remove, exact: true }).click()
  await addresses.getByLabel(allMessages.ja.secondVerify.password, { exact: true }).first().check()
  await addresses.locator('[name=password]').fill(PASSWORD)
  await addresses.getByRole('button', { name: allMessages.ja.secondVerify.confirm }).click()
  await expect(notices.getByText(bind.removed(bind.mobile))).toBeVisible()
  await expect(addresses.getByText(bind.removed(bind.mobile))).toHaveCount(0)

  const pages = page.getByRole('navigation', { name: t.pagesLabel })
  await pages.getByRole('link', { name: t.pages.devices }).click()
  const events = section(page, t.activity.title)
  await expect(events.getByText(t.activity.kinds.mobile_bound)).toBeVisible()
  await expectAccessible(page)

  await pages.getByRole('link', { name: t.pages.data }).click()
  const closing = section(page, t.deletion.title)
  await closing.getByRole('button', { name: t.deletion.button }).click()
  await closing.getByRole('button', { name: close.proceed }).click()
  await closing.getByLabel(allMessages.ja.secondVerify.password, { exact: true }).first().check()
  await closing.locator('[name=password]').fill(PASSWORD)
  await closing.getByRole('button', { name: allMessages.ja.secondVerify.confirm }).click()
  await closing.getByLabel(close.understood).check()
  await closing.getByRole('button', { name: close.close, exact: true }).click()
  await expect(page.getByRole('heading', { name: close.closed })).toBeFocused()
  // No empty band stands between the head of the page and the message.
  const { height: head } = (await page.getByRole('banner').boundingBox()) ?? { height: 0 }
  const heading = await page.getByRole('heading', { name: close.closed }).boundingBox()
  expect(heading?.y).toBeLessThan(head + 60)

  const login = await Element.open(page, 'ja', page.getByRole('link', { name: close.takeBack }))
  await login.signIn(email, PASSWORD)
  await login.root.getByRole('button', { name: allMessages.ja.stopped.keep }).click()
  await pages.getByRole('link', { name: t.pages.devices }).click()
  await expect(events.getByText(t.activity.kinds.closing_revoked)).toBeVisible()
  expect(complaints).toEqual([])
})

test('refuses half a birthday, and keeps what was typed', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as Shift).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signUp(page.request, 'Half')
  await page.goto(ACCOUNT_PAGE)
  const about = section(page, english.about.title)
  const { profile } = allMessages.en
  const open = (what: string): Promise<void> =>
    about.getByRole('button', { name: english.changeOf(what) }).click()
  await expect(about).toBeVisible()
  // Pictures that come later have their room.
  const shift = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
  )
  expect(shift).toBeLessThan(0.005)

  await open(english.about.background)
  await expect(about.getByRole('button', { name: profile.chooseBackground(1) })).toBeVisible()
  await about.getByRole('button', { name: allMessages.en.own.cancel }).click()
  await open(english.about.details)
  const description = about.getByLabel(profile.description)
  await expect(description).toBeFocused()
  await description.fill('Kept')
  await about.getByText(english.about.more).click()
  await about.locator('[name=birthday]').focus()
  await page.keyboard.type('05')
  await about.getByRole('button', { name: profile.save, exact: true }).click()
  await expect(about.getByText(profile.badBirthday)).toBeVisible()
  await expect(about.locator('[name=birthday]')).toBeFocused()
  await expect(page.getByText(english.names.saved)).toHaveCount(0)
  await expect(description).toHaveValue('Kept')
  await about.locator('[name=birthday]').fill('1990-05-04')
  await about.getByRole('button', { name: profile.save, exact: true }).click()
  // The row is back with its value, and the focus at its button.
  await expect(page.getByText(english.names.saved)).toBeVisible()
  const change = about.getByRole('button', { name: english.changeOf(english.about.details) })
  await expect(change).toBeFocused()
  await expect(about.getByText('Kept')).toBeVisible()
  await page.reload()
  await open(english.about.details)
  await expect(about.locator('[name=birthday]')).toHaveValue('1990-05-04')
  await expect(description).toHaveValue('Kept')
})

test('keeps input while another tab signs out, but only for the same person', async ({ page }) => {
  const email = await signUp(page.request, 'Ann')
  await page.goto(ACCOUNT_PAGE)
  const names = section(page, english.names.title)
  const openName = (): Promise<void> =>
    names.getByRole('button', { name: english.changeOf(english.names.name) }).click()
  await openName()
  const name = page.locator('[name=name]')
  await name.fill('Ann Typed')
  const other = await page.context().newPage()
  const out = page.locator('passport-login')
  const save = names.getByRole('button', { name: allMessages.en.profile.save, exact: true })
  const look = (): Promise<void> =>
    page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  const signOutElsewhere = async (): Promise<void> => {
    await other.goto('/sign-out')
    await other.getByRole('main').getByRole('button', { name: siteEnglish.signOut.button }).click()
    await expect(other.getByText(siteEnglish.signOut.doneTitle)).toBeVisible()
    await look()
    await expect(out).toBeVisible()
    await expect(name).toHaveValue('Ann Typed')
  }
  const revisit = async (): Promise<void> => {
    await look()
    await expect(out).toBeHidden()
  }

  await page.context().clearCookies({ name: 'sessionid' })
  await save.click()
  await expect(out).toBeVisible()
  const form = { account: email, password: PASSWORD }
  await page.request.post('/form/login', { form, headers: { origin: ACCOUNT } })
  await revisit()
  await expect(name).toHaveValue('Ann Typed')
  // The refusal is over.
  await expect(names.getByRole('alert')).toBeEmpty()

  await signOutElsewhere()
  await signUp(page.request, 'Bea')
  await revisit()
  // Somebody else sees their own row, and nothing that Ann typed.
  await expect(names.getByText('Bea', { exact: true })).toBeVisible()
  await openName()
  await expect(name).toHaveValue('Bea')

  await name.fill('Bea Typed')
  await signUp(page.request, 'Cleo')
  await other.goto(ACCOUNT_PAGE)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(names.getByText('Cleo', { exact: true })).toBeVisible()
})

test('shows what another tab changed, and keeps what is typed', async ({ page }) => {
  await signUp(page.request, 'Dan')
  const other = await page.context().newPage()
  for (const one of [page, other]) {
    await one.goto(ACCOUNT_PAGE)
    const { changeOf, names } = english
    await one.getByRole('button', { name: changeOf(names.name), exact: true }).click()
  }
  const username = `dan.${Date.now().toString(36)}`
  await page.locator('[name=user_unique_name]').fill(username)
  await other.locator('[name=name]').fill('Dan Other')
  await other.locator('[name=name]').press('Enter')
  await expect(other.getByText('Dan Other').first()).toBeVisible()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.locator('passport-account').getByText('Dan Other')).toBeVisible()
  await page.locator('[name=user_unique_name]').press('Enter')
  const rows = page.locator('passport-account').getByRole('listitem')
  await expect(rows.filter({ hasText: username })).toBeVisible()
  await expect(rows.filter({ hasText: 'Dan Other' })).toBeVisible()
})

test('shows that it is loading, reports a failure, and retries', async ({ page, baseURL }) => {
  // The cookies of a session that was ended elsewhere.
  await page
    .context()
    .addCookies([{ name: 'uid_tt', value: `su_${'e'.repeat(32)}`, url: baseURL ?? '' }])
  const held = Promise.withResolvers<void>()
  await page.route('**/account/info/**', async (route) => {
    await held.promise
    await route.abort()
  })
  await page.goto('/ja/account-setting')
  await expect(page.locator('#account-setting [aria-busy=true]')).toBeVisible()
  held.resolve()
  await expect(page.getByText(allMessages.ja.own.failed)).toBeVisible()
  await page.unroute('**/account/info/**')
  await page.getByRole('button', { name: allMessages.ja.common.tryAgain }).click()
  await expect(page.locator('passport-login form').first()).toBeVisible()
})

test('downloads the personal data, and signs out other devices after an unknown event', async ({
  page,
}) => {
  const complaints = watch(page)
  const email = await signUp(page.request, 'Ann')
  const form = { account: email, password: PASSWORD, aid: '1001' }
  const headers = { origin: ACCOUNT }
  await page.request.post(`${ACCOUNT}/form/login`, { form, headers })
  await page.goto(`${ACCOUNT_PAGE}/data`)
  const started = page.waitForEvent('download')
  await section(page, english.data.title).getByRole('button', { name: english.data.button }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('my-data.json')
  const file = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
    account: { name: string }
    terms: { version: string }
  }
  expect(file.account.name).toBe('Ann')
  expect(file.terms.version).toMatch(/^\d{4}-\d{2}-\d{2}$/)

  const pages = page.getByRole('navigation', { name: english.pagesLabel })
  await pages.getByRole('link', { name: english.pages.devices }).click()
  const { activity } = english
  const events = section(page, activity.title)
  const known = events.locator('summary')
  await expect(known.first()).toContainText(activity.kinds.signed_in)
  // What this browser did a moment ago was the person at it.
  await known.first().click()
  const object = events.getByRole('button', { name: activity.notMe })
  await expect(object).toHaveCount(0)
  // Another browser of the same person, which now is this one.
  await page.request.post(`${ACCOUNT}/form/login`, {
    form,
    headers: { origin: ACCOUNT, 'user-agent': FIREFOX },
  })
  await page.reload()
  await known.filter({ hasText: 'Chrome' }).first().click()
  await object.click()
  const notice = events.locator('[data-part=done-here]')
  await expect(notice).toBeFocused()
  await expect(notice).toContainText(activity.secured)
  await expect(events.getByText(activity.kinds.signed_out_everywhere)).toBeVisible()
  await expectAccessible(page)
  await notice.getByRole('button', { name: activity.newPassword }).click()
  await expect(page).toHaveURL(/\/account-setting\/security#password$/)
  await expect(section(page, english.password.title)).toBeFocused()
  expect(complaints).toEqual([])
})

test('shows the owner, leads to the pages, and signs out all other devices', async ({ page }) => {
  const email = await signUp(page.request, 'Ann Berg')
  // Browsers that have lost their session; this device is trusted by now.
  for (let time = 0; time < 2; time++) {
    await page.context().clearCookies({ name: /^(?:sessionid|sid_|uid_)/ })
    const form = { account: email, password: PASSWORD }
    await page.request.post('/form/login', { form, headers: { origin: ACCOUNT } })
  }
  await page.goto(ACCOUNT_PAGE)
  const identity = page.locator('[data-part=identity]')
  await expect(identity).toContainText('Ann Berg')
  await expect(identity).toContainText(email)

  const rail = page.getByRole('navigation', { name: english.pagesLabel })
  await rail.getByRole('link', { name: english.pages.devices }).click()
  await expect(page).toHaveURL(/\/account-setting\/devices$/)
  await expect(page.getByRole('heading', { name: english.pages.devices })).toBeFocused()
  await expect(rail.locator('[aria-current=page]')).toHaveText(english.pages.devices)
  const own = english.devices
  const devices = section(page, own.title)
  await expect(devices.getByRole('listitem')).toHaveCount(3)
  // A device has the name that its owner gives it.
  const rename = devices.getByRole('button', { name: /^Rename / }).first()
  await rename.press('Enter')
  await expect(devices.getByLabel(own.name)).toBeFocused()
  await page.keyboard.type('Kitchen laptop')
  await page.keyboard.press('Enter')
  await expect(rename).toBeFocused()
  await expect(rename).toHaveAccessibleName(own.renameOf('Kitchen laptop'))
  await page.reload()
  await expect(devices.getByText('Kitchen laptop')).toBeVisible()
  await expectAccessible(page)
  // A row that goes leaves the focus at its place.
  const end = devices.getByRole('listitem').last().getByRole('button', { name: own.end })
  await end.press('Enter')
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices).toBeFocused()
  await devices.getByRole('button', { name: own.endOthers }).click()
  await expect(page.getByText(own.othersEnded)).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  // Back and forth, as everywhere.
  await page.goBack()
  await expect(rail.locator('[aria-current=page]')).toHaveText(english.pages.profile)
  await expect(section(page, english.names.title)).toBeVisible()
})

test('each page asks for its own data alone, all at once', async ({ page }) => {
  await signUp(page.request, 'Few')
  for (const name of ['', '/security', '/devices', '/organizations', '/data']) {
    const calls: string[] = []
    const note = (request: { url(): string }): void => {
      if (/\/passport\/(?:web|aff|app)|__loader=account/.test(request.url()))
        calls.push(request.url())
    }
    page.on('request', note)
    await page.goto(ACCOUNT_PAGE + name)
    await expect(page.locator('[data-part=page]')).toBeVisible()
    await expect(page.locator('passport-account [aria-busy=true]')).toHaveCount(0)
    page.off('request', note)
    expect(calls.filter((url) => url.includes('__loader=account-setting'))).toHaveLength(1)
    // The header and telemetry may ask, too; the element does not.
    expect(calls.filter((url) => /session\/list|event|grant|default_|platform/.test(url))).toEqual(
      [],
    )
  }
})

test('leads former anchors to the page that holds the section', async ({ page }) => {
  await signUp(page.request, 'Former')
  for (const [anchor, title] of [
    ['#password', english.password.title],
    ['#sessions', english.devices.title],
    ['#organizations', english.organizations.title],
    ['#close', english.deletion.title],
  ] as const) {
    await page.goto('about:blank')
    await page.goto(ACCOUNT_PAGE + anchor)
    await expect(section(page, title)).toBeFocused()
  }
})

test('offers account page and sign-out on any page', async ({ page }) => {
  const email = await signUp(page.request, 'Bo')
  await page.goto('/')
  await expect(page.locator('.site-footer').getByRole('link', { name: frame.signIn })).toBeHidden()
  await page.getByRole('button', { name: frame.accountMenu }).click()
  const menu = page.locator('.user-menu')
  await expect(menu).toContainText(email)
  await menu.getByRole('button', { name: frame.signOut }).click()
  await expect(page.getByText(siteEnglish.signOut.doneTitle)).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('button', { name: frame.accountMenu })).toBeHidden()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(email)
})

test('names the plan that goes with an account as the price list does', async ({ page }) => {
  typeCommand('plan', 'set', await signUp(page.request, 'Pia'), 'pro')
  await page.goto(`/ja${ACCOUNT_PAGE}/data`)
  await page.getByRole('button', { name: t.deletion.button }).click()
  const lost = close.values.plan(1, pricing.plans.pro.name)
  await expect(section(page, t.deletion.title)).toContainText(lost)
})
