import { expect, test } from 'playwright/test'
import { expectAccessible } from './pages/axe.ts'
import { signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'

test('previews the chosen options and generates the code', async ({ page, context }) => {
  const complaints = watch(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/embed')
  const element = page.locator('passport-login')
  const log = page.getByRole('log')
  await expect(log).toContainText('passport-ready')

  await page.getByLabel('First screen').selectOption('Sign up')
  await page.getByLabel('Language').selectOption('日本語')
  await expect(element.getByRole('heading', { name: 'アカウントを作成' })).toBeVisible()
  await expect(log).toContainText('passport-view view: sign-up')

  const accent = page.getByRole('group', { name: 'buttons, links, focus' })
  await accent.getByLabel('light').fill('#00695c')
  await page.getByLabel('Corners').fill('0')
  const button = element.getByRole('button', { name: 'コードを送信' })
  await expect(button).toHaveCSS('background-color', 'rgb(0, 105, 92)')
  await expect(button).toHaveCSS('border-radius', '0px')
  await expect(page.locator('[data-contrast=button]')).toHaveAttribute('data-is-fine', 'true')
  await expectAccessible(page)
  await accent.getByLabel('light').fill('#eeeeee')
  await expect(page.locator('[data-contrast=button]')).toContainText('too low')

  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('--passport-accent: light-dark(#eeeeee, #a3b5ff);')
  expect(copied).toContain('view="sign-up"')
  await page.getByText('React', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'The code' })).toContainText('onpassport-success')

  // The address keeps the settings, to be stored or shared.
  await page.reload()
  await expect(element.getByRole('heading', { name: 'アカウントを作成' })).toBeVisible()
  await expect(page.getByLabel('Corners')).toHaveValue('0')
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(element.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  expect(complaints).toEqual([])
})

test('opens and closes a dialog over the page', async ({ page }) => {
  await page.goto('/embed')
  await expect(page.getByRole('log')).toContainText('passport-ready')
  await page.getByText('More attributes').click()
  await page.getByLabel('Where the form stands').selectOption('Over the page')
  const field = page.locator('passport-login').locator('[name=password]')
  await expect(field).toBeHidden()
  const open = page.getByRole('button', { name: 'Open', exact: true })
  await open.click()
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  await expect(field).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(open).toBeFocused()
  await expect(page.getByRole('log')).toContainText('passport-cancel')

  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(open).toBeHidden()
  await expect(field).toBeVisible()
})

test('works by keyboard alone', async ({ page }) => {
  await page.goto('/embed')
  await expect(page.getByRole('log')).toContainText('passport-ready')
  await page.getByRole('checkbox', { name: 'Password' }).focus()
  await page.keyboard.press('Space')
  await expect(page.locator('passport-login').getByRole('tab')).toHaveCount(0)
  await page.getByRole('button', { name: 'Ember' }).press('Enter')
  await expect(page.getByRole('region', { name: 'The code' })).toContainText('#b3371b')
  await page.getByRole('radio', { name: 'HTML' }).press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'React' })).toBeChecked()
})

test('previews the account of whoever is signed in, in its pages and sections', async ({
  page,
}) => {
  const complaints = watch(page)
  await signUp(page.request, 'Visitor')
  await page.goto('/embed')
  await page.getByRole('link', { name: '<passport-account>' }).click()
  const element = page.locator('passport-account')
  const log = page.getByRole('log')
  await expect(log).toContainText('passport-session')
  await expect(element.locator('[data-part=identity]')).toContainText('Visitor')

  await page.getByLabel('First screen').selectOption('Devices and activity')
  await expect(element.locator('[data-part=page][data-name=devices]')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Applications' }).uncheck()
  await expect(element.locator('[data-part=section][data-name=applications]')).toHaveCount(0)
  await expect(element.locator('[data-part=section][data-name=sessions]')).toBeVisible()
  const rail = element.getByRole('navigation')
  await rail.getByRole('button', { name: 'Data', exact: true }).click()
  await expect(log).toContainText('passport-view view: data')

  const code = page.getByRole('region', { name: 'The code' })
  await expect(code).toContainText('/passport-account.js')
  await expect(code).toContainText('view="devices"')
  await expect(code).not.toContainText('applications')
  await page.getByText('React', { exact: true }).click()
  await expect(code).toContainText('function Account()')
  await expectAccessible(page)
  await page.getByText('320 px').click()
  const [scrolled, width] = await element.evaluate((one) => [one.scrollWidth, one.clientWidth])
  expect(scrolled).toBeLessThanOrEqual(width ?? 0)
  expect(complaints).toEqual([])
})
