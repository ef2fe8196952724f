import { expect, test, type Page } from 'playwright/test'
import { account as english } from '../../src/messages/en/account.ts'
import { account as japanese } from '../../src/messages/ja/account.ts'
import { errorMessages as errorsEn } from '../../protocol/messages/en/errors.ts'
import { errorMessages as errorsJa } from '../../protocol/messages/ja/errors.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { account as ownEnglish } from '../../widget/src/messages/en/account/account.ts'
import { account as ownJapanese } from '../../widget/src/messages/ja/account/account.ts'
import { Captcha } from './pages/captcha.ts'
import { Element } from './pages/element.ts'
import { Mailbox } from './pages/mailbox.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { freshEmail, pathIn, words, type Locale } from './pages/words.ts'

const account = { en: english, ja: japanese } as const
const own = { en: ownEnglish, ja: ownJapanese } as const
const errors = { en: errorsEn, ja: errorsJa } as const

function open(page: Page, locale: Locale, path: string): Promise<Element> {
  return Element.open(page, locale, pathIn(locale, path))
}

// Key presses and proof of work are slow on a busy machine.
test.setTimeout(150_000)

for (const locale of ['en', 'ja'] as const) {
  test.describe(locale, () => {
    test('signs up by e-mail, signs out, signs in by password', async ({ page, request }) => {
      const complaints = watch(page)
      const email = freshEmail('ann')
      const element = await open(page, locale, '/sign-up')
      await element.field('address').fill(email)
      await element.button('sendCode').click()
      await new Captcha(page, locale).passByMouse()
      await element.finishSignUp(new Mailbox(request), email, PASSWORD, 'Ann Berg')
      await expect(page).toHaveURL(pathIn(locale, '/account-setting'))
      await expect(page.locator('[data-part=identity]')).toContainText('Ann Berg')

      await page.goto(pathIn(locale, '/sign-out?next=https%3A%2F%2Felsewhere.example%2F'))
      await page
        .getByRole('main')
        .getByRole('button', { name: account[locale].signOut.button })
        .click()
      await expect(page.getByText(account[locale].signOut.doneTitle)).toBeVisible()

      const login = await open(page, locale, '/login')
      await login.signIn(email, 'not the password')
      await expect(login.notice).toContainText(errors[locale].password_error)
      await login.field('password').fill(PASSWORD)
      await login.button('signIn').click()
      await expect(page).toHaveURL(pathIn(locale, '/account-setting'))
      expect(complaints).toEqual([])
    })

    test('signs in by code, passing the captcha by keyboard only', async ({ page, request }) => {
      const email = freshEmail('keys')
      const element = await open(page, locale, '/login')
      await element.choose('byCode')
      await element.field('address').fill(email)
      await page.keyboard.press('Enter')
      await new Captcha(page, locale).passByKeyboard()
      await expect(element.field('code')).toBeFocused()
      // Sent at its last digit.
      await page.keyboard.type(await new Mailbox(request).code(email))
      await expect(page).toHaveURL(pathIn(locale, '/account-setting'))
    })

    test('resets a password, passing the captcha by its alternative', async ({ page, request }) => {
      const mailbox = new Mailbox(request)
      const email = freshEmail('reset')
      const element = await open(page, locale, '/sign-up')
      await element.field('address').fill(email)
      await element.button('sendCode').click()
      await new Captcha(page, locale).passByButtons()
      await element.finishSignUp(mailbox, email, PASSWORD, 'Rei')
      await expect(page).toHaveURL(pathIn(locale, '/account-setting'))

      await page.context().clearCookies()
      const reset = await open(page, locale, '/reset-password')
      await reset.field('address').fill(email)
      await reset.button('sendCode').click()
      await new Captcha(page, locale).passByOtherWay()
      await reset.field('code').fill(await mailbox.code(email, 2))
      await reset.field('newPassword').fill('eight louder otters')
      await reset.button('setPassword').click()
      await expect(page).toHaveURL(pathIn(locale, '/account-setting'))
    })

    test('sets a new password by a link with a ticket, and starts over if it has expired', async ({
      page,
      request,
    }) => {
      const mailbox = new Mailbox(request)
      const email = await signUp(page.request, 'Lin')
      const reset = await open(page, locale, '/reset-password')
      await reset.root.evaluate((root) => root.setAttribute('verify-first', ''))
      await reset.field('address').fill(email)
      await reset.button('sendCode').click()
      const checked = page.waitForResponse(/validate_code/)
      await reset.field('code').fill(await mailbox.code(email, 2))
      const { data }: { data: { ticket: string } } = await (await checked).json()
      await expect(reset.field('newPassword')).toBeFocused()

      const link = `/reset-password?ticket=${data.ticket}`
      for (const isDead of [false, true]) {
        const handed = await open(page, locale, link)
        await expect(handed.field('address')).toBeHidden()
        await handed.field('newPassword').fill('eight louder otters')
        await handed.button('setPassword').click()
        if (isDead) {
          await expect(handed.notice).toContainText(errors[locale].ticket_expired)
          await expect(handed.field('address')).toBeVisible()
        } else await expect(page).toHaveURL(pathIn(locale, '/account-setting'))
        await expect(page).not.toHaveURL(/ticket/)
      }
    })

    test('changes the name and signs out another device', async ({
      page,
      browser,
      baseURL,
      request,
    }) => {
      const t = own[locale]
      const { profile } = allMessages[locale]
      const email = await signUp(page.request, 'Old Name')
      const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL })
      const other = await elsewhere.newPage()
      const login = await open(other, locale, '/login')
      await login.signIn(email, PASSWORD)
      await login.confirmByCode(new Mailbox(request), email, 2)
      await expect(other).toHaveURL(pathIn(locale, '/account-setting'))

      await page.goto(pathIn(locale, '/account-setting'))
      const change = page.getByRole('button', { name: t.changeOf(t.names.name) })
      await change.click()
      await page.locator('[name=name]').fill('新しい名前')
      await page.getByRole('button', { name: profile.save, exact: true }).click()
      await expect(page.getByText(t.names.saved)).toBeVisible()
      await expect(change).toBeFocused()

      await page
        .getByRole('navigation', { name: t.pagesLabel })
        .getByRole('link', { name: t.pages.devices })
        .click()
      const devices = page.getByRole('region', { name: t.devices.title })
      await devices.getByText(t.devices.end, { exact: true }).click()
      await expect(page.getByText(t.devices.ended)).toBeVisible()
      await other.reload()
      await expect(other.locator('passport-login form').first()).toBeVisible()
      await elsewhere.close()

      await page.reload()
      await expect(page.locator('[data-part=identity]')).toContainText('新しい名前')
    })

    test('changes the e-mail address after a code to the old one', async ({ page, request }) => {
      const { addresses } = own[locale]
      const mailbox = new Mailbox(request)
      const before = await signUp(page.request, 'Moving')
      const after = freshEmail('after')
      await page.goto(pathIn(locale, '/account-setting/security'))
      const t = allMessages[locale].bind
      const section = page.getByRole('region', { name: addresses.title })
      const code = section.locator('[name=code]')
      await section.getByRole('button', { name: t.changeOf(t.email) }).click()
      await section.getByRole('button', { name: words[locale].sendCode }).click()
      await code.fill(await mailbox.code(before, 2))
      await section.getByLabel(t.newEmail).fill(after)
      await section.getByRole('button', { name: words[locale].sendCode }).click()
      await code.fill(await mailbox.code(after))
      const notices = page.getByRole('log', { name: account[locale].settings.notices })
      await expect(notices.getByText(t.changed(t.email))).toBeVisible()
      await expect(section.getByText(after)).toBeVisible()
      await expect.poll(async () => (await mailbox.messages(before))[0]?.code).toBe('')
    })
  })
}

