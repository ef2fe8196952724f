import { expect, test, type Page } from 'playwright/test'
import { account } from '../../src/messages/en/account.ts'
import { frame } from '../../src/messages/en/frame.ts'
import { enterprise } from '../../widget/src/messages/en/enterprise.ts'
import { activity } from '../../widget/src/messages/en/enterprise-activity.ts'
import { expectAccessible } from './pages/axe.ts'
import { CONSOLE, foundCompany } from './pages/company.ts'
import { signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'

const DASHBOARD = '/account-setting/components/dashboard'
const { dashboard: t } = account

const panel = (page: Page, name: string): ReturnType<Page['locator']> =>
  page.getByRole('region', { name, exact: true })

test('shows the first steps, and an organization in their place while one acts for it', async ({
  page,
}) => {
  const complaints = watch(page)
  await signUp(page.request, 'Ann Lee')
  await page.goto(DASHBOARD)
  const steps = panel(page, t.steps.title)
  await expect(steps.getByRole('link', { name: t.steps.organization.title })).toHaveAttribute(
    'href',
    CONSOLE,
  )
  await expect(panel(page, t.signIns.title).getByRole('listitem')).toHaveCount(1)

  await foundCompany(page.request, 'Harbour Works')
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/passport/')) calls.push(pathname)
  })
  await page.goto(DASHBOARD)
  const company = panel(page, 'Harbour Works')
  await expect(company.getByText(t.organization.people, { exact: true })).toBeVisible()
  await expect(company.getByText(activity.kinds.organization_created)).toBeVisible()
  await expect(company.getByRole('link', { name: t.organization.open })).toHaveAttribute(
    'href',
    CONSOLE,
  )
  await expect(company.getByRole('link', { name: t.organization.invite })).toHaveAttribute(
    'href',
    `${CONSOLE}#invite`,
  )
  await expect(steps).toHaveCount(0)
  // A plan is the person's.
  await expect(panel(page, t.plan.title)).toHaveCount(0)
  // Founding and switching are no sign-ins.
  await expect(panel(page, t.signIns.title).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  // All of it came with the loader.
  expect(calls.filter((call) => /plan|info|list|events/.test(call))).toEqual([])

  // Who comes from the price list is asked, and told whose plan it is.
  await page.goto(`${DASHBOARD}?plan=pro&billing=yearly&currency=USD`)
  await expect(panel(page, t.plan.title)).toContainText(t.plan.own('Harbour Works'))
  await page.goto(DASHBOARD)

  await page.locator('.switcher').click()
  await page.getByRole('button', { name: frame.oneself, exact: true }).click()
  await expect(steps).toBeVisible()
  await expect(steps.getByRole('link', { name: t.steps.organization.title })).toHaveCount(0)
  await expect(panel(page, t.signIns.title).getByRole('listitem')).toHaveCount(1)
  expect(complaints).toEqual([])
})

test('opens the form that invites, and from there the one for many', async ({ page }) => {
  const { inviteTitle, inviteMany } = enterprise.invitations
  await signUp(page.request, 'Ann Lee')
  await foundCompany(page.request, 'Harbour Works')
  await page.goto(DASHBOARD)
  await panel(page, 'Harbour Works').getByRole('link', { name: t.organization.invite }).click()
  const form = page.getByRole('dialog', { name: inviteTitle })
  await expect(form.locator('[name=address]')).toBeFocused()
  await expectAccessible(page)
  await form.getByRole('button', { name: inviteMany }).click()
  await expect(form).toHaveCount(0)
  await expect(page.locator('[name=rows]')).toBeVisible()
})
