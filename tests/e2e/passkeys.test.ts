import { expect, test, type Locator, type Page } from 'playwright/test'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { account as t } from '../../widget/src/messages/en/account/account.ts'
import { passkey as words } from '../../widget/src/ui/passkey/messages/en/passkey.ts'
import { expectAccessible } from './pages/axe.ts'
import { Element } from './pages/element.ts'
import { Mailbox } from './pages/mailbox.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { ACCOUNT } from './support/addresses.ts'
import { addAuthenticator, pressAndAnswer } from './support/authenticator.ts'

const SECURITY = '/account-setting/security'
const { common } = allMessages.en

/** The section with the passkeys of the account. */
async function openSection(page: Page): Promise<Locator> {
  await page.goto(SECURITY)
  return page.getByRole('region', { name: t.twoStep.title, exact: true })
}

async function createPasskey(page: Page): Promise<Locator> {
  const section = await openSection(page)
  await section.getByRole('button', { name: t.passkeys.add }).click()
  await expect(section.getByRole('list', { name: t.passkeys.title })).toBeVisible()
  return section
}

/** Loses the first two replies of calls that add a passkey. */
async function loseTwo(page: Page): Promise<void> {
  let lost = 0
  await page.route('**/passkey/create?**', async (route) => {
    if (lost === 2) return await route.continue()
    lost += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
}

const button = (page: Page): Locator => page.getByRole('button', { name: common.byPasskey })

test('creates a passkey, signs in by the button, and renames and removes it', async ({
  page,
  request,
}) => {
  test.slow()
  const complaints = watch(page)
  const authenticator = await addAuthenticator(page)
  const email = await signUp(page.request, 'Tess')
  const section = await createPasskey(page)
  await expectAccessible(page)
  expect(await authenticator.passkeys()).toMatchObject([{ userName: email }])
  const mailbox = new Mailbox(request)
  await expect
    .poll(async () => (await mailbox.messages(email)).map(({ subject }) => subject).join())
    .toMatch(/passkey/i)

  // A browser that nobody knows, whose authenticator does not answer what waits in the field.
  await page.context().clearCookies()
  await authenticator.answers(false)
  await page.goto(`/login?next=${SECURITY}`)
  await expect(page.locator('[autocomplete="username webauthn"]')).toBeVisible()
  await pressAndAnswer(button(page), authenticator)
  await page.waitForURL(ACCOUNT + SECURITY)

  const list = section.getByRole('list', { name: t.passkeys.title })
  const [name = ''] = await list.locator('[data-part=label]').allInnerTexts()
  await list.getByRole('button', { name: t.devices.renameOf(name) }).click()
  await section.locator('[name=row]').fill('Blue laptop')
  await section.getByRole('button', { name: t.devices.save, exact: true }).click()
  await section.getByRole('button', { name: t.passkeys.add }).click()
  await expect(section).toContainText(words.exists)
  await list.getByRole('button', { name: t.apps.removeOf('Blue laptop') }).click()
  const question = page.getByRole('dialog', { name: t.apps.question('Blue laptop') })
  await expect(question).toContainText(t.twoStep.ways.pwd_verify)
  await question.getByRole('button', { name: t.apps.remove, exact: true }).click()
  await expect(list).toHaveCount(0)
  await expect(section).not.toContainText(words.exists)
  // The authenticator hears of it, and does not offer it again.
  await expect.poll(() => authenticator.passkeys()).toEqual([])
  expect(complaints).toEqual([])
})

test('signs in from the list of the field, and is offered first from then on', async ({ page }) => {
  const authenticator = await addAuthenticator(page)
  await signUp(page.request, 'Ada')
  await createPasskey(page)
  await page.context().clearCookies()
  // Chromium takes the only passkey of a field at once.
  await page.goto(`/login?next=${SECURITY}`)
  await page.waitForURL(ACCOUNT + SECURITY)

  await page.context().clearCookies()
  await authenticator.answers(false)
  await page.goto('/login')
  await expect(button(page)).toBeVisible()
  const [first, field] = [button(page), page.locator('[name=account]')]
  await expect
    .poll(async () => ((await first.boundingBox())?.y ?? 0) < ((await field.boundingBox())?.y ?? 0))
    .toBe(true)
})

test('counts a press on a button before its script has come', async ({ page }) => {
  const authenticator = await addAuthenticator(page)
  await signUp(page.request, 'Kim')
  await createPasskey(page)
  await page.context().clearCookies()
  await authenticator.answers(false)
  const held = Promise.withResolvers<void>()
  await page.route('**/passport-login.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/login')
  await button(page).click()
  held.resolve()
  await expect(button(page)).toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('passport-login')).toContainText(words.slow)
})

test('gives the screen back when a prompt is cancelled, and when it never answers', async ({
  page,
}) => {
  test.slow()
  const authenticator = await addAuthenticator(page)
  const email = await signUp(page.request, 'Lin')
  await createPasskey(page)
  await page.context().clearCookies()
  await authenticator.answers(false)
  const login = await Element.open(page, 'en', `/login?next=${SECURITY}`)
  await expect(button(page)).toBeVisible()

  // The fingerprint is not recognized.
  await authenticator.recognizes(false)
  await pressAndAnswer(button(page), authenticator)
  await expect(login.root).toContainText(words.cancelled)
  await expect(button(page)).toBeEnabled()
  await authenticator.recognizes(true)
  await authenticator.answers(false)

  await button(page).click()
  await expect(button(page)).toHaveAttribute('aria-busy', 'true')
  await expect(login.root).toContainText(words.slow)
  await expectAccessible(page)
  await login.root.getByRole('button', { name: words.otherWay }).click()
  await expect(login.field('account')).toBeFocused()
  await expect(button(page)).not.toHaveAttribute('aria-busy')
  await expect(login.root).not.toContainText(words.slow)

  // Another way works at once, and so does the passkey as its second step.
  await login.signIn(email, PASSWORD)
  const { secondVerify } = allMessages.en
  await login.root.getByRole('radio', { name: secondVerify.passkey }).check()
  await authenticator.answers(true)
  await login.root.getByRole('button', { name: secondVerify.usePasskey }).click()
  await page.waitForURL(ACCOUNT + SECURITY)
})

test('does not send what is refused for ever, where the device answers by itself', async ({
  page,
}) => {
  await addAuthenticator(page)
  await signUp(page.request, 'Una')
  await createPasskey(page)
  await page.context().clearCookies()
  const refusal = { name: 'passkey_refused', error_code: 8402, description: 'Refused.' }
  const json = { message: 'error', error_code: 8402, status_code: 8402, data: refusal }
  let sent = 0
  await page.route('**/passkey/login?**', async (route) => {
    sent += 1
    await route.fulfill({ json: { ...json, description: 'Refused.', log_id: '1' } })
  })
  await page.goto(`/login?next=${SECURITY}`)
  await expect.poll(() => sent).toBe(3)
  await page.waitForTimeout(1000)
  expect(sent).toBe(3)
  await page.unroute('**/passkey/login?**')
  await button(page).click()
  await page.waitForURL(ACCOUNT + SECURITY)
})

test('says that a device has a passkey already, and forgets one that the server does not know', async ({
  page,
}) => {
  const authenticator = await addAuthenticator(page)
  await signUp(page.request, 'Mo')
  const section = await createPasskey(page)
  await section.getByRole('button', { name: t.passkeys.add }).click()
  await expect(section).toContainText(words.exists)
  expect(await authenticator.passkeys()).toHaveLength(1)

  // Removed from elsewhere, where this authenticator does not hear of it.
  const other = await page.context().newPage()
  const list = (await openSection(other)).getByRole('list', { name: t.passkeys.title })
  await list.getByRole('button', { name: /^Remove/ }).click()
  await other.getByRole('dialog').getByRole('button', { name: t.apps.remove, exact: true }).click()
  await expect(list).toHaveCount(0)
  await other.close()
  expect(await authenticator.passkeys()).toHaveLength(1)
  await page.context().clearCookies()
  await page.goto('/login')
  await expect(page.locator('passport-login')).toContainText('was removed from the account')
  await expect.poll(() => authenticator.passkeys()).toEqual([])
})

test('offers a passkey after a sign-in without one, and not again once declined', async ({
  page,
  request,
}) => {
  test.slow()
  const email = await signUp(request, 'Noor')
  const authenticator = await addAuthenticator(page)
  const mailbox = new Mailbox(request)
  const login = await Element.open(page, 'en', `/login?next=${SECURITY}`)
  await login.signIn(email, PASSWORD)
  await login.confirmByCode(mailbox, email, 2)
  await expect(login.root.getByRole('heading', { name: words.offerTitle })).toBeVisible()
  await expectAccessible(page)
  expect(await authenticator.passkeys()).toEqual([])
  await login.root.getByRole('button', { name: words.notNow }).click()
  await page.waitForURL(ACCOUNT + SECURITY)

  // The browser is known by now.
  await page.goto('/sign-out')
  await page.getByRole('main').getByRole('button').click()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  const again = await Element.open(page, 'en', `/login?next=${SECURITY}`)
  await again.signIn(email, PASSWORD)
  await page.waitForURL(ACCOUNT + SECURITY)
})

test('makes the offered passkey, and shows the recovery codes that come with it', async ({
  page,
  request,
}) => {
  const email = await signUp(request, 'Olu')
  const authenticator = await addAuthenticator(page)
  const login = await Element.open(page, 'en', `/login?next=${SECURITY}`)
  await login.signIn(email, PASSWORD)
  await login.confirmByCode(new Mailbox(request), email, 2)
  await login.root.getByRole('button', { name: words.create }).click()
  await expect(login.root.getByRole('listitem')).toHaveCount(10)
  expect(await authenticator.passkeys()).toHaveLength(1)
  await login.root.getByRole('button', { name: words.saved }).click()
  await page.waitForURL(ACCOUNT + SECURITY)
})

test('keeps the offered passkey when the reply is lost twice, and shows its codes at the next press', async ({
  page,
  request,
}) => {
  const email = await signUp(request, 'Ola')
  const authenticator = await addAuthenticator(page)
  const login = await Element.open(page, 'en', `/login?next=${SECURITY}`)
  await login.signIn(email, PASSWORD)
  await login.confirmByCode(new Mailbox(request), email, 2)
  await loseTwo(page)
  await login.root.getByRole('button', { name: words.create }).click()
  await expect(login.root.getByRole('status')).toContainText(common.offline)
  await login.root.getByRole('button', { name: words.create }).click()
  await login.root.getByRole('button', { name: words.saved }).click()
  await page.waitForURL(ACCOUNT + SECURITY)
  const list = page.getByRole('list', { name: t.passkeys.title })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  expect(await authenticator.passkeys()).toHaveLength(1)
})

test('shows a passkey of the account page and its codes at the next press, too, when the reply is lost twice', async ({
  page,
}) => {
  const authenticator = await addAuthenticator(page)
  await signUp(page.request, 'Oki')
  const section = await openSection(page)
  await loseTwo(page)
  const add = section.getByRole('button', { name: t.passkeys.add })
  await add.click()
  await expect(page.getByText(common.offline)).toBeVisible()
  await add.click()
  const list = section.getByRole('list', { name: t.passkeys.title })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('button', { name: t.recoveryCodes.saved })).toBeVisible()
  expect(await authenticator.passkeys()).toHaveLength(1)
})