test('asks again after a wrong answer, and cancels when the captcha is closed', async ({
  page,
}) => {
  const element = await open(page, 'en', '/sign-up')
  const captcha = new Captcha(page, 'en')
  await element.field('address').fill(freshEmail('wrong'))
  await element.button('sendCode').click()
  await captcha.answerWrong()
  await captcha.close()
  await expect(element.field('address')).toBeVisible()
  await expect(element.button('sendCode')).toBeEnabled()
})

test('shows an error at the current password and focuses it if it is wrong', async ({ page }) => {
  await signUp(page.request, 'Chie')
  await page.goto('/ja/account-setting/security')
  const t = allMessages.ja.accountPassword
  const { changeOf, password } = ownJapanese
  await page.getByRole('button', { name: changeOf(password.title) }).click()
  const current = page.getByLabel(t.current, { exact: true })
  await current.fill('not the password')
  await page.getByLabel(t.newPassword, { exact: true }).fill('eight louder otters')
  await page.getByRole('button', { name: t.change, exact: true }).click()
  await expect(page.getByText(t.wrong)).toBeVisible()
  await expect(current).toBeFocused()
})

test('uploads a profile picture', async ({ page }) => {
  await signUp(page.request, 'fay')
  await page.goto('/account-setting')
  const { default: sharp } = await import('sharp')
  const buffer = await sharp({
    create: { width: 300, height: 200, channels: 3, background: '#c33' },
  })
    .png()
    .toBuffer()
  const names = page.getByRole('region', { name: ownEnglish.names.title })
  await names.getByRole('button', { name: ownEnglish.changeOf(ownEnglish.names.picture) }).click()
  await names
    .locator('input[type=file]')
    .setInputFiles({ name: 'fay.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: allMessages.en.profile.use }).click()
  await expect(page.getByText(allMessages.en.profile.pictureSaved)).toBeVisible()
  await page.reload()
  // It is drawn, so that pages around the element need not allow pictures.
  const drawn = (picture: string): Promise<number> =>
    page
      .locator(picture)
      .evaluate(
        (canvas: HTMLCanvasElement) =>
          canvas.getContext('2d')?.getImageData(96, 96, 1, 1).data[0] ?? 0,
      )
  const onAccountPage = 'main [data-part=identity] .pl-avatar-picture'
  const onSignInPage = 'main .pl-member-sign'
  await expect.poll(() => drawn(onAccountPage)).toBeGreaterThan(180)
  await page.goto('/login')
  await expect.poll(() => drawn(onSignInPage)).toBeGreaterThan(180)
  // The initial stands in for a picture that does not load.
  await page.route(/\/(avatars|web\/image)\//, (route) => route.fulfill({ status: 404 }))
  for (const [address, picture] of [
    ['/account-setting', onAccountPage],
    ['/login', onSignInPage],
  ] as const) {
    await page.goto(address)
    await expect(page.locator(picture)).toHaveText('F', { useInnerText: true })
  }
})
