import { expect, test } from 'playwright/test'
import { frame } from '../../src/messages/en/frame.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { account as t } from '../../widget/src/messages/en/account/account.ts'
import { signUp } from './pages/person.ts'

test('asks before typed text is lost, and not once it is saved', async ({ page }) => {
  await signUp(page.request, 'Before')
  await page.goto('/account-setting')
  const about = page.getByRole('region', { name: t.names.title, exact: true })
  await about.getByRole('button', { name: t.changeOf(t.names.name) }).click()
  const name = about.locator('[name=name]')
  await name.fill('After')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  const security = page.getByRole('link', { name: t.pages.security })
  await security.click()
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await page.getByRole('banner').getByRole('link', { name: frame.homePage }).click()
  await expect.poll(() => asked.length).toBe(2)
  await expect(name).toHaveValue('After')
  await about.getByRole('button', { name: allMessages.en.profile.save }).click()
  await expect(name).toHaveCount(0)
  await security.click()
  await expect(page).toHaveURL(/\/security$/)
  await page.reload()
  expect(asked.length).toBe(2)
})
