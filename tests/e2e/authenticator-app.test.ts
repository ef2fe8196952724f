import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from 'playwright/test'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { account as t } from '../../widget/src/messages/en/account/account.ts'
import { countActs } from './pages/count-acts.ts'
import { expectAccessible } from './pages/axe.ts'
import { Element } from './pages/element.ts'
import { Mailbox } from './pages/mailbox.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { ACCOUNT } from './support/addresses.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

const stepOfNow = (): number => Math.floor(Date.now() / STEP_MS)

/** What a phone with the key shows in a half minute (RFC 6238). */
function codeOf(key: string, step: number): string {
  const bits = Array.from(key, (one) => BASE32.indexOf(one).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Adds an app on the page of the account; answers its key, the half minute of the spent code, and the recovery codes. */
async function addApp(page: Page): Promise<{ key: string; spent: number; codes: string[] }> {
  await page.goto('/account-setting/security')
  const section = page.getByRole('region', { name: t.twoStep.title, exact: true })
  await section.getByRole('button', { name: t.apps.add }).click()
  const picture = section.getByRole('img', { name: t.apps.picture })
  await expect(picture).toBeVisible()
  // It is drawn, and not an empty canvas.
  await expect.poll(() => picture.evaluate((one: HTMLCanvasElement) => one.width)).not.toBe(300)
  await expectAccessible(page)
  const key = (await section.locator('code').innerText()).replaceAll(' ', '')
  const spent = stepOfNow()
  await section.locator('[name=code]').fill(codeOf(key, spent))
  await expect(section.getByRole('list', { name: t.apps.title })).toContainText('My phone')
  await expect(section.getByRole('region', { name: t.recoveryCodes.save })).toBeFocused()
  const codes = await section.locator('[data-part=codes] code').allInnerTexts()
  await expectAccessible(page)
  await section.getByRole('button', { name: t.recoveryCodes.saved }).click()
  return { key, spent, codes }
}

test('adds an authenticator app, signs in with it, and removes it', async ({ page, request }) => {
  test.slow()
  const complaints = watch(page)
  const email = await signUp(page.request, 'Tess')
  const { key, spent } = await addApp(page)
  const mailbox = new Mailbox(request)
  await expect
    .poll(async () => (await mailbox.messages(email)).map(({ subject }) => subject).join())
    .toMatch(/authenticator app/i)

  // A browser that nobody knows.
  await page.context().clearCookies()
  const login = await Element.open(page, 'en', '/login?next=/account-setting/security')
  await login.signIn(email, PASSWORD)
  await expect(
    login.root.getByRole('heading', { name: allMessages.en.secondVerify.title }),
  ).toBeVisible()
  await expectAccessible(page)
  await login.root.getByLabel(allMessages.en.secondVerify.remember).check()
  // The code that added the app is spent.
  await login.field('code').fill(codeOf(key, spent))
  await expect(login.root.locator('[data-part=error]').first()).not.toBeEmpty()
  await login.field('code').fill(codeOf(key, stepOfNow() + 1))
  await page.waitForURL(`${ACCOUNT}/account-setting/security`)

  await page.goto('/account-setting/devices')
  const remembered = page.getByRole('list', { name: t.devices.remembered.title })
  await expectAccessible(page)
  await expect(remembered).toHaveCount(1)
  await remembered.getByRole('button', { name: t.devices.remembered.forget }).click()
  await expect(remembered).toHaveCount(0)
  await page.goto('/account-setting/security')

  const section = page.getByRole('region', { name: t.twoStep.title, exact: true })
  await section.getByRole('button', { name: t.devices.renameOf('My phone') }).click()
  await section.locator('[name=row]').fill('Old phone')
  await section.getByRole('button', { name: t.devices.save, exact: true }).click()
  // Each sign-in needs it, until the person wants that no more.
  await section.getByRole('button', { name: t.apps.removeOf('Old phone') }).click()
  await expect(page.getByRole('dialog')).toContainText(t.apps.neededText)
  await page.keyboard.press('Escape')
  await section.getByRole('button', { name: t.apps.demand.end.button }).click()
  const less = page.getByRole('dialog', { name: t.apps.demand.end.question })
  await less.getByRole('button', { name: t.apps.demand.end.button, exact: true }).click()
  await expect(section).toContainText(t.apps.demand.off)
  await section.getByRole('button', { name: t.apps.removeOf('Old phone') }).click()
  const question = page.getByRole('dialog', { name: t.apps.question('Old phone') })
  await question.getByRole('button', { name: t.apps.remove, exact: true }).click()
  await expect(section.getByRole('list', { name: t.apps.title })).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('replaces a lost app by a recovery code, alone and with eight clicks', async ({ page }) => {
  test.slow()
  const complaints = watch(page)
  const email = await signUp(page.request, 'Lena')
  const acts = await countActs(page, { inDialogs: true })
  const { codes } = await addApp(page)
  expect(new Set(codes).size).toBe(10)
  const added = acts.clicks.splice(0)
  expect(added.length + acts.typed.size, added.join()).toBeLessThanOrEqual(6)

  // Another browser, and no phone.
  await page.context().clearCookies()
  const login = await Element.open(page, 'en', '/login')
  await login.field('account').fill(email)
  await login.field('password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const words = allMessages.en.secondVerify
  const withoutApp = login.root.getByRole('button', { name: words.withoutApp })
  await expect(withoutApp).toBeVisible()
  await withoutApp.click()
  const field = login.root.getByLabel(words.recovery, { exact: true })
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type(codes[0]?.toLowerCase() ?? '')
  await page.keyboard.press('Enter')
  await expect(login.root.getByRole('heading', { name: words.usedTitle(9) })).toBeFocused()
  await expectAccessible(page)
  await login.root.getByRole('button', { name: words.replaceApp }).click()
  await page.waitForURL(`${ACCOUNT}/account-setting/security#two-step`)

  const section = page.getByRole('region', { name: t.twoStep.title, exact: true })
  await expect(section).toContainText(t.recoveryCodes.left(9))
  await section.getByRole('button', { name: t.apps.add }).click()
  const key = (await section.locator('code').innerText()).replaceAll(' ', '')
  await section.locator('[name=code]').fill(codeOf(key, stepOfNow()))
  const fresh = section.getByRole('region', { name: t.recoveryCodes.save })
  await expect(fresh).toBeFocused()
  const file = page.waitForEvent('download')
  await fresh.getByRole('button', { name: t.recoveryCodes.download }).click()
  const saved = await readFile(await (await file).path(), 'utf8')
  for (const code of await fresh.locator('code').allInnerTexts()) expect(saved).toContain(code)
  expect(saved).not.toContain(codes[1])
  await fresh.getByRole('button', { name: t.recoveryCodes.saved }).click()
  await expect(section).toContainText(t.recoveryCodes.left(10))
  await section.getByRole('button', { name: t.apps.removeOf('My phone'), exact: true }).click()
  const question = page.getByRole('dialog', { name: t.apps.question('My phone') })
  await question.getByRole('button', { name: t.apps.remove, exact: true }).click()
  await expect(section.getByRole('list', { name: t.apps.title })).not.toContainText(
    t.apps.removeOf('My phone'),
  )
  expect(acts.clicks.length, acts.clicks.join()).toBeLessThanOrEqual(8)
  expect(complaints).toEqual([])
})

test('asks for the app before a new password, in a session that was there before it', async ({
  page,
}) => {
  test.slow()
  const complaints = watch(page)
  await signUp(page.request, 'Nora')
  const { key } = await addApp(page)
  const section = page.getByRole('region', { name: t.password.title, exact: true })
  await section.getByRole('button', { name: t.changeOf(t.password.title) }).click()
  const words = allMessages.en.accountPassword
  await section.getByLabel(words.current, { exact: true }).fill(PASSWORD)
  await section.getByLabel(words.newPassword, { exact: true }).fill('nine calm herons')
  await section.getByRole('button', { name: words.change, exact: true }).click()
  const code = page.getByRole('dialog').locator('[name=code]')
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill(codeOf(key, stepOfNow() + 1))
  await expect(page.getByRole('log')).toContainText(words.changed)
  expect(complaints).toEqual([])
})
