import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, type Page } from 'playwright/test'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { account as t } from '../../widget/src/messages/en/account/account.ts'
import { frameMessages } from '../../server/console/messages/en/frame.ts'
import { pageMessages } from '../../server/pages/messages/all-messages.ts'
import { signUp } from './pages/person.ts'
import { freePort } from '../support/free-port.ts'
import { startAnother } from './support/another-server.ts'
import { addAuthenticator, pressAndAnswer, type Authenticator } from './support/authenticator.ts'
import { typeCommand } from './support/operator.ts'

const { common } = allMessages.en
const { byPasskey } = pageMessages.en
let account = ''
let console = ''
let stop: () => void
const usual = process.env.E2E_DATA_DIR

test.beforeAll(async ({ request }) => {
  // Data of its own: each server with a console registers its address, and the other tests of it run beside.
  process.env.E2E_DATA_DIR = mkdtempSync(path.join(tmpdir(), 'passport-console-'))
  const [port, consolePort] = [await freePort(), await freePort()]
  account = `http://localhost:${port}`
  console = `http://localhost:${consolePort}`
  const settings = { CONSOLE_PORT: String(consolePort), PUBLIC_ORIGIN: account }
  stop = await startAnother(request, port, { ...settings, CAPTCHA_ON_SEND: 'off' })
})

test.afterAll(() => {
  process.env.E2E_DATA_DIR = usual
  stop()
})

/** Makes a person's proofs older than ten minutes; those of other tests, which run beside, stay. */
function passMinutes(email: string): void {
  const file = path.join(process.env.E2E_DATA_DIR ?? '', 'passport.sqlite')
  const database = new DatabaseSync(file, { timeout: 5000 })
  for (const table of ['sessions', 'console_sessions']) {
    const update = database.prepare(
      `update "${table}" set "proved_at" = "proved_at" - 660000
       where "account_id" = (select "id" from "accounts" where "email" = ?)`,
    )
    expect(update.run(email).changes).toBeGreaterThan(0)
  }
  database.close()
}

/** Follows the way from the console to the passkey, where nobody may continue with the proof that there is. */
async function passBy(page: Page, authenticator: Authenticator): Promise<void> {
  await expect(page).toHaveURL(/\/login\?.*prompt=recent/)
  await expect(page.locator('passport-login [name=account]')).toBeVisible()
  await pressAndAnswer(page.getByRole('button', { name: common.byPasskey }), authenticator)
}

test('asks operators with a passkey for it, also when their proof is old, and shows the page', async ({
  page,
}) => {
  test.slow()
  const authenticator = await addAuthenticator(page)
  const email = await signUp(page.request, 'Tess', account)
  await page.goto(`${account}/account-setting/security`)
  const section = page.getByRole('region', { name: t.twoStep.title, exact: true })
  await section.getByRole('button', { name: t.passkeys.add }).click()
  await expect(section.getByRole('list', { name: t.passkeys.title })).toBeVisible()
  typeCommand('operator', 'add', email, '--role', 'owner')

  // What waits in the field would be answered at once.
  await authenticator.answers(false)
  await page.goto(`${console}/record`)
  await expect(page).toHaveURL(/\/form\/level/)
  await page.getByRole('link', { name: byPasskey }).click()
  await passBy(page, authenticator)
  await expect(page).toHaveURL(`${console}/record`)

  passMinutes(email)
  await authenticator.answers(false)
  await page.goto(`${console}/apps/1001`)
  await page.getByRole('link', { name: frameMessages.prove }).first().click()
  // No code makes a sign-in by passkey new again, so none is asked for.
  await passBy(page, authenticator)
  await expect(page).toHaveURL(`${console}/apps/1001`)
  await expect(page.getByRole('button', { name: 'Make a secret' })).toBeVisible()

  // Back asks the server, which knows nobody: no page is kept.
  await page.goto(`${console}/record`)
  await page.getByRole('button', { name: frameMessages.signOut }).click()
  await expect(page).toHaveURL(`${console}/signed-out`)
  await page.context().clearCookies({ domain: 'localhost' })
  await page.goBack()
  await expect(page).toHaveURL(/\/login\?/)
  await expect(page.getByText('sign-in', { exact: true })).toHaveCount(0)
})
