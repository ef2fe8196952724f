import { expect, test, type Locator, type Page } from 'playwright/test'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { account as t } from '../../widget/src/messages/en/account/account.ts'
import { expectAccessible } from './pages/axe.ts'
import { Mailbox } from './pages/mailbox.ts'
import { signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { ACCOUNT } from './support/addresses.ts'
import { addAuthenticator } from './support/authenticator.ts'

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
  await page.waitForTimeout(1500)
  await authenticator.answers(true)
  await button(page).click()
  await page.waitForURL(ACCOUNT + SECURITY)

  const list = section.getByRole('list', { name: t.passkeys.title })
  const [name = ''] = await list.locator('[data-part=label]').allInnerTexts()
  await list.getByRole('button', { name: t.devices.renameOf(name) }).click()
  await section.locator('[name=row]').fill('Blue laptop')
  await section.getByRole('button', { name: t.devices.save, exact: true }).click()
  await list.getByRole('button', { name: t.apps.removeOf('Blue laptop') }).click()
  const question = page.getByRole('dialog', { name: t.apps.question('Blue laptop') })
  await expect(question).toContainText(t.twoStep.ways.pwd_verify)
  await question.getByRole('button', { name: t.apps.remove, exact: true }).click()
  await expect(list).toHaveCount(0)
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
