import { expect, test } from 'playwright/test'
import { Captcha } from './pages/captcha.ts'
import { Element } from './pages/element.ts'
import { Mailbox } from './pages/mailbox.ts'
import { watch } from './pages/watch.ts'
import { freshEmail } from './pages/words.ts'
import { HOST_PAGE } from './support/addresses.ts'

for (const locale of ['en', 'ja'] as const) {
  test(`signs up and in on a page of another origin in ${locale} and fires its events`, async ({
    page,
    request,
  }) => {
    const complaints = watch(page)
    const host = `${HOST_PAGE}/?lang=${locale}`
    const email = freshEmail('guest')
    const element = await Element.open(page, locale, `${host}&view=sign-up`)
    await element.field('address').fill(email)
    await element.button('sendCode').click()
    await new Captcha(page, locale).passByMouse()
    await element.finishSignUp(new Mailbox(request), email, 'seven quiet otters', 'Guest')
    await expect(page.locator('#status')).toHaveText('Signed in as Guest.')

    await page.context().clearCookies()
    const login = await Element.open(page, locale, host)
    await login.signIn(email, 'seven quiet otters')
    await login.confirmByCode(new Mailbox(request), email, 2)
    await expect(page.locator('#status')).toHaveText('Signed in as Guest.')
    expect(complaints).toEqual([])
  })
}

test('refuses an origin that is not registered', async ({ request }) => {
  const answer = await request.post('/passport/web/user/login?aid=1002', {
    headers: { origin: 'http://evil.example' },
    form: { email: 'a@example.com', password: 'x' },
  })
  expect(answer.status()).toBe(403)
  expect(await answer.json()).toMatchObject({ message: 'error', error_code: 2035 })
})
