import { devices, expect, test, type Page } from 'playwright/test'
import { knownProviders, providerNames, type ProviderName } from '#protocol/providers.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { Captcha } from './pages/captcha.ts'
import { Element } from './pages/element.ts'
import { Mailbox } from './pages/mailbox.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { freshEmail, words } from './pages/words.ts'

const next = '/blog?from=sign-in'
const withNext = (path: string): string => `${path}?${new URLSearchParams({ next })}`

async function topOf(page: Page, selector: string): Promise<number> {
  return (await page.locator(selector).boundingBox())?.y ?? Number.NaN
}

test('shows providers above the form with the first paint, without server calls', async ({
  page,
}) => {
  const complaints = watch(page)
  const calls: string[] = []
  page.on('request', (request) => {
    // What is asked for passkeys, which wait in the field, comes after the form.
    const isOfPasskeys = /\/(?:seal_key|passkey\/options)\?/.test(request.url())
    if (/\/passport\/web\//.test(request.url()) && !isOfPasskeys) calls.push(request.url())
  })
  const element = await Element.open(page, 'en', withNext('/login'))
  const links = element.root.locator('[data-platform]:visible')
  const titleOf = (name: ProviderName): string =>
    name === 'oidc' ? 'Acme' : knownProviders[name].title
  await expect(links).toHaveText(providerNames.map(titleOf))
  const [first] = await links.all()
  expect(await first?.getAttribute('href')).toContain(encodeURIComponent(next))
  expect(await topOf(page, '.pl-providers')).toBeLessThan(await topOf(page, '.pl-tabs'))
  await expect(element.field('account')).toBeFocused()
  await expect(page.getByRole('main').locator('a[href="/terms-of-service"]')).toBeVisible()
  expect(calls).toEqual([])
  expect(complaints).toEqual([])
})

test('offers providers without JavaScript too', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/sign-up')
  await expect(page.locator('[data-platform]:visible')).toHaveCount(4)
  await page.locator('[data-platform=github]').click()
  await expect(page).not.toHaveURL(/\/sign-up/)
  await context.close()
})

test('marks the provider that was used last', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('passport-last-provider', 'google'))
  const element = await Element.open(page, 'en', '/login')
  const t = allMessages.en.providers
  await expect(element.root.getByRole('link', { name: t.withLast('Google') })).toContainText(
    t.lastUsed,
  )
  await expect(element.root.getByText(t.lastUsed)).toHaveCount(1)
})

test('offers no QR code on phones, and tabs on one line', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...devices['iPhone SE'], baseURL: baseURL ?? '' })
  const page = await context.newPage()
  const element = await Element.open(page, 'en', '/login')
  await expect(element.root.getByRole('tab')).toHaveText([words.en.byPassword, words.en.byCode])
  await element.root.getByRole('tab', { name: words.en.byPassword }).press('ArrowLeft')
  await expect(element.root.getByRole('tab', { name: words.en.byCode })).toBeFocused()
  await context.close()
})

test('keeps the code step, the address and the return URL after a reload', async ({
  page,
  request,
}) => {
  const email = await signUp(page.request, 'Reload')
  await page.context().clearCookies()
  const element = await Element.open(page, 'en', withNext('/login'))
  await element.choose('byCode')
  await element.field('address').fill(email)
  await element.button('sendCode').click()
  await new Captcha(page, 'en').passByMouse()
  await expect(element.root.getByText(words.en.codeSent(email))).toBeVisible()
  await page.reload()
  await expect(element.root.getByText(words.en.codeSent(email))).toBeVisible()
  await expect(element.field('code')).toBeFocused()
  await element.field('code').fill(await new Mailbox(request).code(email, 2))
  await expect(page).toHaveURL(next)
})

for (const [what, file] of [
  ['captcha', 'captcha'],
  ['messages of the captcha', 'challenge'],
] as const) {
  test(`says what to do if the ${what} cannot be loaded`, async ({ page }) => {
    const { common } = allMessages.ja
    await page.route(`**/assets/${file}-*.js`, (route) => route.abort())
    const element = await Element.open(page, 'ja', '/ja/login')
    await element.choose('byCode')
    await element.field('address').fill(freshEmail('lost'))
    await element.button('sendCode').click()
    await expect(element.notice).toHaveText(common.offline)
    await element.button('sendCode').click()
    await expect(element.notice).toContainText(common.notLoaded)
    await expect(element.notice.getByRole('button', { name: common.reload })).toBeVisible()
  })
}

