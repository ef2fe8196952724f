import { expect, test, type Page } from 'playwright/test'
import { errorMessages } from '../../protocol/messages/all-errors.ts'
import { messages as en } from '../../src/messages/en/messages.ts'
import { messages as ja } from '../../src/messages/ja/messages.ts'
import { Captcha } from './pages/captcha.ts'
import { Element } from './pages/element.ts'
import { Mailbox } from './pages/mailbox.ts'
import { signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { freshEmail, pathIn, type Locale } from './pages/words.ts'
import { typeCommand } from './support/operator.ts'

const messages = { en, ja } as const

// The whole journey takes three mails, two captchas and a sign-up.
test.setTimeout(120_000)

/** The address in the newest mail that leads to a page. */
async function linkTo(mailbox: Mailbox, email: string, page: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const bodies = (await mailbox.messages(email)).map(({ body }) => body)
      link = bodies.map((body) => new RegExp(`http\\S+${page}\\?\\S+`).exec(body)?.[0])[0] ?? ''
      return link
    })
    .not.toBe('')
  return link
}

async function ask(page: Page, locale: Locale, email: string): Promise<void> {
  const t = messages[locale].earlyAccess.apply
  await page.goto(pathIn(locale, '/solo'))
  const link = page.getByRole('link', { name: messages[locale].earlyAccess.overview.apply })
  await link.click()
  // Until the script is loaded, the browser itself reports missing fields.
  await expect(page.locator('form:has([name=email])')).toHaveJSProperty('noValidate', true)
  await page.getByRole('button', { name: t.button }).click()
  await expect(page.getByText(t.wrongEmail)).toBeVisible()
  await expect(page.getByLabel(t.email)).toBeFocused()
  await page.getByLabel(t.email).fill(email)
  await page.getByLabel(t.agree).check()
  await page.getByRole('button', { name: t.button }).click()
  await new Captcha(page, locale).passByMouse()
  await expect(page.getByRole('heading', { name: t.sentTitle })).toBeFocused()
}

for (const locale of ['en', 'ja'] as const) {
  test(`${locale}: requests access, confirms, is invited and gets in`, async ({
    page,
    request,
  }) => {
    const words = messages[locale].earlyAccess
    const complaints = watch(page)
    const mailbox = new Mailbox(request)
    const email = freshEmail('early')
    await ask(page, locale, email)
    await page.goto(await linkTo(mailbox, email, '/solo-get-early-access'))
    await expect(page).toHaveURL(pathIn(locale, '/solo-get-early-access'))
    await page.getByRole('button', { name: words.apply.confirmButton }).click()
    await expect(page.getByRole('heading', { name: words.apply.confirmedTitle })).toBeFocused()

    typeCommand('early-access', 'invite', email)
    await page.goto(await linkTo(mailbox, email, '/solo-code'))
    // A wrong code is rejected before an account is created for it.
    const field = page.getByLabel(words.code.field)
    const code = await field.inputValue()
    await field.fill('AAAA-BBBB-CCCC')
    await page.getByRole('button', { name: words.code.button }).click()
    await expect(page.getByRole('alert')).toHaveText(errorMessages[locale].access_code_invalid)
    await field.fill(code)
    await page.getByRole('button', { name: words.code.button }).click()
    // A code belongs to an account, and is kept while one is created.
    const toSignUp = page.getByRole('main').getByRole('link', { name: words.code.toSignUp })
    const element = await Element.open(page, locale, toSignUp)
    await element.field('address').fill(email)
    await element.button('sendCode').click()
    await new Captcha(page, locale).passByMouse()
    await element.finishSignUp(mailbox, email, 'gray otter sings', 'Erin')
    await expect(page).toHaveURL(/solo-code\?code=/)
    await page.getByRole('button', { name: words.code.button }).click()
    await expect(page.getByRole('heading', { name: words.code.doneTitle })).toBeFocused()
    expect(typeCommand('early-access', 'list', '--state', 'joined')).toContain(email)
    expect(complaints).toEqual([])
  })
}

test('reports a network failure at the first submit, and keeps the input', async ({
  page,
  context,
}) => {
  const { apply, failed, offline } = en.earlyAccess
  const email = freshEmail('offline')
  await page.goto('/solo-get-early-access')
  await expect(page.locator('form:has([name=email])')).toHaveJSProperty('noValidate', true)
  await page.getByLabel(apply.email).fill(email)
  await page.getByLabel(apply.agree).check()
  const button = page.getByRole('button', { name: apply.button })
  await context.setOffline(true)
  await button.click()
  await expect(page.getByText(offline)).toBeVisible()
  await expect(page.getByLabel(apply.email)).toHaveValue(email)
  await context.setOffline(false)
  // A page of an earlier version requests scripts that no longer exist.
  const lost = /\/_astro\/site-client\./
  await page.route(lost, (route) => route.fulfill({ status: 404 }))
  await button.click()
  await expect(page.getByText(failed)).toBeVisible()
  await page.unroute(lost)
  await button.click()
  await expect(new Captcha(page, 'en').dialog).toBeVisible()
})

