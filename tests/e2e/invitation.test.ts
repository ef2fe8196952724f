import { expect, test, type Page } from 'playwright/test'
import { cancelInvitation, listInvitations } from '#protocol/web/invitations.ts'
import { frame } from '../../src/messages/en/frame.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { allInvitationMessages } from '../../widget/src/login/screens/invitation/messages/all-messages.ts'
import { account as english } from '../../widget/src/messages/en/account/account.ts'
import { account as japanese } from '../../widget/src/messages/ja/account/account.ts'
import { expectAccessible } from './pages/axe.ts'
import { Captcha } from './pages/captcha.ts'
import { CONSOLE } from './pages/company.ts'
import { createCompany } from './pages/inviting-company.ts'
import { Mailbox } from './pages/mailbox.ts'
import { signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { freshEmail, words } from './pages/words.ts'

const t = allInvitationMessages.en
const own = english.organizations

function organizations(page: Page): ReturnType<Page['locator']> {
  return page.getByRole('region', { name: own.title, exact: true })
}

test('lets a person without an account join, shows the inviter, and removes the ticket from the URL', async ({
  page,
  request,
}) => {
  const complaints = watch(page)
  const company = await createCompany(request)
  const email = freshEmail('ben')
  await page.goto(await company.invite(email))
  await expect(page).toHaveURL('/invitation')
  await expect(page.getByRole('heading', { name: t.title(company.name) })).toBeVisible()
  await expect(page.getByText(t.text('Mia', company.name))).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await page.getByText(t.newAccount).click()
  await page.getByLabel(words.en.name).fill('Benjamin')
  await page.getByRole('button', { name: t.sendCode }).click()
  await new Captcha(page, 'en').passByKeyboard()
  await expect(page.locator('[name=code]')).toBeFocused()
  await page.locator('[name=code]').fill(await new Mailbox(request).code(email))
  await expect(page.getByRole('heading', { name: t.joined(company.name) })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: t.open(company.name) }).click()
  await expect(page).toHaveURL(CONSOLE)
  await expect(page.locator('[data-part=organization]')).toContainText(company.name)
  expect(complaints).toEqual([])
})

test('lets a person with the invited address join by one button, in Japanese', async ({
  browser,
  request,
}) => {
  const page = await browser.newPage({ locale: 'ja' })
  const ja = allInvitationMessages.ja
  const company = await createCompany(request)
  const email = await signUp(page.request, 'Ben')
  await page.goto(await company.invite(email, { next_url: '/ja/pricing' }))
  await expect(page).toHaveURL('/ja/invitation')
  await page.getByRole('button', { name: ja.accept }).click()
  await expect(page).toHaveURL('/ja/pricing')
  await page.goto('/ja/account-setting/organizations')
  const section = page.getByRole('region', { name: japanese.organizations.title })
  await expect(section.getByText(company.name)).toBeVisible()
  await page.close()
})

test('tells the wrong person, who declines and reports the invitation', async ({
  page,
  request,
}) => {
  const company = await createCompany(request)
  await signUp(page.request, 'Ann')
  await page.goto(await company.invite(freshEmail('ben')))
  await expect(page.getByText(/You are signed in as/)).toBeVisible()
  await page.getByRole('button', { name: /Add the address to/ }).click()
  await page.getByRole('button', { name: t.back }).click()
  await expect(page.getByRole('heading', { name: t.title(company.name) })).toBeFocused()
  await page.getByRole('button', { name: t.decline }).click()
  await expect(page.getByRole('heading', { name: t.declineTitle })).toBeFocused()
  await page.getByLabel(t.blocks.all).check()
  await page.getByLabel(t.report).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: t.declineNow, exact: true }).click()
  await expect(page.getByText(t.reported)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: t.ends.used.title })).toBeVisible()
})

