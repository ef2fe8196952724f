import { readFileSync } from 'node:fs'
import { expect, test, type Page } from 'playwright/test'
import sharp from 'sharp'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { enterprise as t } from '../../widget/src/messages/en/enterprise.ts'
import { enterprise as ja } from '../../widget/src/messages/ja/enterprise.ts'
import { account } from '../../widget/src/messages/en/account/account.ts'
import { expectAccessible } from './pages/axe.ts'
import {
  acceptInvitation,
  CONSOLE,
  foundCompany,
  openPerson,
  signInAgain,
} from './pages/company.ts'
import { Mailbox } from './pages/mailbox.ts'
import { signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { freshEmail, words } from './pages/words.ts'

/** A name that no other organization of this run has. */
const uniqueName = (name: string): string => `${name} ${Date.now().toString(36)}`

/** The newest dialog, which is on top. */
const dialog = (page: Page): ReturnType<Page['locator']> => page.locator('dialog').last()
/** A tab, with or without a number after its name. */
const tab = (page: Page, name: string): ReturnType<Page['locator']> =>
  page.getByRole('tab', { name: new RegExp(`^${name}( [\\d,]+)?$`) })
const opener = (page: Page, name: string): ReturnType<Page['locator']> =>
  row(page, name).locator('[data-part=open]')
const row = (page: Page, name: string): ReturnType<Page['locator']> =>
  page.getByRole('row').filter({ hasText: name })

test('manages an organization from its first invitation to its transfer', async ({
  page,
  browser,
}) => {
  test.slow()
  const complaints = watch(page)
  const email = await signUp(page.request, 'Ann Lee')
  await page.goto(CONSOLE)
  await expect(page.getByRole('heading', { name: t.noOrganization })).toBeVisible()
  const harbour = uniqueName('Harbour KK')
  await page.getByLabel(t.settings.name).fill(harbour)
  await page.getByRole('button', { name: t.createOrganization }).click()
  await expect(row(page, 'Ann Lee')).toContainText(t.roles.builtIn.manager)
  await expect(row(page, 'Ann Lee')).toContainText(email)
  await expect(page.locator('[data-part=organization]')).toBeFocused()
  await expectAccessible(page)

  // A person is invited and accepts.
  const ben = await openPerson(browser, 'Ben')
  await tab(page, t.tabs.members).click()
  await page.getByRole('button', { name: t.invitations.invite, exact: true }).click()
  await dialog(page).locator('[name=address]').fill(ben.email)
  await dialog(page).locator('[name=deputy_name]').fill('Ben Ito')
  await dialog(page).getByRole('button', { name: t.invitations.send }).click()
  await expect(dialog(page).getByLabel(t.invitations.link)).toHaveValue(/ticket=/)
  await page.keyboard.press('Escape')
  await expect(row(page, 'Ben Ito')).toContainText(t.invitations.states.pending)
  await acceptInvitation(ben.page.request, ben.email)

  // Several more, of which one cannot be sent.
  await page.getByRole('button', { name: t.invitations.inviteMany }).click()
  await page
    .locator('[name=rows]')
    .fill(`mail,name,role\ncara-${ben.email},"Cara, Dr.",admin\n${ben.email},Ben\nnobody,X\n`)
  await page.getByRole('button', { name: t.many.checkList }).click()
  await expect(row(page, 'nobody')).toContainText(t.many.results.wrong)
  await expect(row(page, ben.email).nth(1)).toContainText(t.many.results.member)
  await page.getByRole('button', { name: t.many.send(1) }).click()
  await expect(row(page, 'Cara, Dr.')).toContainText(t.many.results.made)
  await expectAccessible(page)

  // A role of their own, given by the table.
  await tab(page, t.tabs.roles).click()
  await page.getByRole('button', { name: t.roles.create }).click()
  await dialog(page).locator('[name=role_name]').fill('Support')
  await dialog(page).getByLabel(t.roles.permissions['invite.create']).check()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: t.save }).click()
  await expect(row(page, 'Support')).toContainText(t.roles.count(1))
  await tab(page, t.tabs.members).click()
  await page.getByLabel(t.table.chooseOne('Ben Ito')).check()
  await page.getByLabel(t.members.giveRole).selectOption('Support')
  await expect(dialog(page)).toContainText(t.effect.changes(1))
  await dialog(page).getByRole('button', { name: t.members.give.button }).click()
  await expect(row(page, 'Ben Ito')).toContainText('Support')

  // Frozen and free again: the effect is shown first, and the focus comes back to the row.
  await ben.page.goto(CONSOLE)
  await expect(row(ben.page, 'Ben Ito')).toBeVisible()
  // Addresses are not for members.
  await expect(ben.page.getByText(email)).toHaveCount(0)
  await page.keyboard.press('/')
  await page.keyboard.type('ben')
  await expect(row(page, 'Ann Lee')).toHaveCount(0)
  await opener(page, 'Ben Ito').click()
  await dialog(page).getByRole('button', { name: t.members.freeze.button }).click()
  await expect(dialog(page)).toContainText(t.effect.sessions(1))
  await dialog(page).getByRole('button', { name: t.members.freeze.button }).click()
  await expect(row(page, 'Ben Ito')).toContainText(t.members.states.frozen)
  // Also told on a tab that makes no call, since rules are not for members: only a link leads there.
  await ben.page.evaluate(() => location.assign('#rules'))
  await expect(ben.page.getByText(t.endedText(harbour))).toBeVisible()
  await expect(opener(page, 'Ben Ito')).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: t.members.unfreeze.button }).click()
  await dialog(page).getByRole('button', { name: t.members.unfreeze.button }).click()
  await expect(row(page, 'Ben Ito')).toContainText(t.members.states.active)

  // What was done is on record, and the rules hold for everybody.
  await tab(page, t.tabs.activity).click()
  await page.getByLabel(t.activity.event).selectOption('role_given')
  await expect(row(page, t.activity.kinds.role_given)).toContainText('Ben Ito: Support')
  await expect(row(page, t.activity.kinds.member_frozen)).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: t.activity.download('CSV') }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(',role_given,')
  await tab(page, t.tabs.rules).click()
  await page.getByLabel(t.rules.sessionHours).selectOption(t.rules.times.hours(8))
  await page.getByRole('button', { name: t.save }).click()
  await expect(page.getByText(t.rules.saved)).toBeVisible()
  await expectAccessible(page)

  // Handed over: a reload between the steps loses nothing.
  await tab(page, t.tabs['hand-over']).click()
  await page.getByRole('button', { name: t.transfer.send }).click()
  await page.locator('[name=code]').fill(await new Mailbox(page.request).code(email, 2))
  await page.getByRole('button', { name: t.transfer.chooseOne('Ben Ito') }).click()
  await expect(page.getByRole('heading', { name: t.transfer.wait('Ben Ito') })).toBeVisible()
  // Cancelling asks first.
  await page.getByRole('button', { name: t.transfer.cancel.button }).click()
  await expect(dialog(page).getByText(t.transfer.cancel.text)).toBeVisible()
  await dialog(page).getByRole('button', { name: t.back }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: t.transfer.wait('Ben Ito') })).toBeVisible()
  // Being frozen has signed the successor out.
  await signInAgain(ben.page.request, ben.email)
  await ben.page.goto(`/ja${CONSOLE}`)
  await ben.page.getByRole('button', { name: `${ja.table.edit}${ja.colon}${harbour}` }).click()
  // A member gets the tabs that have something for them; a successor also the hand-over.
  const { members, roles, settings } = ja.tabs
  const transferTab = ja.tabs['hand-over']
  await expect(ben.page.getByRole('tab')).toHaveText([
    `${members} 2`,
    `${roles} 4`,
    transferTab,
    settings,
  ])
  await tab(ben.page, transferTab).click()
  await expect(
    ben.page.getByRole('heading', { name: ja.transfer.requested('Ann Lee') }),
  ).toBeVisible()
  await ben.page.locator('[name=code]').fill(await new Mailbox(page.request).code(ben.email, 2))
  await expect(ben.page.getByRole('heading', { name: ja.transfer.hasAgreed })).toBeVisible()
  await expect(page.getByRole('heading', { name: t.transfer.agreed('Ben Ito') })).toBeVisible()
  await page.getByRole('button', { name: t.transfer.finish.button }).click()
  await dialog(page).getByRole('button', { name: t.transfer.finish.button }).click()
  await expect(page.getByRole('heading', { name: t.transfer.done('Ben Ito') })).toBeVisible()
  await expect(page.getByText(t.transfer.doneText(harbour))).toBeVisible()
  // Said by the page, and not a second time over it.
  await expect(page.locator('[data-part=notice-bar]')).toHaveText('')
  await page.getByRole('button', { name: t.transfer.proceed }).click()
  await expect(row(page, 'Ben Ito')).toContainText(t.roles.builtIn.manager)
  await expect(row(page, 'Ann Lee')).toContainText(t.roles.builtIn.admin)
  await expect(page.locator('[data-part=organization]')).toBeFocused()

  // The new manager signs in once more, and the header forgets the organization meanwhile.
  await expect(ben.page.getByRole('heading', { name: allMessages.ja.own.signedOut })).toBeFocused()
  await expect(ben.page.locator('.switcher')).toBeHidden()
  await expectAccessible(ben.page)
  await ben.page.getByRole('link', { name: allMessages.ja.common.signIn }).click()
  await expect(ben.page).toHaveURL(/\/ja\/login\?next=/)
  await signInAgain(ben.page.request, ben.email)
  await ben.page.goto(`/ja${CONSOLE}`)
  await ben.page.getByRole('button', { name: `${ja.table.edit}${ja.colon}${harbour}` }).click()
  await expect(row(ben.page, 'Ben Ito')).toContainText(ja.roles.builtIn.manager)
  // Told once.
  const received = ben.page.getByText(ja.transfer.yours(harbour))
  await expect(received).toBeVisible()
  await ben.page.reload()
  await expect(row(ben.page, 'Ben Ito')).toBeVisible()
  await expect(received).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('shows the logo of an organization wherever its name stands, and its initial without one', async ({
  page,
  browser,
}) => {
  const complaints = watch(page)
  await signUp(page.request, 'Ann Lee')
  await foundCompany(page.request, uniqueName('Harbour KK'))
  await page.goto(`${CONSOLE}#settings`)
  const logo = page.locator('[data-part=bar] [data-part=logo]')
  await expect(logo).toHaveText('H')
  const before = await page.getByRole('tablist').boundingBox()
  const chosen = (name: string, buffer: Buffer): Promise<void> =>
    page.getByLabel(t.settings.logo.choose).setInputFiles({ name, mimeType: 'image/png', buffer })
  await chosen('no.png', Buffer.from('no picture'))
  await expect(page.getByText(t.settings.logo.wrong)).toBeVisible()
  const blue = { width: 300, height: 200, channels: 3, background: '#2340c8' } as const
  await chosen('logo.png', await sharp({ create: blue }).png().toBuffer())
  await expect(page.getByText(t.settings.logo.done)).toBeVisible()
  await expect(page.getByText(t.settings.logo.wrong)).toHaveCount(0)
  // Notices do not move the layout.
  expect(await page.getByRole('tablist').boundingBox()).toEqual(before)
  // Not over the heading or the tabs either, wherever the page is scrolled to, and it can be dismissed.
  const said = page.locator('[data-part=notice-bar]')
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 390, height: 480 })
  await expect.poll(async () => (await said.boundingBox())?.y ?? 0).toBeGreaterThan(400)
  await expect(said).toBeInViewport({ ratio: 1 })
  await said.getByRole('button', { name: allMessages.en.common.close }).click()
  await expect(page.getByText(t.settings.logo.done)).toHaveCount(0)
  await expect(said).toBeFocused()
  await page.setViewportSize(size)
  const colour = (): Promise<number[]> =>
    page
      .locator('canvas[data-part=logo]')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => [
        ...(canvas.getContext('2d')?.getImageData(48, 48, 1, 1).data ?? []),
      ])
  // Blue, as the picture.
  await expect.poll(async () => (await colour())[2] ?? 0).toBeGreaterThan(150)
  await expectAccessible(page)

  const invited = freshEmail('ben')
  await tab(page, t.tabs.members).click()
  await page.getByRole('button', { name: t.invitations.invite, exact: true }).click()
  await dialog(page).locator('[name=address]').fill(invited)
  await dialog(page).locator('[name=deputy_name]').fill('Ben')
  await dialog(page).getByRole('button', { name: t.invitations.send }).click()
  const link = await dialog(page).getByLabel(t.invitations.link).inputValue()
  await page.goto('/account-setting#organizations')
  await expect.poll(async () => (await colour())[2] ?? 0).toBeGreaterThan(150)
  const guest = await (await browser.newContext()).newPage()
  await guest.goto(link)
  await expect(guest.locator('canvas[data-part=logo]')).toBeVisible()

  await page.goto(`${CONSOLE}#settings`)
  await page.getByRole('button', { name: t.settings.logo.remove }).click()
  await expect(logo).toHaveText('H')
  await expect(page.getByLabel(t.settings.logo.choose)).toBeFocused()
  expect(complaints).toEqual([])
})