test('unsubscribes by the link in a mail', async ({ page, request }) => {
  const mailbox = new Mailbox(request)
  const email = freshEmail('leaving')
  await ask(page, 'en', email)
  await page.goto(await linkTo(mailbox, email, '/unsubscribe'))
  await page.getByRole('button', { name: en.pages.unsubscribe.button }).click()
  await expect(page.getByRole('heading', { name: en.pages.unsubscribe.doneTitle })).toBeFocused()
  expect(typeCommand('early-access', 'list', '--state', 'left')).toContain(email)
  await page.goto('/unsubscribe')
  await expect(page.getByText(en.pages.unsubscribe.broken)).toBeVisible()
})

for (const cut of ['cut-off', 'xK3-'.repeat(11).slice(0, 43)]) {
  test(`explains broken links of mails: ${cut.length} letters`, async ({ page }) => {
    const { apply } = ja.earlyAccess
    await page.goto(`/ja/solo-get-early-access?ticket=${cut}`)
    await page.getByRole('button', { name: apply.confirmButton }).click()
    await expect(page.getByRole('heading', { name: apply.expiredTitle })).toBeFocused()
    await expect(page.getByText(apply.expired)).toBeVisible()
    await page.getByRole('button', { name: apply.title }).click()
    await expect(page.getByLabel(apply.email)).toBeFocused()

    await page.goto(`/ja/unsubscribe?token=${cut}`)
    await page.getByRole('button', { name: ja.pages.unsubscribe.button }).click()
    await expect(page.getByText(ja.pages.unsubscribe.broken)).toBeVisible()
    await expect(page.getByRole('heading', { name: ja.pages.unsubscribe.title })).toBeFocused()
  })
}

test('shows the discount of a promo code and the new prices', async ({ page }) => {
  const code = `TRY${String(Date.now()).slice(-8)}`
  typeCommand(
    'promo',
    'add',
    code,
    '--percent',
    '25',
    '--months',
    '3',
    '--uses',
    '2',
    '--until',
    '2077-03-31',
  )
  const t = en.pages.promo
  await page.goto('/promo-code')
  await page.getByLabel(t.field).fill('nothing-such')
  await page.getByRole('button', { name: t.check }).click()
  await expect(page.getByRole('alert')).toContainText('unknown, used up or too old')
  await page.getByLabel(t.field).fill(code.toLowerCase())
  await page.getByRole('button', { name: t.check }).click()
  await expect(page.getByText('25% off for 3 months')).toBeVisible()
  // The last day is included in every time zone.
  await expect(page.getByText(t.until.replace('{day}', 'March 31, 2077'))).toBeVisible()
  await expect(page.getByRole('link', { name: t.signIn })).toHaveAttribute(
    'href',
    new RegExp(`next=%2Fpromo-code%3Fcode%3D${code}`),
  )
  await page.getByRole('link', { name: t.prices }).click()
  const pro = page.getByRole('region', { name: 'Pro' })
  await expect(pro).toContainText('$15')
  await expect(pro).toContainText(en.pricing.orYearly.replace('{price}', '$12'))
  await page.getByLabel(en.pricing.yearly).check()
  await expect(pro).toContainText('$12')
  await page.getByLabel(en.pricing.currencies.JPY).check()
  await expect(pro).toContainText('¥1,800')
  await page.reload()
  await expect(pro).toContainText('¥1,800')
  await expect(pro.getByRole('link')).toHaveAttribute('href', new RegExp(`promo%3D${code}`))

  // Once it is redeemed, the account names the same price, before the choice and after it.
  await signUp(page.request, 'Gwen')
  await page.goto(`/promo-code?code=${code}`)
  const redeemed = page.waitForResponse((reply) => reply.url().includes('/promo_code/redeem'))
  await page.getByRole('button', { name: t.redeem }).click()
  await redeemed
  const { plan } = en.account.dashboard
  await page.goto(
    `/account-setting/components/dashboard?plan=pro&billing=yearly&currency=JPY&promo=${code}`,
  )
  const price = plan.yearly(plan.reduced('¥1,800', '¥2,400'))
  await expect(page.getByText(plan.choiceText(price))).toBeVisible()
  await page.getByRole('button', { name: plan.confirm('Pro') }).click()
  await expect(page.getByText(`You chose Pro (${price})`)).toBeVisible()
})
