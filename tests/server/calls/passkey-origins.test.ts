import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { cancelRevoke } from '#protocol/web/account-deletion.ts'
import { redeemHostCode } from '#protocol/web/hosted-sign-in.ts'
import { accountInfo } from '#protocol/web/login.ts'
import {
  passkeyHostCode,
  passkeyLogin,
  passkeyOptions,
  verifyPasskey,
} from '#protocol/web/passkeys.ts'
import { ConfigError, readConfig } from '../../../server/config/config.ts'
import { admitRpId } from '../../../server/passkeys/admit-rp-id.ts'
import { originLabel } from '../../../server/passkeys/related-origins.ts'
import { passkeyRepository } from '../../../server/store/passkey-repository.ts'
import { secretMarkRepository } from '../../../server/store/secret-mark-repository.ts'
import type { CallOptions } from '../../support/client.ts'
import { typeCommand } from '../../support/command.ts'
import { createTestDatabase } from '../../support/databases.ts'
import { runCommand } from '../../support/organizations.ts'
import { deleteAccount } from '../../support/delete-account.ts'
import { addPasskey, answerToSignIn, signInBy } from '../../support/passkeys.ts'
import { answerWith } from '../../support/soft-authenticator.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const PAGE = 'https://shop.example'
const WAY = `${PAGE}/signed-in`
const AID = 1003
const there: CallOptions = { aid: AID, origin: PAGE }

async function shop(related = PAGE): Promise<TestServer> {
  const server = await createTestServer({ settings: { PASSKEY_RELATED_ORIGINS: related } })
  const { apps, registeredApps } = server.app.services
  const site = await apps.find(1001)
  if (site === undefined) throw new Error('the site is not registered')
  await registeredApps.insert(
    { ...site, aid: AID, name: 'Shop', origins: [PAGE], redirects: [WAY] },
    0,
  )
  server.clock.passSeconds(31)
  return server
}

