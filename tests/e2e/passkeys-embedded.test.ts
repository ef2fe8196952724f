import { expect, test, type Page } from 'playwright/test'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { account as t } from '../../widget/src/messages/en/account/account.ts'
import { signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { HOST_PAGE } from './support/addresses.ts'
import { addAuthenticator, pressAndAnswer } from './support/authenticator.ts'

const { common } = allMessages.en

/** Opens the page of another origin, whose element lists its methods or not; returns its calls about passkeys. */
async function openHostPage(page: Page, element: { lists: boolean; shadow: boolean }) {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/passkey/')) calls.push(request.url())
  })
  await page.addInitScript(({ lists, shadow }) => {
    // As the page were written so: before its scripts have run.
    new MutationObserver((_, observer) => {
      const login = document.querySelector('passport-login')
      if (!login) return
      observer.disconnect()
      if (!lists) login.removeAttribute('methods')
      login.toggleAttribute('shadow', shadow)
    }).observe(document, { childList: true, subtree: true })
  }, element)
  await page.goto(HOST_PAGE)
  await expect(page.locator('passport-login [name=account]')).toBeVisible()
  return calls
}

for (const shadow of [false, true]) {
  test(`signs in on a page of the same site, ${shadow ? 'in a shadow root' : 'in the page'}`, async ({
    page,
  }) => {
    const complaints = watch(page)
    const authenticator = await addAuthenticator(page)
    await signUp(page.request, 'Rio')
    await page.goto('/account-setting/security')
    await page.getByRole('button', { name: t.passkeys.add }).click()
    await expect(page.getByRole('list', { name: t.passkeys.title })).toBeVisible()
    await page.context().clearCookies()
    await authenticator.answers(false)
    await openHostPage(page, { lists: false, shadow })
    const button = page.getByRole('button', { name: common.byPasskey })
    await pressAndAnswer(button, authenticator)
    await expect(page.locator('#status')).toContainText('Rio')
    expect(complaints).toEqual([])
  })
}

test('asks for nothing on a page that lists its methods without passkeys', async ({ page }) => {
  await addAuthenticator(page)
  const calls = await openHostPage(page, { lists: true, shadow: false })
  await page.waitForTimeout(1500)
  await expect(page.locator('passport-login [autocomplete~=webauthn]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: common.byPasskey })).toHaveCount(0)
  expect(calls).toEqual([])
})

test('shows no button on a page of another site that has no way back with a code', async ({
  page,
}) => {
  await addAuthenticator(page)
  await page.goto(HOST_PAGE.replace('localhost', '127.0.0.1'))
  await expect(page.locator('passport-login [name=account]')).toBeVisible()
  await page.evaluate(() => document.querySelector('passport-login')?.removeAttribute('methods'))
  await page.waitForTimeout(1500)
  await expect(page.getByRole('button', { name: common.byPasskey })).toHaveCount(0)
})