test('shows the initial in place of a logo that does not load', async ({ page }) => {
  await signUp(page.request, 'Ann Lee')
  await foundCompany(page.request, uniqueName('Harbour KK'))
  await page.goto(`${CONSOLE}#settings`)
  const red = { width: 96, height: 96, channels: 3, background: '#c82323' } as const
  const buffer = await sharp({ create: red }).png().toBuffer()
  await page
    .getByLabel(t.settings.logo.choose)
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  const bar = page.locator('[data-part=bar]')
  await expect(bar.locator('canvas[data-part=logo]')).toBeVisible()
  await page.route(/\/(avatars|web\/image)\//, (route) => route.fulfill({ status: 404 }))
  await page.reload()
  await expect(bar.locator('[data-part=logo]')).toHaveText('H')
})

test('has one heading, and scrolls to the chosen tab on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signUp(page.request, 'Ann Lee')
  await page.goto(CONSOLE)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.noOrganization)
  const harbour = uniqueName('Harbour KK')
  await foundCompany(page.request, harbour)
  await page.goto(`${CONSOLE}#settings`)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(harbour))
  await expect(tab(page, t.tabs.settings)).toBeInViewport({ ratio: 1 })
  await tab(page, t.tabs['hand-over']).click()
  await expect(tab(page, t.tabs.settings)).toBeInViewport({ ratio: 1 })
  await page.getByRole('tab', { selected: true }).press('ArrowRight')
  await page.getByRole('tab', { selected: true }).press('ArrowRight')
  await expect(tab(page, t.tabs.members)).toBeInViewport({ ratio: 1 })
  // The page itself does not move.
  expect(await page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0])
})

