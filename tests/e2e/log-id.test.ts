import { expect, test } from 'playwright/test'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { pageMessages } from '../../server/pages/messages/all-messages.ts'
import { expectAccessible } from './pages/axe.ts'
import { Element } from './pages/element.ts'
import { freshEmail, pathIn } from './pages/words.ts'

for (const locale of ['en', 'ja'] as const) {
  test(`opens and copies the log id of a refusal by keyboard in ${locale}`, async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.setViewportSize({ width: 320, height: 700 })
    const { common } = allMessages[locale]
    const element = await Element.open(page, locale, pathIn(locale, '/login'))
    const replied = page.waitForResponse('**/user/login**')
    await element.signIn(freshEmail('nobody'), 'not the password')
    const logId = (await (await replied).headerValue('x-tt-logid')) ?? ''
    const details = page.locator('details').filter({ hasText: common.details })
    const reference = details.getByText(logId)
    await expect(details.locator('summary')).toBeVisible()
    await expect(reference).toBeHidden()
    // The window may scroll, but nothing moves on the page.
    const placeOfSubmit = (): Promise<number> =>
      page
        .locator('[type=submit]')
        .first()
        .evaluate((button) => button.getBoundingClientRect().top + window.scrollY)
    const before = await placeOfSubmit()
    await details.locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect(reference).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(details.getByRole('button', { name: common.copied })).toBeFocused()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(logId)
    expect(await placeOfSubmit()).toBe(before)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await expectAccessible(page)
  })
}

test('shows the log id of an invitation that is not there', async ({ page }) => {
  const replied = page.waitForResponse('**/invitation/check**')
  await page.goto(`/invitation#ticket=${'x'.repeat(43)}`)
  const logId = (await (await replied).headerValue('x-tt-logid')) ?? ''
  await page.getByText(allMessages.en.common.details, { exact: true }).click()
  await expect(page.getByText(logId)).toBeVisible()
  await expectAccessible(page)
})

for (const language of ['en', 'ja', 'zh'] as const) {
  test(`shows the log id of a refusal without JavaScript in ${language}`, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(`/form/recover?language=${language}`)
    await page.locator('[name=address]').fill('no address')
    const replied = page.waitForResponse('**/form/recover**')
    await page.locator('main button').first().click()
    const logId = (await (await replied).headerValue('x-tt-logid')) ?? ''
    await page.getByText(pageMessages[language].details, { exact: true }).click()
    await expect(page.getByText(logId)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await context.close()
  })
}