test('asks for the code already sent if the same address is entered again', async ({ page }) => {
  const email = await signUp(page.request, 'Again')
  for (let time = 0; time < 2; time++) {
    const element = await Element.open(page, 'en', '/reset-password')
    await element.field('address').fill(email)
    await element.button('sendCode').click()
    await expect(element.field('code')).toBeVisible()
    await expect(element.notice).toBeEmpty()
    await page.evaluate(() => sessionStorage.clear())
  }
})

test('keeps the return URL and input when the language changes, but no password', async ({
  page,
}) => {
  const element = await Element.open(page, 'en', withNext('/login'))
  await element.field('account').fill('ann@example.com')
  await element.field('password').fill(PASSWORD)
  await page.getByRole('banner').getByRole('link', { name: '日本語' }).click()
  await expect(page).toHaveURL(withNext('/ja/login'))
  const other = new Element(page, 'ja')
  await expect(other.field('account')).toHaveValue('ann@example.com')
  await expect(other.field('password')).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(PASSWORD)
})

test('keeps a typed address for the next form, but no username and no password', async ({
  page,
}) => {
  const { common } = allMessages.en
  const login = await Element.open(page, 'en', withNext('/login'))
  await login.field('account').fill('ann@example.com')
  await login.field('password').fill(PASSWORD)
  const reset = await Element.open(page, 'en', login.root.getByText(common.forgot))
  await expect(page).toHaveURL(withNext('/reset-password'))
  await expect(reset.field('address')).toHaveValue('ann@example.com')
  const back = await Element.open(page, 'en', reset.root.getByText(common.backToSignIn))
  await expect(back.field('account')).toHaveValue('ann@example.com')
  await expect(back.field('password')).toHaveValue('')
  await back.field('account').fill('ann')
  const signUpForm = await Element.open(page, 'en', back.root.getByText(common.signUp))
  await expect(signUpForm.field('address')).toHaveValue('')
})

test('continues to the return URL if the form is submitted before its script loads', async ({
  page,
}) => {
  const email = await signUp(page.request, 'Early')
  await page.context().clearCookies()
  await page.route('**/passport-login.js', (route) => route.abort())
  await page.goto(withNext('/login'))
  await page.locator('[name=account]').fill(email)
  await page.locator('[name=password]').fill('not the password')
  await page.locator('[name=password]').press('Enter')
  await expect(page.locator('[name=next]').first()).toHaveValue(next)
})

for (const locale of ['en', 'ja'] as const) {
  const prefix = locale === 'en' ? '' : '/ja'
  test(`lets signed-in people continue, in ${locale}`, async ({ page }) => {
    const { session: t } = allMessages[locale]
    const email = await signUp(page.request, 'Here')
    await page.goto(withNext(`${prefix}/login`))
    await expect(page).toHaveURL(next)
    const asking = `/login?${new URLSearchParams({ next, prompt: 'login' })}`
    for (const path of ['/login', '/sign-up', asking]) {
      await page.goto(prefix + path)
      await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible()
      await expect(page.locator('passport-login')).toContainText('Here')
      // Whose page it is sees the whole address.
      await expect(page.locator('passport-login')).toContainText(email)
      await expect(page.locator('passport-login [name=password]')).toBeHidden()
      await expect(page.locator('.entry-terms')).toBeHidden()
    }
    await page.getByRole('button', { name: t.proceed }).click()
    await expect(page).toHaveURL(next)

    await page.goto(`${prefix}/login`)
    await page.getByRole('button', { name: t.otherAccount }).click()
    await expect(page.locator('passport-login [name=account]')).toBeVisible()
  })
}

test('shows the form if the session has ended elsewhere', async ({ page }) => {
  await signUp(page.request, 'Gone')
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  // The hint alone, without the session it speaks of.
  await page.context().addCookies(cookies.filter(({ name }) => name === 'uid_tt'))
  await page.goto('/login')
  await expect(page.locator('passport-login [name=account]')).toBeVisible()
})

test('signs up with input in three fields, the code last', async ({ page, request }) => {
  test.slow()
  const email = freshEmail('three')
  const element = await Element.open(page, 'en', '/sign-up')
  await expect(element.root.locator('input:visible')).toHaveCount(1)
  await element.field('address').fill(email)
  await page.keyboard.press('Enter')
  await new Captcha(page, 'en').passByMouse()
  await element.finishSignUp(new Mailbox(request), email, PASSWORD, '')
  await expect(page).toHaveURL('/account-setting')
})

test('is skipped by the Back button after sign-in', async ({ page, request }) => {
  const email = await signUp(request, 'Ann Example')
  await page.goto('/pricing')
  const element = await Element.open(page, 'en', withNext('/login'))
  await element.signIn(email, PASSWORD)
  await element.confirmByCode(new Mailbox(request), email, 2)
  await expect(page).toHaveURL(next)
  await page.goBack()
  await expect(page).toHaveURL('/pricing')
})