test('explains why an invitation cannot be answered', async ({ page, request }) => {
  const company = await createCompany(request)
  const link = await company.invite(freshEmail('ben'))
  const aff = { family: 'aff' } as const
  const { data } = await company.manager.call(listInvitations, { subject_uid: company.id }, aff)
  const [invited] = data.list
  await page.goto(link)
  await expect(page.getByRole('heading', { name: t.title(company.name) })).toBeVisible()
  const { invite_id = '' } = invited ?? {}
  await company.manager.call(cancelInvitation, { subject_uid: company.id, invite_id }, aff)
  await page.getByRole('button', { name: t.sendCode }).click()
  await expect(page.getByRole('heading', { name: t.ends.cancelled.title })).toBeFocused()
  await page.goto('/invitation#ticket=incomplete')
  await expect(page.getByRole('heading', { name: t.ends.unknown.title })).toBeVisible()
})

test('creates, switches by the menu, updates another tab, and leaves', async ({
  page,
  context,
  request,
}) => {
  test.slow()
  const company = await createCompany(request)
  const email = await signUp(page.request, 'Ben')
  await company.invite(email)
  await page.goto('/account-setting/organizations')
  const section = organizations(page)
  await section.getByRole('button', { name: own.acceptOf(company.name) }).click()
  const arrived = section.locator('[data-part=done-here]')
  await expect(arrived).toBeFocused()
  await expect(arrived).toContainText(own.joined(company.name))
  await expect(section.getByRole('listitem').filter({ hasText: own.current })).toContainText(
    company.name,
  )
  await section.getByRole('button', { name: own.create }).click()
  await section.getByRole('button', { name: own.createNow }).click()
  await expect(section.getByText(allMessages.en.profile.needName)).toBeVisible()
  const orchard = `Orchard ${Date.now().toString(36)}`
  await section.getByLabel(own.name).fill(orchard)
  await section.getByRole('button', { name: own.createNow }).click()
  const current = section.getByRole('listitem').filter({ hasText: own.current })
  await expect(current).toContainText(orchard)
  await expect(current.getByRole('link', { name: own.console })).toBeVisible()
  await expectAccessible(page)

  // Only actions of other tabs cause a notice.
  await expect(page.getByText(/^Another tab has switched/)).toBeHidden()

  const other = await context.newPage()
  await other.goto('/pricing')
  await other.getByRole('button', { name: frame.accountMenu }).click()
  const menu = other.locator('#UserMenu')
  await expect(menu.getByText(`${frame.actsFor} ${orchard}`)).toBeVisible()
  await expectAccessible(other)
  await menu.getByRole('button', { name: company.name }).click()
  await expect(page.getByText(own.elsewhere(company.name))).toBeVisible()
  await expect(current).toContainText(company.name)
  await other.getByRole('button', { name: frame.accountMenu }).click()
  await expect(menu.getByText(`${frame.actsFor} ${company.name}`)).toBeVisible()
  await other.close()

  await section.getByRole('button', { name: own.leaveOf(company.name) }).click()
  const question = page.getByRole('dialog', { name: own.leaveOf(company.name) })
  await expect(question).toContainText(own.leaveText(company.name))
  await question.getByRole('button', { name: own.leaveNow }).click()
  await expect(section.getByRole('listitem').filter({ hasText: company.name })).toHaveCount(0)
  await expect(current).toContainText(own.oneself)
  await page.reload()
  await expect(organizations(page).getByText(orchard)).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('accepts, switches and leaves', async ({ page, request }) => {
    const company = await createCompany(request)
    const email = freshEmail('ben')
    await page.goto(await company.invite(email))
    await expect(page).toHaveURL('/form/invitation?language=en')
    await page.getByRole('button', { name: 'Send a code' }).click()
    await page.locator('[name=code]').fill(await new Mailbox(request).code(email))
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(
      page.getByRole('heading', { name: `You belong to ${company.name} now` }),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: `Open ${company.name}` })).toHaveAttribute(
      'href',
      /\/account-setting\/components\/organization$/,
    )
    await page.getByRole('link', { name: 'Switch to an organization' }).click()
    await expect(page.getByText(`You are using ${company.name}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Switch to Ben (personal account)' }).click()
    await expect(page.getByText('You are using Ben (personal account).')).toBeVisible()
    await page.getByRole('button', { name: `Switch to ${company.name}` }).click()
    await page.getByRole('button', { name: `Leave ${company.name}` }).click()
    await page.getByRole('button', { name: `Leave ${company.name}` }).click()
    await expect(page.getByText('You belong to no organization')).toBeVisible()
  })
})