test('keeps room between filters that stand below each other', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await signUp(page.request, 'Ann Lee')
  await foundCompany(page.request, uniqueName('Harbour KK'))
  await page.goto(CONSOLE)
  // In a narrow place, all but the search is behind a button.
  const filters = page.locator('.pl-filters .pl-field')
  await expect(filters.filter({ visible: true })).toHaveCount(1)
  await page.getByRole('button', { name: t.table.filters(0) }).click()
  await expect(filters.filter({ visible: true })).toHaveCount(3)
  const search = await filters.nth(0).boundingBox()
  const state = await filters.nth(1).boundingBox()
  // What a row has nothing for is left out there.
  await tab(page, t.tabs.activity).click()
  await expect(page.locator(`td[data-label="${t.activity.time}"]`)).toBeVisible()
  await expect(page.locator(`td[data-label="${t.activity.target}"]`)).toBeHidden()
  expect((state?.y ?? 0) - (search?.y ?? 0) - (search?.height ?? 0)).toBeGreaterThanOrEqual(16)
})

test('offers the actions of a row by keyboard, and gives the focus back', async ({ page }) => {
  const email = await signUp(page.request, 'Ann Lee')
  await foundCompany(page.request, uniqueName('Harbour KK'))
  await page.goto(CONSOLE)
  const button = page.getByRole('button', { name: t.members.actionsFor('Ann Lee') })
  await button.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: t.members.copyAddress })).toBeFocused()
  await expect(row(page, 'Ann Lee')).toContainText(email)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('leads to the waiting invitations by a link of their own', async ({ page }) => {
  await signUp(page.request, 'Ann Lee')
  await foundCompany(page.request, uniqueName('Harbour KK'))
  await page.goto(`${CONSOLE}#invitations`)
  await expect(page.getByLabel(t.members.state)).toHaveValue('pending')
  await expect(tab(page, t.tabs.members)).toHaveAttribute('aria-selected', 'true')
})

