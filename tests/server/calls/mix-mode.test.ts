import { expect, test } from 'vitest'
import { codeTypes } from '#protocol/code-types.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { SITE_AID } from '#protocol/site-app.ts'
import { unmix } from '../../../server/seal/mixed.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const params = { mix_mode: '1', fixed_mix_mode: '1' }

function mix(text: string): string {
  return Buffer.from(Buffer.from(text).map((byte) => byte ^ 5)).toString('hex')
}

async function createAccepting(): Promise<TestServer> {
  const server = await createTestServer()
  const { registeredApps: apps } = server.app.services
  const site = (await apps.all()).find(({ aid }) => aid === SITE_AID)
  if (site === undefined) throw new Error('the site is not registered')
  await apps.update({ ...site, settings: { ...site.settings, legacy_mix_mode: 'accept' } })
  server.clock.passSeconds(31)
  return server
}

test.each([
  ['34363d353534363d353535', '13800138000'],
  ['3731', '24'],
  ['3737', '22'],
  ['363c', '39'],
  ['2e3d3325343d35', '+86 180'],
  ['7f', 'z'],
  ['e681aae588a5', undefined],
  ['3', undefined],
  ['3G', undefined],
  ['AB', undefined],
])('reads %s as %s', (mixed, plain) => {
  expect(unmix(mixed)).toBe(plain)
})

test('reads names in any script', () => {
  expect(mix('13800138000')).toBe('34363d353534363d353535')
  expect(unmix(mix('安娜 ✓ 😀'))).toBe('安娜 ✓ 😀')
})

test('is rejected unless the application accepts it', async () => {
  const server = await createTestServer()
  const payload = { account: mix('ann'), password: mix('x') }
  const answer = await server.client().call(passwordLogin, payload, { params })
  expect(answer.error).toBe('plaintext_refused')
})

test('signs in with obfuscated fields and an obfuscated type', async () => {
  const server = await createAccepting()
  const client = server.client()
  const email = 'ann@example.com'
  const mixedType = { type: mix('13') as unknown as number }
  const sent = await client.call(sendCode, { email: mix(email), ...mixedType }, { params })
  expect(sent.error).toBeUndefined()
  const code = mix(await server.codeFor(email))
  const call = { email: mix(email), code, ...mixedType }
  const { data } = await client.call(emailCodeLogin, call, { params })
  expect(data.new_user).toBe(1)
})

test('accepts plain flags and types with obfuscated fields', async () => {
  const server = await createAccepting()
  const email = 'ann@example.com'
  const payload = { email: mix(email), type: 13, unbind_exist: 0 } as const
  const client = server.client()
  expect((await client.call(sendCode, payload, { params })).error).toBeUndefined()
  const other = { email: mix('bob@example.com'), type: 13, unbind_exist: mix('0') as unknown as 0 }
  expect((await client.call(sendCode, other, { params })).error).toBeUndefined()
})

test('reads every plain type except 34, which is an obfuscated 1', async () => {
  const server = await createAccepting()
  for (const type of Object.keys(codeTypes)) {
    const client = server.client()
    const number = `+8190${String(10_000_000 + Number(type))}`
    const plain = { mobile: mix(number), type: Number(type) }
    const mixed = { mobile: mix(number), type: mix(type) as unknown as number }
    const asPlain = await client.call(sendCode, plain, { params })
    server.clock.passSeconds(61)
    const asMixed = await client.call(sendCode, mixed, { params })
    // As a disguised 1 it is a sign-up, which needs nothing else.
    const expected = type === '34' ? undefined : asMixed.error
    expect(asPlain.error, type).toBe(expected)
  }
})

test.each([
  ['plain text', 'ann@example.com'],
  ['upper case', mix('ann@example.com').toUpperCase()],
  ['half a byte', mix('ann@example.com').slice(1)],
  ['bytes that are no UTF-8', 'ffff'],
])('rejects %s with the flag', async (_, email) => {
  const server = await createAccepting()
  const answer = await server.client().call(sendCode, { email, type: 13 }, { params })
  expect(answer.body.error_code).toBe(8601)
})