test('says how to get other codes to whoever never saw those of a passkey', async ({ page }) => {
  await addAuthenticator(page)
  await signUp(page.request, 'Osa')
  const section = await openSection(page)
  await loseTwo(page)
  await section.getByRole('button', { name: t.passkeys.add }).click()
  await expect(page.getByText(common.offline)).toBeVisible()
  await page.reload()
  await expect(section).toContainText('If you do not have them, make new codes.')
  await section.getByRole('button', { name: t.recoveryCodes.make }).click()
  await page.getByRole('dialog').getByRole('button', { name: t.recoveryCodes.make }).click()
  await expect(section.locator('[data-part=codes] code')).toHaveCount(10)
})

test('tells the authenticator the new name of the person', async ({ page }) => {
  const authenticator = await addAuthenticator(page)
  await signUp(page.request, 'Ren')
  await createPasskey(page)
  expect(await authenticator.passkeys()).toMatchObject([{ userDisplayName: 'Ren' }])
  await page.goto('/account-setting')
  const names = page.getByRole('region', { name: t.names.title, exact: true })
  await names.getByRole('button', { name: t.changeOf(t.names.name) }).click()
  await page.locator('[name=name]').fill('Ren Aoki')
  await names.getByRole('button', { name: allMessages.en.profile.save, exact: true }).click()
  await expect(page.getByText(t.names.saved)).toBeVisible()
  await expect.poll(() => authenticator.passkeys()).toMatchObject([{ userDisplayName: 'Ren Aoki' }])
})
