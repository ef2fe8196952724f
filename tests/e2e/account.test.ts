import { readFileSync } from 'node:fs'
import { expect, test, type Page } from 'playwright/test'
import { errorMessages } from '#protocol/messages/ja/errors.ts'
import { account as english } from '../../src/messages/en/account.ts'
import { frame } from '../../src/messages/en/frame.ts'
import { account } from '../../src/messages/ja/account.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { expectAccessible } from './pages/axe.ts'
import { Element } from './pages/element.ts'
import { Mailbox } from './pages/mailbox.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { words } from './pages/words.ts'
import { ACCOUNT } from './support/addresses.ts'

const t = account.settings
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
  await page.goto('/ja/account-setting')

  const addresses = section(page, t.addresses.title)
  const number = `+8190${String(Date.now()).slice(-8)}`
  await addresses.getByRole('button', { name: bind.addOf(bind.mobile) }).click()
  // The field with a choice of countries, once it is loaded.
  await expect(addresses.locator('[name=number]')).toBeAttached()
  await addresses.locator('[name=mobile]').fill(number)
  await addresses.getByRole('button', { name: words.ja.sendCode }).click()
  const code = await mailbox.code(number)
  const notices = page.getByRole('log', { name: t.notices })
  await addresses.locator('[name=code]').fill(code === '111111' ? '222222' : '111111')
  // An error of a field is shown once.
  await expect(addresses.getByText(errorMessages.code_error)).toBeVisible()
  await expect(notices.locator('.toast')).toHaveCount(0)
  await addresses.locator('[name=code]').fill(code)
  await expect(notices.getByText(bind.added(bind.mobile))).toBeVisible()
  await expect(addresses.getByText(bind.added(bind.mobile))).toHaveCount(0)
  await expect(section(page, t.events.title).getByText(t.events.kinds.mobile_bound)).toBeVisible()
  await expectAccessible(page)

  await addresses.getByRole('button', { name: bind.removeOf(bind.mobile) }).click()
  await addresses.getByRole('button', { name: bind.remove, exact: true }).click()
  await addresses.getByLabel(allMessages.ja.secondVerify.password, { exact: true }).first().check()
  await addresses.locator('[name=password]').fill(PASSWORD)
  await addresses.getByRole('button', { name: allMessages.ja.secondVerify.confirm }).click()
  await expect(notices.getByText(bind.removed(bind.mobile))).toBeVisible()
  await expect(addresses.getByText(bind.removed(bind.mobile))).toHaveCount(0)

  const closing = section(page, t.close.title)
  await closing.getByRole('button', { name: t.close.button }).click()
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
  await expect(
    section(page, t.events.title).getByText(t.events.kinds.closing_revoked),
  ).toBeVisible()
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
  await page.goto('/account-setting')
  const about = section(page, english.settings.about.title)
  const { profile } = allMessages.en
  await expect(about.getByRole('button', { name: profile.chooseBackground(1) })).toBeVisible()
  // Pictures that come later have their room.
  const shift = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
  )
  expect(shift).toBeLessThan(0.005)

  const description = about.getByLabel(profile.description)
  await description.fill('Kept')
  await about.locator('[name=birthday]').focus()
  await page.keyboard.type('05')
  await about.getByRole('button', { name: profile.save, exact: true }).click()
  await expect(about.getByText(profile.badBirthday)).toBeVisible()
  await expect(about.locator('[name=birthday]')).toBeFocused()
  await expect(about.getByText(profile.saved)).toHaveCount(0)
  await expect(description).toHaveValue('Kept')
  await about.locator('[name=birthday]').fill('1990-05-04')
  await about.getByRole('button', { name: profile.save, exact: true }).click()
  await expect(about.getByRole('button', { name: profile.saved })).toBeVisible()
  await expect(about.getByText(profile.badBirthday)).toHaveCount(0)
  await page.reload()
  await expect(about.locator('[name=birthday]')).toHaveValue('1990-05-04')
  await expect(description).toHaveValue('Kept')
})

test('scrolls messages into view on small screens', async ({ page }) => {
  const profile = allMessages.ja.profile
  await signUp(page.request, 'Aoi')
  await page.setViewportSize({ width: 360, height: 420 })
  await page.goto('/ja/account-setting')
  const names = section(page, t.profile.title)
  await names.locator('[name=name]').fill('葵')
  const save = names.getByRole('button', { name: profile.save, exact: true })
  await save.evaluate((button) => button.scrollIntoView({ block: 'start' }))
  await save.click()
  await expect(names.getByRole('button', { name: profile.saved })).toBeInViewport({ ratio: 0.9 })
})

test('keeps input while another tab signs out, but only for the same person', async ({ page }) => {
  const settings = english.settings
  const profile = allMessages.en.profile
  const email = await signUp(page.request, 'Ann')
  await page.goto('/account-setting')
  const name = section(page, settings.profile.title).getByLabel(profile.name, { exact: true })
  await name.fill('Ann Typed')
  const other = await page.context().newPage()
  const out = page.getByRole('heading', { name: settings.signedOut.title })
  const signOutElsewhere = async (from: string): Promise<void> => {
    await other.goto(from)
    const button = other.getByRole('main').getByRole('button', { name: english.signOut.button })
    await button.first().click()
    await expect(other.getByText(english.signOut.doneTitle)).toBeVisible()
    await expect(out).toBeVisible()
    await expect(name).toHaveValue('Ann Typed')
  }
  const revisit = async (): Promise<void> => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(out).toBeHidden()
  }

  await signOutElsewhere('/sign-out')
  const form = { account: email, password: PASSWORD }
  await page.request.post('/form/login', { form, headers: { origin: ACCOUNT } })
  await revisit()
  await expect(name).toHaveValue('Ann Typed')

  await signOutElsewhere('/account-setting')
  await signUp(page.request, 'Bea')
  await revisit()
  await expect(name).toHaveValue('Bea')

  await name.fill('Bea Typed')
  await signUp(page.request, 'Cleo')
  await other.goto('/account-setting')
  await expect(name).toHaveValue('Cleo')
})

