import { expect, test } from 'playwright/test'
import { account as t } from '../../widget/src/messages/en/account/account.ts'
import { expectAccessible } from './pages/axe.ts'
import { Mailbox } from './pages/mailbox.ts'
import { signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { ACCOUNT } from './support/addresses.ts'
import { addAuthenticator } from './support/authenticator.ts'

test('shows a recovery that somebody began to whoever is signed in, and ends it', async ({
  page,
  browser,
  request,
}) => {
  test.slow()
  const complaints = watch(page)
  await addAuthenticator(page)
  const email = await signUp(page.request, 'Lena')
  await page.goto('/account-setting/security')
  await page.getByRole('button', { name: t.passkeys.add }).click()
  await page.getByRole('button', { name: t.recoveryCodes.saved }).click()
  const { button } = t.apps.demand.begin
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await expect(page.getByText(t.safety.states.good)).toBeVisible()

  // Somebody who reads the mail, without JavaScript.
  const context = await browser.newContext({ javaScriptEnabled: false })
  const other = await context.newPage()
  const send = async (text: string): Promise<void> => {
    await other.locator('main input:not([type=hidden])').first().fill(text)
    await other.locator('main button').first().click()
  }
  await other.goto(`${ACCOUNT}/form/recover`)
  await send(email)
  await send(await new Mailbox(request).code(email, 2))
  await expect(other.getByRole('heading', { name: 'The wait has begun' })).toBeVisible()
  await context.close()

  await page.goto('/account-setting')
  const notice = page.getByRole('alert').filter({ hasText: t.recovery.end })
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  // It stands above both columns.
  const rail = page.locator('[data-part=rail]')
  const shown = page.locator('[data-part=page]')
  const [left, right] = [await rail.boundingBox(), await shown.boundingBox()]
  expect(left?.x).toBeLessThan(right?.x ?? 0)
  expect(left?.y).toBe(right?.y)
  await notice.getByRole('button').click()
  await expect(notice).toHaveCount(0)
  expect(complaints).toEqual([])
})
