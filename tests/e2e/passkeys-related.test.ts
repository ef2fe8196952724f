import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { request as forward } from 'node:http'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { chromium, expect, test } from 'playwright/test'
import { BROWSER_FLAGS } from '../../scripts/lib/browser.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { passkey as words } from '../../widget/src/ui/passkey/messages/en/passkey.ts'
import { freePort } from '../support/free-port.ts'
import { localhostCertificate } from '../support/localhost-certificate.ts'
import { Element } from './pages/element.ts'
import { PASSWORD, signUp } from './pages/person.ts'
import { startAnother } from './support/another-server.ts'
import { addAuthenticator, pressAndAnswer } from './support/authenticator.ts'

const ACCOUNTS = 'https://accounts.example'
const SHOP = 'https://shop.example'
const AID = '1003'
const SECURITY = '/account-setting/security'
const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

const shopPage = `<!doctype html><html lang="en"><title>Shop</title>
<script type="module" src="${ACCOUNTS}/passport-login.js"></script>
<passport-login aid="${AID}" redirect-uri="${SHOP}/signed-in" state="x" code-challenge="${challenge}"></passport-login>`

/** What Chromium takes for a good certificate of any name. */
const key = new X509Certificate(localhostCertificate.cert).publicKey
const spki = createHash('sha256')
  .update(key.export({ type: 'spki', format: 'der' }))
  .digest('base64')

/** Serves https as a proxy in front of the account server, or the page of the shop. */
async function listen(server: Server): Promise<number> {
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return port
}

test('signs in on a page of a related site, whose server gets a code and no session', async ({
  request,
}) => {
  test.slow()
  const data = { DATA_DIR: mkdtempSync(path.join(tmpdir(), 'passport-related-')) }
  const firstPort = await freePort()
  const first = `http://127.0.0.1:${firstPort}`
  // Only a server that others cannot reach shows its codes.
  const stopFirst = await startAnother(request, firstPort, { ...data, PUBLIC_ORIGIN: first })
  const email = await signUp(request, 'Rio', first)
  stopFirst()
  const settings = {
    ...data,
    PUBLIC_ORIGIN: ACCOUNTS,
    PASSKEY_RP_ID: 'accounts.example',
    PASSKEY_RELATED_ORIGINS: SHOP,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    SECOND_VERIFICATION: 'off',
    // Nothing is sent by these.
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'id@example.com',
    SMS_URL: 'http://127.0.0.1:1',
  }
  const command = ['app', 'add', AID, '--name', 'Shop', '--origins', SHOP]
  const added = spawnSync(
    process.execPath,
    ['server/main.ts', ...command, '--redirects', `${SHOP}/signed-in`],
    { env: { ...process.env, ...settings }, encoding: 'utf8' },
  )
  expect(added.status, added.stderr).toBe(0)
  const port = await freePort()
  const stop = await startAnother(request, port, settings)
  const accounts = createServer(localhostCertificate, (asked, reply) => {
    const headers = { ...asked.headers, 'x-forwarded-for': '198.51.100.7' }
    const { method, url } = asked
    const passed = forward({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    passed.on('error', () => reply.destroy())
    asked.pipe(passed)
  })
  const shop = createServer(localhostCertificate, (_asked, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html' })
    reply.end(shopPage)
  })
  const [accountsPort, shopPort] = [await listen(accounts), await listen(shop)]
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      ...BROWSER_FLAGS,
      `--host-resolver-rules=MAP accounts.example:443 127.0.0.1:${accountsPort},MAP shop.example:443 127.0.0.1:${shopPort}`,
      `--ignore-certificate-errors-spki-list=${spki}`,
    ],
  })
  try {
    const page = await browser.newPage()
    const authenticator = await addAuthenticator(page)
    const login = await Element.open(page, 'en', `${ACCOUNTS}/login?next=${SECURITY}`)
    await login.signIn(email, PASSWORD)
    await page.getByRole('button', { name: words.create }).click()
    await page.getByRole('button', { name: words.saved }).click()
    await page.waitForURL(ACCOUNTS + SECURITY)

    await page.context().clearCookies()
    await authenticator.answers(false)
    await page.goto(SHOP)
    const button = page.getByRole('button', { name: allMessages.en.common.byPasskey })
    await pressAndAnswer(button, authenticator)
    await page.waitForURL(`${SHOP}/signed-in?**`)
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('state'), searchParams.get('iss')]).toEqual(['x', ACCOUNTS])
    const names = (await page.context().cookies()).map(({ name }) => name)
    expect(names.filter((name) => name.includes('sessionid'))).toEqual([])
    // As the shop's server does, without the cookies of any browser.
    const redeemed = await fetch(`http://127.0.0.1:${port}/passport/web/host/redeem`, {
      method: 'POST',
      body: new URLSearchParams({
        aid: AID,
        auth_code: searchParams.get('code') ?? '',
        code_verifier: verifier,
        redirect_uri: `${SHOP}/signed-in`,
      }),
    })
    expect((await redeemed.json()) as object).toMatchObject({ data: { name: 'Rio', acr: 'phr' } })
  } finally {
    await browser.close()
    stop()
    for (const server of [accounts, shop]) {
      server.close()
      server.closeAllConnections()
    }
  }
})
