import { expect, test, type Locator } from 'playwright/test'
import { organization } from '../../src/messages/en/organization.ts'
import { CONSOLE } from './pages/company.ts'
import { Mailbox } from './pages/mailbox.ts'
import { freshEmail, pathIn } from './pages/words.ts'

test.use({ javaScriptEnabled: false })

for (const locale of ['en', 'ja'] as const) {
  test(`signs up, signs in and resets the password without JavaScript in ${locale}`, async ({
    page,
    request,
  }) => {
    const mailbox = new Mailbox(request)
    const email = freshEmail('plain')

    await page.goto(pathIn(locale, '/sign-up'))
    await page.locator('passport-login [name=email]').fill(email)
    await page.locator('passport-login button[type=submit]').click()
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await page.locator('[name=code]').fill('000000')
    await page.locator('[name=password]').fill('seven quiet otters')
    await page.locator('button[type=submit]').first().click()
    // The page shows the error and keeps the typed text, except the password.
    await expect(page.getByRole('alert')).toHaveId('code-error')
    await expect(page.locator('[name=password]')).toHaveValue('')
    const code = page.locator('main [name=code]')
    for (const language of ['zh', locale]) {
      await page.locator(`header button[value=${language}]`).click()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(code).toHaveValue('000000')
    }
    await code.fill(await mailbox.code(email))
    await page.locator('[name=password]').fill('seven quiet otters')
    await page.locator('button[type=submit]').first().click()
    // The account page leads to the one that needs no script.
    await expect(page).toHaveURL(`/form/account?language=${locale}`)
    await page.locator('[name=name]').fill('Ann Lee')
    await page.locator('button[type=submit]').first().click()
    await expect(page.getByRole('main')).toContainText('Ann Lee')
    await page.locator('form[action="/form/logout"] button').click()

    await page.goto(pathIn(locale, '/reset-password'))
    await page.locator('passport-login [name=email]').fill(email)
    await page.locator('passport-login button[type=submit]').click()
    await page.locator('[name=code]').fill(await mailbox.code(email, 2))
    await page.locator('[name=password]').fill('eight louder otters')
    await page.locator('button[type=submit]').first().click()
    await expect(page).toHaveURL(`/form/account?language=${locale}`)

    await page.goto(pathIn(locale, '/sign-out'))
    await page.getByRole('main').locator('form[action="/form/logout"] button').click()

    await page.goto(pathIn(locale, '/login'))
    await page.locator('passport-login [name=account]').fill(email)
    await page.locator('passport-login [name=password]').fill('wrong wrong wrong')
    await page.locator('passport-login button[type=submit]').click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.locator('[name=account]')).toHaveValue(email)
    await page.locator('[name=password]').fill('eight louder otters')
    await page.locator('button[type=submit]').first().click()
    // The reset trusts this browser and no other.
    await expect(page).toHaveURL(`/form/account?language=${locale}`)
  })

  test(`keeps destination and plan between the sign-in pages without JavaScript, from ${locale}`, async ({
    page,
    request,
  }) => {
    const mailbox = new Mailbox(request)
    const email = freshEmail('thread')
    const other = locale === 'en' ? 'ja' : 'en'
    const next = '/account-setting/components/dashboard?plan=pro&cycle=yearly'
    const query = new URLSearchParams({ next }).toString()
    const linkTo = (path: string): Locator =>
      page.getByRole('main').locator(`a[href="${pathIn(other, path)}"]`)

    await page.goto(`${pathIn(locale, '/login')}?${query}`)
    await page.locator(`.site-header a[hreflang=${other}]`).click()
    await expect(page).toHaveURL(`${pathIn(other, '/login')}?${query}`)
    await linkTo('/sign-up').click()
    await expect(page).toHaveURL(`${pathIn(other, '/sign-up')}?${query}`)
    await linkTo('/login').click()
    await expect(page).toHaveURL(`${pathIn(other, '/login')}?${query}`)
    await linkTo('/reset-password').click()
    await expect(page).toHaveURL(`${pathIn(other, '/reset-password')}?${query}`)
    await linkTo('/login').click()
    await linkTo('/sign-up').click()

    await page.locator('passport-login [name=email]').fill(email)
    await page.locator('passport-login button[type=submit]').click()
    const code = await mailbox.code(email)
    // The page of the server leads back with the same thread.
    await page.locator(`a[href^="${pathIn(other, '/login')}?"]`).click()
    await expect(page).toHaveURL(`${pathIn(other, '/login')}?${query}`)
    await linkTo('/sign-up').click()
    await page.locator('passport-login [name=email]').fill(email)
    await page.locator('passport-login button[type=submit]').click()
    await page.locator('[name=code]').fill(code)
    await page.locator('[name=password]').fill('seven quiet otters')
    await page.locator('button[type=submit]').first().click()
    await expect(page).toHaveURL(next)
  })
}

test('says that the console of an organization needs scripts', async ({ page }) => {
  await page.goto(CONSOLE)
  await expect(page.locator('main .notice:visible')).toContainText(organization.noScript)
})