test('a page of a related site gets an exchange code, and never a session', async () => {
  const server = await shop()
  const { client, email, userId } = await server.person()
  const { passkey } = await addPasskey(client)
  await typeCommand(server, ['user', 'recover', email])
  server.clock.passSeconds(61)
  expect((await client.call(accountInfo, {})).data.recovery_ready_at).toBeDefined()
  const browser = server.client()
  const asked = await answerToSignIn(browser, passkey, {}, there)
  const session = await browser.call(passkeyLogin, { credential: asked }, there)
  expect(session.error).toBe('passkeys_unavailable')

  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const request = { redirect_uri: WAY, state: 'x', code_challenge }
  const elsewhere = { ...request, redirect_uri: `${PAGE}/other` }
  const wrong = await browser.call(passkeyHostCode, { credential: asked, ...elsewhere }, there)
  expect(wrong.error).toBe('redirect_mismatch')
  const { data } = await browser.call(passkeyHostCode, { credential: asked, ...request }, there)
  expect(data.redirect_url).toMatch(/^https:\/\/shop\.example\/signed-in\?code=/)
  expect(data.signals).toMatchObject([{ credential_ids: [passkey.id] }])
  // Whoever still has a passkey has not lost everything.
  expect((await client.call(accountInfo, {})).data.recovery_ready_at).toBeUndefined()
  const again = await browser.call(passkeyHostCode, { credential: asked, ...request }, there)
  expect(again.error).toBe('passkey_refused')
  expect([...browser.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
  expect((await browser.call(accountInfo, {}, there)).error).toBe('session_expired')

  const payload = { auth_code: data.code, code_verifier: verifier, redirect_uri: WAY }
  const redeemed = await server.client().call(redeemHostCode, payload, { aid: AID, origin: null })
  const { acr, amr, iss } = redeemed.data
  expect({ acr, amr, iss }).toEqual({ acr: 'phr', amr: ['pop', 'user', 'mfa'], iss: ORIGIN })
  const used = await server.client().call(redeemHostCode, payload, { aid: AID, origin: null })
  expect(used.error).toBe('host_code_invalid')
  expect(redeemed.data.user_id_str).toBe(userId)
})

test('it can keep an account that is to be deleted', async () => {
  const server = await shop()
  const ann = await server.person()
  const { passkey } = await addPasskey(ann.client)
  await deleteAccount(server, ann)
  const browser = server.client()
  const credential = await answerToSignIn(browser, passkey, {}, there)
  const code_challenge = createHash('sha256').update('x'.repeat(43)).digest('base64url')
  const call = { credential, redirect_uri: WAY, state: 'x', code_challenge }
  const refused = await browser.call(passkeyHostCode, call, there)
  expect(refused.error).toBe('account_cancelling')
  const ticket = String(refused.data.revoke_ticket)
  const kept = await browser.call(cancelRevoke, { revoke_ticket: ticket }, there)
  expect(kept.error).toBeUndefined()
  const again = await answerToSignIn(browser, passkey, {}, there)
  const issued = await browser.call(passkeyHostCode, { ...call, credential: again }, there)
  expect(issued.data.redirect_url).toContain('?code=')
})

test('a page of another site without that setting can use none', async () => {
  const server = await shop('')
  const asked = await server.client().call(passkeyOptions, { purpose: 'login' }, there)
  expect(asked.error).toBe('passkeys_unavailable')
})

test('serves what browsers and password managers read', async () => {
  const server = await shop()
  const read = async (path: string): Promise<unknown> => {
    const reply = await server.fetch(new Request(`${ORIGIN}${path}`))
    expect(reply.headers.get('content-type')).toContain('application/json')
    return await reply.json()
  }
  expect(await read('/.well-known/webauthn')).toEqual({ origins: [PAGE] })
  const page = `${ORIGIN}/account-setting/security#two-step`
  expect(await read('/.well-known/passkey-endpoints')).toEqual({ enroll: page, manage: page })
  const { code, output } = await typeCommand(server, ['passkeys', 'check'])
  expect([code, output]).toEqual([0, expect.stringContaining('1 of 5')])
})

const PUBLIC_ORIGIN = 'http://id.localhost:4321'
const here: CallOptions = { origin: PUBLIC_ORIGIN }

test('after a change of the RP ID older passkeys work where they are asked for', async () => {
  const database = await createTestDatabase(true, false)
  const origins = { PUBLIC_ORIGIN, SITE_ORIGIN: ORIGIN }
  const before = { ...origins, PASSKEY_RP_ID: 'id.localhost' }
  const after = { ...origins, PASSKEY_RP_ID: 'localhost' }
  const old = await createTestServer({ settings: before, database })
  const marks = secretMarkRepository(old.database.query)
  const stored = passkeyRepository(old.database.query)
  await admitRpId(marks, stored, readConfig(before))
  await admitRpId(marks, stored, readConfig(after))
  await admitRpId(marks, stored, readConfig(before))
  const { client, userId } = await old.person()
  await client.call(accountInfo, {}, here)
  const { passkey } = await addPasskey(client, {}, here)
  expect(passkey.rpId).toBe('id.localhost')
  const moved = admitRpId(marks, stored, readConfig(after))
  await expect(moved).rejects.toThrow(ConfigError)
  await expect(moved).rejects.toThrow(
    'what belongs to "id.localhost" would no longer work (passkeys: 1, of accounts: 1)',
  )
  const settings = { ...after, PASSKEY_FORMER_RP_IDS: 'id.localhost' }
  await admitRpId(marks, stored, readConfig(settings))

  const server = await createTestServer({ settings, database, clock: old.clock })
  // Another change later counts those of every domain before.
  const third = { ...origins, PUBLIC_ORIGIN: ORIGIN, PASSKEY_FORMER_RP_IDS: 'example.com' }
  await marks.replace('PASSKEY_RP_ID', 'example.com')
  await expect(admitRpId(marks, stored, readConfig(third))).rejects.toThrow('"id.localhost"')
  await admitRpId(marks, stored, readConfig(settings))
  const browser = server.client()
  const { data } = await browser.call(passkeyOptions, { purpose: 'login' }, here)
  expect([data.options.rpId, data.former_rp_ids]).toEqual(['localhost', ['id.localhost']])
  const older = { purpose: 'login', rp_id: 'id.localhost' } as const
  const asked = (await browser.call(passkeyOptions, older, here)).data.options
  expect(asked.rpId).toBe('id.localhost')
  const credential = answerWith(passkey, asked.challenge, PUBLIC_ORIGIN)
  const signedIn = await browser.call(passkeyLogin, { credential }, here)
  expect(signedIn.data).toMatchObject({ user_id_str: userId, email: expect.any(String) as string })
  expect(signedIn.data.signals).toMatchObject([
    { rp_id: 'localhost', credential_ids: [] },
    { rp_id: 'id.localhost', credential_ids: [passkey.id] },
  ])
  // Who has only older ones is asked for these at once.
  const step = (await browser.call(passkeyOptions, { purpose: 'step_up' }, here)).data.options
  expect(step).toMatchObject({ rpId: 'id.localhost', allowCredentials: [{ id: passkey.id }] })
  const stepped = { credential: answerWith(passkey, step.challenge, PUBLIC_ORIGIN) }
  expect((await browser.call(verifyPasskey, stepped, here)).error).toBeUndefined()
  const added = await addPasskey(browser, {}, here)
  expect(added.passkey.rpId).toBe('localhost')
  const unknown = { purpose: 'login', rp_id: 'evil.localhost' } as const
  expect((await browser.call(passkeyOptions, unknown, here)).error).toBe('passkeys_unavailable')
  // A former id that is not listed is one of somebody else.
  const strict = await createTestServer({ settings: after, database, clock: old.clock })
  const refused = await signInBy(strict.client(), passkey, {}, here)
  expect(refused.error).toBe('passkey_refused')
})

test('an operator sees the methods of a person, and removes one', async () => {
  const server = await createTestServer()
  const { client, email, userId } = await server.person()
  const { added } = await addPasskey(client)
  const id = String(added.data.id)
  const listed = await runCommand(server, 'user', 'methods', email)
  expect(listed).toContain(`${id}  passkey of localhost  Phone`)
  expect(listed).toMatch(/recovery codes left\s+10/)
  const unknown = await typeCommand(server, ['user', 'methods', userId, '--remove', 'x'])
  expect(unknown.errors).toContain('no method with this id')
  const removed = await runCommand(server, 'user', 'methods', userId, '--remove', id)
  expect(removed).not.toContain(id)
  expect((await server.mail(email))[0]?.subject).toContain('was removed')
})

test('a label is the name before the public suffix', () => {
  expect(
    [
      'https://a.shop.example',
      'https://shop.co.uk',
      'https://x.shop.co.jp',
      'http://localhost',
    ].map(originLabel),
  ).toEqual(['shop', 'shop', 'shop', 'localhost'])
})

test.each([
  [
    { PASSKEY_RP_ID: 'other.example' },
    'PASSKEY_RP_ID is "other.example", but http://localhost:4321',
  ],
  [
    { PASSKEY_RP_ID: 'https://localhost' },
    'PASSKEY_RP_ID is "https://localhost", but must be a domain',
  ],
  [{ PASSKEY_FORMER_RP_IDS: 'com' }, 'PASSKEY_FORMER_RP_IDS is "com", but must be domains'],
  [{ PASSKEY_FORMER_RP_IDS: '127.0.0.1' }, 'PASSKEY_FORMER_RP_IDS is "127.0.0.1", but must be'],
])('rejects %j with one sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test('browsers take no passkeys at an address or by http', () => {
  const at = (origin: string): boolean =>
    readConfig({
      PUBLIC_ORIGIN: origin,
      SMTP_URL: 'smtps://x',
      MAIL_FROM: 'a@b.example',
      TRUSTED_PROXIES: '::1',
    }).hasPasskeys
  expect(['https://id.example', 'http://localhost:1', 'http://id.localhost'].map(at)).toEqual([
    true,
    true,
    true,
  ])
  expect(['http://id.example', 'https://192.0.2.1', 'https://[2001:db8::1]'].map(at)).toEqual([
    false,
    false,
    false,
  ])
})
