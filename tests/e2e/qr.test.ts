import { devices, expect, test, type Browser, type Page } from 'playwright/test'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { pageMessages } from '../../server/pages/messages/all-messages.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { getQrcode } from '../../protocol/web/qr.ts'
import { Element } from './pages/element.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { pathIn, type Locale } from './pages/words.ts'

const texts = { en: pageMessages.en.qr, ja: pageMessages.ja.qr }

/** A phone whose browser is signed in. */
async function openPhone(browser: Browser, locale: Locale): Promise<{ page: Page; email: string }> {
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    locale: locale === 'en' ? 'en-US' : 'ja-JP',
  })
  const email = await signUp(context.request, 'Phoebe')
  return { page: await context.newPage(), email }
}

/** Opens the tab with the code on the desktop. */
async function showCode(page: Page, locale: Locale): Promise<Element> {
  const element = await Element.open(page, locale, pathIn(locale, '/login'))
  await element.choose('byQr')
  return element
}

/** Returns the text of the QR code on the screen. */
async function read(element: Element, locale: Locale): Promise<string> {
  const code = element.root.getByRole('img', { name: allMessages[locale].qr.picture })
  let text = ''
  await expect(async () => {
    const { data, info } = await sharp(await code.screenshot())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    text = decodeQR({ data, width: info.width, height: info.height })
  }).toPass()
  return text
}

for (const locale of ['en', 'ja'] as const) {
  test(`${locale}: a phone signs a desktop in`, async ({ page, browser }) => {
    const complaints = watch(page)
    const phone = await openPhone(browser, locale)
    const element = await showCode(page, locale)
    await phone.page.goto(await read(element, locale))
    await expect(phone.page.getByRole('heading', { name: texts[locale].question })).toBeVisible()
    const device = locale === 'en' ? 'Chrome on' : 'Chrome（'
    await expect(phone.page.getByText(device)).toBeVisible()
    await expect(element.root.getByText(allMessages[locale].qr.scannedBy('P***'))).toBeVisible()
    await phone.page.getByRole('button', { name: texts[locale].confirm }).click()
    await expect(phone.page.getByText(texts[locale].confirmedText)).toBeVisible()
    await expect(page).toHaveURL(pathIn(locale, '/account-setting'))
    await expect(page.locator('[data-part=identity]')).toContainText('Phoebe')
    expect(complaints).toEqual([])
    await phone.page.context().close()
  })
}

test('a phone refuses, and the desktop shows another code', async ({ page, browser }) => {
  const phone = await openPhone(browser, 'en')
  const element = await showCode(page, 'en')
  const first = await read(element, 'en')
  await phone.page.goto(first)
  await phone.page.getByRole('button', { name: texts.en.refuse }).click()
  await expect(phone.page.getByText(texts.en.refusedText)).toBeVisible()
  await expect(element.root.getByText(allMessages.en.qr.refused)).toBeVisible()
  await element.root.getByRole('button', { name: allMessages.en.qr.newCode }).click()
  expect(await read(element, 'en')).not.toBe(first)
  await phone.page.context().close()
})

test('a phone that is signed out signs in first', async ({ page, browser }) => {
  const { page: phone, email } = await openPhone(browser, 'en')
  await phone.context().clearCookies({ name: 'sessionid' })
  const element = await showCode(page, 'en')
  const login = await Element.open(phone, 'en', await read(element, 'en'))
  await expect(phone).toHaveURL(/\/login\?next=/)
  // The page before may have had an element of its own.
  await expect(login.root).toHaveAttribute('data-seen-ready')
  await login.signIn(email, PASSWORD)
  await phone.getByRole('button', { name: texts.en.confirm }).click()
  await expect(page).toHaveURL('/account-setting')
  await phone.context().close()
})

test('an expired code is replaced automatically', async ({ page, browser }) => {
  const phone = await openPhone(browser, 'en')
  let renewed = false
  // Instead of waiting three minutes, the first poll gets the reply of an expired code.
  await page.route(/check_qrconnect/, async (route) => {
    if (renewed) return await route.fallback()
    renewed = true
    const url = route.request().url().replace('check_qrconnect', String(getQrcode.paths.web?.[0]))
    const reply = await route.fetch({ url })
    const body = (await reply.json()) as { data: Record<string, unknown> }
    body.data = { ...body.data, status: 'expired', sub_status: 'expired' }
    await route.fulfill({ response: reply, json: body })
  })
  const element = await showCode(page, 'en')
  const first = await read(element, 'en')
  let second = first
  await expect
    .poll(async () => {
      second = await read(element, 'en')
      return second
    })
    .not.toBe(first)
  await phone.page.goto(second)
  await phone.page.getByRole('button', { name: texts.en.confirm }).click()
  await expect(page).toHaveURL('/account-setting')
  await phone.page.context().close()
})
