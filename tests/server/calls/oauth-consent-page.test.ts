import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { errorText } from '../../../server/lib/error-text.ts'
import { DEFAULT_SCOPES } from '../../../server/oauth/clients.ts'
import { authInfo } from '#protocol/web/open-authorization.ts'
import { typeCommand } from '../../support/command.ts'
import { createOAuthClient, decide, open, REDIRECT, visit } from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'
import { png } from '../../support/upload.ts'

/** Writes a file as an operator has it. */
function write(name: string, content: string | Buffer): string {
  const path = join(mkdtempSync(join(tmpdir(), 'logo-')), name)
  writeFileSync(path, content)
  return path
}

test('asks for name and picture once, and grants what includes them', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser } = await server.person()
  const started = await oauthClient.start({ scope: DEFAULT_SCOPES })
  const page = await (await open(browser, started.address)).text()
  expect(page).toContain('allow_profile')
  expect(page).not.toContain('allow_user_info')
  const tokens = await oauthClient.exchange(
    started,
    await decide(browser, page, { scopes: ['profile'] }),
  )
  expect(tokens.scope).toBe('openid profile')
  const again = await open(browser, (await oauthClient.start({ scope: DEFAULT_SCOPES })).address)
  expect(again.headers.get('location')).toContain('code=')
  // Alone it is asked about by itself.
  const alone = await open(browser, (await oauthClient.start({ scope: 'user_info' })).address)
  expect(await alone.text()).toContain('allow_user_info')
})

test.each([
  ['en', 'Allow', 'Cancel', 'the application on this device (127.0.0.1:50123)'],
  ['ja', '許可する', 'キャンセル', 'この端末のアプリ（127.0.0.1:50123）'],
  ['zh', '允许', '取消', '此设备上的应用（127.0.0.1:50123）'],
])('says in %s where an application on the device is led back to', async (language, ...shown) => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, {
    redirect: 'http://127.0.0.1/callback',
    isPublic: true,
  })
  const { client: browser } = await server.person()
  const { address } = await oauthClient.start({
    redirect_uri: 'http://127.0.0.1:50123/callback',
    ui_locales: language,
  })
  await browser.send(new Request(address, { headers: { 'sec-fetch-site': 'none' } }))
  const form = `${ORIGIN}/form/authorize?ui_locales=${language}`
  const page = await (await open(browser, form)).text()
  for (const text of shown) expect(page).toContain(text)
})

test.each([
  ['ui_locales', { ui_locales: 'zh-CN' }, {}],
  ['the browser', {}, { 'accept-language': 'zh' }],
])('keeps the language of %s without JavaScript, until another is chosen', async (...asked) => {
  const [, params, headers] = asked
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser } = await server.person()
  const { address } = await oauthClient.start(params)
  await browser.send(new Request(address, { headers: { ...headers, 'sec-fetch-site': 'none' } }))
  const led = await open(browser, `${ORIGIN}/form/authorize`)
  const page = await open(browser, new URL(led.headers.get('location') ?? '', ORIGIN).href)
  expect(await page.text()).toContain('<html lang="zh">')
  const chosen = await open(browser, `${ORIGIN}/form/authorize?language=ja`)
  expect(await chosen.text()).toContain('<html lang="ja">')
})

const logoIn = (page: string): string | undefined =>
  /<img class="logo" src="([^"]+)"/.exec(page)?.[1]

test('shows the logo that an operator registered, from this server, until it is replaced', async () => {
  const server = await createTestServer()
  const logo = ['--logo', write('logo.png', await png(300, 200))]
  const more = [...logo, '--claims-in-id-token', '--verified']
  const oauthClient = await createOAuthClient(server, { more })
  const { client: browser } = await server.person()
  const ask = async (): Promise<string> =>
    await (await open(browser, (await oauthClient.start()).address)).text()
  const first = logoIn(await ask()) ?? ''
  const served = await server.fetch(new Request(first))
  expect(served.headers.get('content-type')).toBe('image/webp')
  const { data } = await browser.call(authInfo, {
    client_key: oauthClient.id,
    redirect_uri: REDIRECT,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  expect(data.client).toMatchObject({ logo: first })

  const set = ['client', 'set', oauthClient.id]
  await typeCommand(server, [...set, '--logo', write('new.png', await png(10, 10))])
  const next = logoIn(await ask()) ?? ''
  const statuses = [first, next].map(
    async (address) => (await server.fetch(new Request(address))).status,
  )
  expect(await Promise.all(statuses)).toEqual([404, 200])
  expect((await server.app.services.oauthClients.find(oauthClient.id))?.details).toMatchObject({
    hasClaimsInIdToken: true,
  })
  for (const content of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'no picture']) {
    const { errors } = await typeCommand(server, [...set, '--logo', write('x.svg', content)])
    expect(errors).toContain('is no picture')
  }
  await typeCommand(server, ['client', 'verify', oauthClient.id, '--off'])
  expect(logoIn(await ask())).toBeUndefined()
  await typeCommand(server, ['client', 'remove', oauthClient.id])
  expect((await server.fetch(new Request(next))).status).toBe(404)
})

test('shows no logo for an application on the device, which cannot prove what it is', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, {
    redirect: 'http://127.0.0.1/callback',
    isPublic: true,
    more: ['--logo', write('logo.png', await png(10, 10)), '--verified'],
  })
  const { client: browser } = await server.person()
  const page = await (await open(browser, (await oauthClient.start()).address)).text()
  expect(page).toContain('127.0.0.1')
  expect(logoIn(page)).toBeUndefined()
})

test('says so where an operator took a scope from the client after it had asked', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, { more: ['--devices'] })
  const { client: browser } = await server.person()
  const page = await (await open(browser, (await oauthClient.start()).address)).text()
  const asked = await oauth.deviceAuthorizationRequest(
    oauthClient.server,
    oauthClient.client,
    oauthClient.authentication,
    { scope: 'openid email' },
    oauthClient.options,
  )
  const { user_code } = (await asked.json()) as { user_code: string }
  await typeCommand(server, ['client', 'set', oauthClient.id, '--scopes', 'openid profile'])
  const replies = [
    await visit(browser, `${ORIGIN}/form/authorize`),
    await browser.form('/form/authorize', {
      waiting: /name="waiting" value="(\w+)"/.exec(page)?.[1] ?? '',
      action: 'allow',
    }),
    await browser.form('/form/device', { user_code }),
  ]
  for (const reply of replies) {
    expect(reply.status).toBe(400)
    expect(await reply.text()).toContain(errorText('scope_refused', 'en'))
  }
})
