import { expect, test, type Page } from 'playwright/test'
import { account as site } from '../../src/messages/en/account.ts'
import { account } from '../../widget/src/messages/en/account/account.ts'
import { allAuthorizeMessages } from '../../widget/src/login/screens/authorize/messages/all-messages.ts'
import { expectAccessible } from './pages/axe.ts'
import { signUp } from './pages/person.ts'
import { watch } from './pages/watch.ts'
import { ACCOUNT } from './support/addresses.ts'
import { typeCommand } from './support/operator.ts'

const t = account.devices.clients
const PAGE = '/account-setting/devices'
const CALLBACK = 'https://app.example.com/callback'
const WANTED = 'openid profile email offline_access'

test.beforeEach(async ({ context }) => {
  await context.route('https://app.example.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Harbour</h1>' }),
  )
})

/** Registers a client and lets it in with all that it asks for. */
async function allowClient(page: Page, name: string): Promise<string> {
  const output = typeCommand(
    'client',
    'add',
    name,
    '--redirects',
    CALLBACK,
    '--scopes',
    WANTED,
    '--verified',
  )
  const id = /^client_id +(\S+)/m.exec(output)?.[1] ?? ''
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: WANTED,
    state: 's',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  await page.goto(`${ACCOUNT}/oauth/authorize?${query.toString()}`)
  await page.getByRole('button', { name: allAuthorizeMessages.en.allow }).click()
  await expect(page).toHaveURL(/callback\?code=/)
  return id
}

test('revokes one scope of an application, then all after confirmation', async ({ page }) => {
  const complaints = watch(page)
  await signUp(page.request, 'Ann')
  const id = await allowClient(page, 'Harbour')
  await page.goto(PAGE)
  const section = page.getByRole('region', { name: t.title, exact: true })
  const notices = page.getByRole('log', { name: site.settings.notices })
  await expect(section.getByText('app.example.com')).toBeVisible()
  await expectAccessible(page)
  for (const [width, scheme] of [
    [320, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
  }

  await section.getByText(t.details).click()
  await section.getByRole('button', { name: t.takeScopeOf('Harbour', t.scopes.email) }).click()
  await expect(notices.getByText(t.scopeTaken('Harbour', t.scopes.email))).toBeVisible()
  await expect(section.getByText(t.scopes.email)).toHaveCount(0)

  const revoke = section.getByRole('button', { name: t.revokeOf('Harbour') })
  await revoke.click()
  const dialog = page.getByRole('dialog', { name: t.question('Harbour') })
  await expect(dialog.getByText(t.questionText)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(revoke).toBeFocused()
  await revoke.press('Enter')
  await dialog.getByRole('button', { name: t.revoke }).click()
  await expect(notices.getByText(t.revoked('Harbour'))).toBeVisible()
  await expect(section.getByText(t.none)).toBeVisible()
  await page.reload()
  const events = page.getByRole('region', { name: account.activity.title, exact: true })
  await expect(events.getByText(account.activity.kinds.program_revoked)).toBeVisible()
  await expect(events.getByText('Harbour').first()).toBeVisible()
  expect(complaints).toEqual([])
  typeCommand('client', 'remove', id)
})

test('signs out of all applications', async ({ page }) => {
  await signUp(page.request, 'Ben')
  const id = await allowClient(page, 'Haven')
  await page.goto(PAGE)
  const { devices } = account
  await page.getByRole('button', { name: devices.endClients }).click()
  const notices = page.getByRole('log', { name: site.settings.notices })
  await expect(notices.getByText(devices.clientsEnded)).toBeVisible()
  typeCommand('client', 'remove', id)
})