test('links signed-out visitors to sign-in without loading a script', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  for (const path of ['/ja/account-setting', '/ja/account-setting/components/dashboard?plan=pro']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: t.signedOut.title })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toBeHidden()
    const signIn = page.getByRole('main').getByRole('link', { name: t.signedOut.button })
    const address = new URL(`/ja/login?next=${encodeURIComponent(path)}`, page.url()).href
    await expect(signIn).toHaveJSProperty('href', address)
    await expectAccessible(page)
  }
  expect(requests.filter((url) => /\/passport\/|mount/.test(url))).toEqual([])
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
  await expect(page.getByRole('heading', { name: t.failed.title })).toBeVisible()
  await page.unroute('**/account/info/**')
  await page.getByRole('button', { name: t.failed.button }).click()
  await expect(page.getByRole('heading', { name: t.signedOut.title })).toBeVisible()
})

test('downloads the personal data, and signs out other devices after an unknown event', async ({
  page,
}) => {
  const complaints = watch(page)
  const settings = english.settings
  const email = await signUp(page.request, 'Ann')
  const form = { account: email, password: PASSWORD, aid: '1001' }
  const headers = { origin: ACCOUNT }
  await page.request.post(`${ACCOUNT}/form/login`, { form, headers })
  await page.goto('/account-setting')
  const started = page.waitForEvent('download')
  await section(page, settings.data.title)
    .getByRole('button', { name: settings.data.button })
    .click()
  const download = await started
  expect(download.suggestedFilename()).toBe('my-data.json')
  const file = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
    account: { name: string }
    terms: { version: string }
  }
  expect(file.account.name).toBe('Ann')
  expect(file.terms.version).toMatch(/^\d{4}-\d{2}-\d{2}$/)

  const events = section(page, settings.events.title)
  const signedIn = settings.events.notMeLabel(settings.events.kinds.signed_in)
  await events.getByRole('button', { name: signedIn }).first().click()
  const notice = events.locator('.notice')
  await expect(notice).toBeFocused()
  await expect(notice).toContainText(settings.events.secured)
  await expect(events.getByText(settings.events.kinds.signed_out_everywhere)).toBeVisible()
  await expectAccessible(page)
  await events.getByRole('link', { name: settings.events.newPassword }).click()
  await expect(page).toHaveURL(/#password$/)
  expect(complaints).toEqual([])
})

test('shows the owner, links to the sections, and signs out all other devices', async ({
  page,
}) => {
  const settings = english.settings
  const email = await signUp(page.request, 'Ann Berg')
  // Browsers that have lost their session; this device is trusted by now.
  for (let time = 0; time < 2; time++) {
    await page.context().clearCookies({ name: /^(?:sessionid|sid_|uid_)/ })
    const form = { account: email, password: PASSWORD }
    await page.request.post('/form/login', { form, headers: { origin: ACCOUNT } })
  }
  const lists: string[] = []
  page.on('request', (request) => lists.push(...(/session\/list/.exec(request.url()) ?? [])))
  await page.goto('/account-setting')
  const identity = page.locator('.account-identity')
  await expect(identity).toContainText('Ann Berg')
  await expect(identity).toContainText(email)
  // The header of every page changes too, without another request.
  await expect(page.locator('.user-sign b')).toHaveText('A')

  const rail = page.getByRole('navigation', { name: settings.sections })
  await rail.getByRole('link', { name: settings.sessions.title }).click()
  const devices = section(page, settings.sessions.title)
  await expect(devices.getByRole('listitem')).toHaveCount(3)
  await expect(section(page, settings.connections.title).getByText('GitHub')).toBeVisible()
  // They were loaded with the first content of the page.
  expect(lists).toEqual([])
  await expect(devices).toBeInViewport()
  await expect(rail.locator('[aria-current]')).toHaveText(settings.sessions.title)
  // A device has the name that its owner gives it.
  const rename = devices.getByRole('button', { name: /^Name / }).first()
  await rename.press('Enter')
  await expect(devices.getByLabel(settings.sessions.name)).toBeFocused()
  await page.keyboard.type('Kitchen laptop')
  await page.keyboard.press('Enter')
  await expect(rename).toBeFocused()
  await expect(rename).toHaveAccessibleName('Name Kitchen laptop')
  await page.reload()
  await expect(devices.getByText('Kitchen laptop')).toBeVisible()
  await expectAccessible(page)
  await devices.getByRole('button', { name: settings.sessions.endOthers }).click()
  await expect(page.getByText(settings.sessions.othersEnded)).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
})

test('offers account page and sign-out on any page', async ({ page }) => {
  const email = await signUp(page.request, 'Bo')
  await page.goto('/')
  await expect(page.locator('.site-footer').getByRole('link', { name: frame.signIn })).toBeHidden()
  await page.getByRole('button', { name: frame.accountMenu }).click()
  const menu = page.locator('.user-menu')
  await expect(menu).toContainText(email)
  await menu.getByRole('button', { name: frame.signOut }).click()
  await expect(page.getByText(english.signOut.doneTitle)).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('button', { name: frame.accountMenu })).toBeHidden()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(email)
})
