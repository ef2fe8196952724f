import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import { freePort } from '../support/free-port.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { account as t } from '../../widget/src/messages/en/account/account.ts'
import { passkey as words } from '../../widget/src/ui/passkey/messages/en/passkey.ts'
import { Element } from './pages/element.ts'
import { Mailbox } from './pages/mailbox.ts'
import { PASSWORD } from './pages/person.ts'
import { freshEmail } from './pages/words.ts'
import { startAnother } from './support/another-server.ts'
import { addAuthenticator } from './support/authenticator.ts'

const SECURITY = '/account-setting/security'

test('signs in with a passkey made before the server changed its RP ID', async ({
  page,
  request,
}) => {
  test.slow()
  const data = mkdtempSync(path.join(tmpdir(), 'passport-moved-'))
  async function start(ids: Record<string, string>) {
    const port = await freePort()
    const origin = `http://app.localhost:${port}`
    const settings = { ...ids, DATA_DIR: data, PUBLIC_ORIGIN: origin, SITE_ORIGIN: origin }
    return { origin, port, stop: await startAnother(request, port, settings) }
  }
  const before = await start({ PASSKEY_RP_ID: 'app.localhost' })
  const stops = [before.stop]
  try {
    const authenticator = await addAuthenticator(page)
    await page.goto(`${before.origin}/login`)
    const email = freshEmail('moved')
    // Node knows no names below localhost, so the page itself posts.
    const post = (step: string, more: Record<string, string>): Promise<boolean> =>
      page.evaluate(
        async (fields) =>
          (await fetch('/form/sign-up', { method: 'POST', body: new URLSearchParams(fields) })).ok,
        { email, step, aid: '1001', ...more },
      )
    await post('send', {})
    const code = await new Mailbox(request, `http://127.0.0.1:${before.port}`).code(email)
    expect(await post('finish', { code, password: PASSWORD, name: 'Mo' })).toBe(true)
    await page.goto(before.origin + SECURITY)
    await page.getByRole('button', { name: t.passkeys.add }).click()
    await expect(page.getByRole('list', { name: t.passkeys.title })).toBeVisible()
    expect(await authenticator.passkeys()).toHaveLength(1)

    const after = await start({
      PASSKEY_RP_ID: 'localhost',
      PASSKEY_FORMER_RP_IDS: 'app.localhost',
    })
    stops.push(after.stop)
    await page.context().clearCookies()
    await Element.open(page, 'en', `${after.origin}/login?next=${SECURITY}`)
    await page.getByRole('button', { name: allMessages.en.common.byPasskey }).click()
    await page.getByRole('button', { name: words.older }).click()
    await page.waitForURL(after.origin + SECURITY)
  } finally {
    for (const stop of stops) stop()
  }
})