test('stops when another tab switches the organization', async ({ page, context }) => {
  await signUp(page.request, 'Ann Lee')
  await foundCompany(page.request, uniqueName('Harbour KK'))
  await page.goto(CONSOLE)
  await expect(row(page, 'Ann Lee')).toBeVisible()
  const other = await context.newPage()
  const orchard = uniqueName('Orchard Ltd')
  await foundCompany(other.request, orchard)
  await page.getByRole('searchbox').fill('a')
  await expect(page.getByRole('heading', { name: t.elsewhere('') })).toBeVisible()
  await page.getByRole('button', { name: t.proceed }).click()
  await expect(page.getByRole('heading', { name: orchard })).toBeVisible()
})

test('creates an organization, asks for a TXT record, and lets an invitation be declined without the mail', async ({
  page,
  browser,
}) => {
  const mine = account.organizations
  await signUp(page.request, 'Ann Lee')
  await page.goto('/account-setting#organizations')
  await expect(page.getByRole('button', { name: mine.create, exact: true })).toBeInViewport()
  const harbour = uniqueName('Harbour KK')
  const found = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: mine.create, exact: true }).click()
    await page.getByLabel(mine.name).fill(name)
    await page.getByRole('button', { name: mine.createNow, exact: true }).click()
  }
  await found(harbour)
  const arrived = page.locator('[data-part=done-here]')
  await expect(arrived).toBeFocused()
  await expect(arrived).toContainText(mine.created(harbour))
  await expect(arrived.getByRole('link', { name: mine.invite })).toBeVisible()
  // The initial in place of a logo stands in a box, here as in the console.
  await expect(page.locator('passport-account [data-part=logo]').first()).toHaveCSS('width', '40px')
  await found('https://harbour.example')
  await expect(page.getByLabel(mine.name)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel(mine.name)).toBeFocused()

  await page.getByRole('link', { name: mine.consoleOf(harbour) }).click()
  await tab(page, t.tabs.rules).click()
  await expect(page.getByText(t.rules.noDomains)).toBeVisible()
  // An error of a form that is longer than the screen is shown to whoever saved at its end.
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 360, height: 480 })
  await page.route(/policy\/update/, (route) => route.abort())
  await page.getByRole('button', { name: t.save }).click()
  await expect(page.getByText(words.en.offline)).toBeInViewport()
  await page.setViewportSize(size)
  await page.getByLabel(t.rules.domain, { exact: true }).fill('harbour.invalid')
  await page.getByLabel(t.rules.ways.dns).check()
  await page.getByRole('button', { name: t.rules.add }).click()
  const record = page.getByLabel(t.rules.recordName, { exact: true })
  await expect(record).toHaveValue('_passport.harbour.invalid')
  await expect(page.getByText(t.rules.noDomains)).toHaveCount(0)
  await expect(page.getByLabel(t.rules.domain, { exact: true })).toBeFocused()
  await expect(page.getByLabel(t.rules.recordText)).toHaveValue(/^passport-organization=/)
  await expectAccessible(page)

  const ben = await openPerson(browser, 'Ben')
  await tab(page, t.tabs.members).click()
  await page.getByRole('button', { name: t.invitations.invite, exact: true }).click()
  await dialog(page).locator('[name=address]').fill(ben.email)
  await dialog(page).locator('[name=deputy_name]').fill('Ben Ito')
  await dialog(page).getByRole('button', { name: t.invitations.send }).click()
  await expect(dialog(page).getByLabel(t.invitations.link)).toHaveValue(/ticket=/)
  await ben.page.goto('/account-setting#organizations')
  await ben.page.getByRole('button', { name: mine.declineOf(harbour) }).click()
  await expect(ben.page.getByText(mine.declined(harbour))).toBeVisible()
  await expect(ben.page.getByRole('button', { name: mine.acceptOf(harbour) })).toHaveCount(0)
})
