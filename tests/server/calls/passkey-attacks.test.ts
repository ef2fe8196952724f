import { createHash, generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { listMethods, removeMethod } from '#protocol/web/methods.ts'
import {
  confirmPasskey,
  createPasskey,
  passkeyCreateOptions,
  passkeyLogin,
  passkeyOptions,
  verifyPasskey,
} from '#protocol/web/passkeys.ts'
import { logout } from '#protocol/web/session.ts'
import type { CallOptions, Client } from '../../support/client.ts'
import type { Person } from '../../support/create-people.ts'
import { deleteAccount } from '../../support/delete-account.ts'
import { runCommand } from '../../support/organizations.ts'
import { addPasskey, answerToSignIn, signInBy } from '../../support/passkeys.ts'
import {
  answerWith,
  cbor,
  ecKey,
  FLAGS,
  makePasskey,
  type Broken,
  type SoftPasskey,
} from '../../support/soft-authenticator.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const settings = { SECOND_VERIFICATION: 'on', FAILURES_BEFORE_CAPTCHA: '1000000' }

interface Scene {
  server: TestServer
  ann: Person
  passkey: SoftPasskey
  id: string
}

async function withPasskey(options: Parameters<typeof addPasskey>[1] = {}): Promise<Scene> {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const { passkey, added } = await addPasskey(ann.client, options)
  return { server, ann, passkey, id: String(added.data.id) }
}

async function references(browser: Client, { email, password }: Person) {
  const { data } = await browser.call(passwordLogin, { email, password })
  return {
    sms_code_key: String(data.sms_code_key),
    verify_ticket: String(data.verify_ticket),
    encrypt_uid: String(data.encrypt_uid),
  }
}

test('a passkey of somebody else passes no two-step verification', async () => {
  const { server, ann } = await withPasskey()
  const eve = await server.person()
  const { passkey } = await addPasskey(eve.client)
  const browser = server.client()
  const sent = await references(browser, ann)
  const { data } = await browser.call(passkeyOptions, { purpose: 'verify', ...sent })
  const credential = answerWith(passkey, data.options.challenge, ORIGIN)
  const call = await browser.call(verifyPasskey, { credential, ...sent })
  expect(call.error).toBe('passkey_refused')
})

const answers: Record<string, Broken> = {
  'with the kind of a creation': { type: 'webauthn.create' },
  'of another port': { origin: 'http://localhost:4323' },
  'of another scheme': { origin: 'https://localhost:4321' },
  'of a name that only begins alike': { origin: 'http://localhost:4321.evil.example' },
  'of a name that only ends alike': { origin: 'http://evil-localhost:4321' },
  'of a subdomain': { origin: 'http://evil.localhost:4321' },
  'of no origin': { origin: 'null' },
  'in a frame of another site': { clientData: { crossOrigin: true } },
  'with an origin on top': { clientData: { topOrigin: 'https://evil.example' } },
  'for the parent of the domain': { rpId: '' },
  'for a domain beside it': { rpId: 'evil.example' },
  'without a verified person': { flags: FLAGS & ~4 },
  'without a person': { flags: FLAGS & ~1 },
  'where the person was verified after signing': {
    flags: FLAGS & ~4,
    afterSigning: (data) => data.fill(FLAGS, 32, 33),
  },
  'of a passkey that can no longer be backed up': { flags: FLAGS & ~(8 | 16) },
  'that is backed up but cannot be': { flags: FLAGS & ~8 },
  'without a user handle': { userHandle: null },
  'with the handle of somebody else': { userHandle: Buffer.alloc(32).toString('base64url') },
  'with another signature': { signature: Buffer.alloc(70, 1) },
  'with a head of one byte': { beforeSigning: () => Buffer.alloc(1) },
  'with a cut head': { beforeSigning: (data) => data.subarray(0, 36) },
  'with broken extensions': {
    beforeSigning: (data) =>
      Buffer.concat([data.fill(FLAGS | 0x80, 32, 33), Buffer.alloc(3000, 0x81)]),
  },
  'to a challenge of others': { challenge: Buffer.alloc(54, 7).toString('base64url') },
  'to a cut challenge': { challenge: 'AAAA' },
  'to no challenge': { challenge: '' },
}

test('an answer that is broken in any way signs nobody in', async () => {
  const { server, passkey } = await withPasskey()
  const browser = server.client()
  for (const [at, [name, broken]] of Object.entries(answers).entries()) {
    // A network of its own, since failures of one lead to a captcha.
    const { error } = await signInBy(browser, passkey, broken, { address: `203.0.113.${at}` })
    expect([name, error]).toEqual([name, 'passkey_refused'])
  }
  expect((await signInBy(browser, passkey)).error).toBeUndefined()
})

test('a challenge is good once, for ten minutes, and only where it was issued', async () => {
  const { server, ann, passkey } = await withPasskey()
  const browser = server.client()
  const credential = await answerToSignIn(browser, passkey)
  const elsewhere: CallOptions[] = [
    { aid: 1002, origin: 'http://localhost:4322' },
    { aid: 1002 },
    { params: { fp: 'verify_other' } },
  ]
  for (const options of elsewhere) {
    const { error } = await browser.call(passkeyLogin, { credential }, options)
    expect(error).toBe('passkey_refused')
  }
  expect((await server.client().call(passkeyLogin, { credential })).error).toBe('passkey_refused')
  expect((await browser.call(passkeyLogin, { credential })).error).toBeUndefined()
  expect((await browser.call(passkeyLogin, { credential })).error).toBe('passkey_refused')

  const late = await answerToSignIn(server.client(), passkey)
  server.clock.passSeconds(600)
  expect((await server.client().call(passkeyLogin, { credential: late })).error).toBe(
    'passkey_refused',
  )

  const { data } = await ann.client.call(passkeyOptions, { purpose: 'login' })
  const { challenge } = data.options
  const step = answerWith(passkey, challenge, ORIGIN)
  expect((await ann.client.call(verifyPasskey, { credential: step })).error).toBe('passkey_refused')
  const stepUp = (await ann.client.call(passkeyOptions, { purpose: 'step_up' })).data.options
  const login = answerWith(passkey, stepUp.challenge, ORIGIN)
  expect((await ann.client.call(passkeyLogin, { credential: login })).error).toBe('passkey_refused')
  // The same person in another session of the same browser.
  const other = await signInBy(ann.client, passkey)
  expect(other.error).toBeUndefined()
  const credentialOfFirst = answerWith(passkey, stepUp.challenge, ORIGIN)
  const stepped = await ann.client.call(verifyPasskey, { credential: credentialOfFirst })
  expect(stepped.error).toBe('passkey_refused')
})

test('pages of other origins are refused before anything else', async () => {
  const { server, passkey } = await withPasskey()
  const credential = await answerToSignIn(server.client(), passkey)
  for (const origin of ['https://localhost:4321', 'http://evil.localhost:4321', 'null']) {
    const { error } = await server.client().call(passkeyLogin, { credential }, { origin })
    expect(error).toBe('csrf_error')
  }
  const program = await server.client().call(passkeyOptions, { purpose: 'login' }, { origin: null })
  expect(program.error).toBe('passkeys_unavailable')
  const address = { origin: 'http://127.0.0.1:4321' }
  const byAddress = await server.client().call(passkeyOptions, { purpose: 'login' }, address)
  expect(byAddress.error).toBe('passkeys_unavailable')
})

describe('a counter that does not grow', () => {
  test.each([
    ['is equal', 5],
    ['is lower', 4],
    ['starts anew', 0],
  ])('%s: the passkey is stopped, and its owner told', async (_name, counter) => {
    const { server, ann, passkey, id } = await withPasskey({ counter: 3 })
    expect((await signInBy(server.client(), passkey, { counter: 5 })).error).toBeUndefined()
    server.clock.passSeconds(1)
    expect((await signInBy(server.client(), passkey, { counter })).error).toBe('passkey_refused')
    expect((await server.mail(ann.email))[0]?.subject).toContain('may have been copied')
    server.clock.passSeconds(1)
    const stopped = await signInBy(server.client(), passkey, { counter: 9 })
    expect(stopped.error).toBe('passkey_refused')
    const [listed] = (await ann.client.call(listMethods, {})).data.methods
    expect(listed?.is_suspect).toBe(1)
    expect((await ann.client.call(confirmPasskey, { id })).data.is_suspect).toBe(0)
    expect((await signInBy(server.client(), passkey, { counter: 1 })).error).toBeUndefined()
  })

  test('stops nothing where two calls overtook each other', async () => {
    const { server, ann, passkey } = await withPasskey({ counter: 3 })
    const [first, second] = [server.client(), server.client()]
    const early = await answerToSignIn(first, passkey, { counter: 4 })
    server.clock.passSeconds(1)
    const late = await answerToSignIn(second, passkey, { counter: 5 })
    expect((await second.call(passkeyLogin, { credential: late })).error).toBeUndefined()
    expect((await first.call(passkeyLogin, { credential: early })).error).toBe('passkey_refused')
    const [listed] = (await ann.client.call(listMethods, {})).data.methods
    expect(listed?.is_suspect).toBe(0)
  })
})

test('keys that are unlisted, weak or none are not added', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const { bytes, int, map } = cbor
  const { n = '', e = '' } = generateKeyPairSync('rsa', {
    modulusLength: 1024,
  }).publicKey.export({ format: 'jwk' })
  const part = (value: string): Buffer => bytes(Buffer.from(value, 'base64url'))
  const rsa = [int(3), int(-257)] as const
  const broken: Record<string, Broken & { algorithm?: number }> = {
    'another algorithm': { algorithm: -35 },
    'a point off the curve': { publicKey: ecKey(Buffer.alloc(32, 1), Buffer.alloc(32, 1)) },
    'another curve': { publicKey: ecKey(Buffer.alloc(32, 1), Buffer.alloc(32, 1), -7, 2) },
    'a short RSA key': {
      publicKey: map([int(1), int(3)], rsa, [int(-1), part(n)], [int(-2), part(e)]),
    },
    'no key': { publicKey: map() },
    'a key that is a text': { publicKey: cbor.text('key') },
    'deep arrays': { attestationObject: Buffer.alloc(8000, 0x81) },
    'one byte': { attestationObject: Buffer.alloc(1) },
    'the same member twice': {
      attestationObject: map(
        [cbor.text('fmt'), cbor.text('none')],
        [cbor.text('fmt'), cbor.text('none')],
      ),
    },
    'no verified person': { flags: FLAGS & ~4 },
    'no person': { flags: FLAGS & ~1 },
    'another domain': { rpId: 'evil.example' },
    'the kind of a sign-in': { type: 'webauthn.get' },
    'a frame of another site': { clientData: { crossOrigin: true } },
  }
  for (const [name, one] of Object.entries(broken)) {
    const { added } = await addPasskey(client, one)
    expect([name, added.error]).toEqual([name, 'passkey_refused'])
  }
  const { options, add_ticket } = (await client.call(passkeyCreateOptions, {})).data
  const { credential } = makePasskey(options, ORIGIN)
  const renamed = { ...credential, id: 'AAAA', rawId: 'AAAA' }
  const other = await client.call(createPasskey, { credential: renamed, add_ticket })
  expect(other.error).toBe('passkey_refused')
  expect((await client.call(listMethods, {})).data.methods).toEqual([])
})

test('a credential of one account is not added to another', async () => {
  const { server, passkey } = await withPasskey()
  const eve = await server.person()
  const { added } = await addPasskey(eve.client, { id: passkey.id })
  expect(added.error).toBe('passkey_exists')
})

test('is added only in the session that began it', async () => {
  const server = await createTestServer()
  const { client, email, password } = await server.person()
  const { options, add_ticket } = (await client.call(passkeyCreateOptions, {})).data
  const { credential } = makePasskey(options, ORIGIN)
  await client.call(logout, {})
  const ended = await client.call(createPasskey, { credential, add_ticket })
  expect(ended.error).toBe('session_expired')
  await client.call(passwordLogin, { email, password })
  const other = await client.call(createPasskey, { credential, add_ticket })
  expect(other.error).toBe('ticket_expired')
  const eve = await server.person()
  const stolen = await eve.client.call(createPasskey, { credential, add_ticket })
  expect(stolen.error).toBe('ticket_expired')
})

test('adds twenty at most, and only after a recent proof', async () => {
  const server = await createTestServer({ settings })
  const { client } = await server.person()
  for (const _ of Array.from({ length: 20 })) await addPasskey(client)
  expect((await client.call(passkeyCreateOptions, {})).error).toBe('method_limit')
  server.clock.passSeconds(601)
  expect((await client.call(passkeyCreateOptions, {})).error).toBe('second_verify')
})

describe('an account that nobody may use', () => {
  test.each([
    ['ban', 'account_banned'],
    ['freeze', 'frozen'],
    ['limit', 'account_limited'],
  ])('%s', async (verb, error) => {
    const { server, ann, passkey } = await withPasskey()
    await runCommand(server, 'user', verb, ann.userId, '--reason', 'Trial')
    expect((await signInBy(server.client(), passkey)).error).toBe(error)
  })

  test('closing', async () => {
    const { server, ann, passkey } = await withPasskey()
    await deleteAccount(server, ann)
    const { data, error } = await signInBy(server.client(), passkey)
    expect(error).toBe('account_cancelling')
    expect(data.revoke_ticket).toMatch(/^[\w-]{43}$/)
  })

  test('removed', async () => {
    const { server, ann, passkey, id } = await withPasskey()
    const eve = await server.person()
    expect((await eve.client.call(removeMethod, { id })).error).toBe('method_not_found')
    await ann.client.call(removeMethod, { id })
    expect((await signInBy(server.client(), passkey)).error).toBe('passkey_unknown')
  })
})

test('options of sign-in tell nothing of anybody, and store nothing', async () => {
  const { server, ann } = await withPasskey()
  const stranger = server.client()
  const before = await server.database.query.selectFrom('passkeyChallenges').selectAll().execute()
  const payloads = [ann.email, 'nobody@example.com', ''].map((email) => ({
    purpose: 'login' as const,
    email,
  }))
  const replies = []
  for (const payload of payloads) replies.push(await stranger.call(passkeyOptions, payload))
  const shown = replies.map(({ data }) => ({
    ...data,
    options: { ...data.options, challenge: data.options.challenge.length },
  }))
  expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(shown[0]?.options.allowCredentials).toEqual([])
  expect(await server.database.query.selectFrom('passkeyChallenges').selectAll().execute()).toEqual(
    before,
  )
})

test('asks for a captcha after twenty failures of a network', async () => {
  const { server, passkey } = await withPasskey()
  const browser = server.client('203.0.113.9')
  for (const _ of Array.from({ length: 20 })) {
    const { error } = await signInBy(browser, passkey, { userHandle: null })
    expect(error).toBe('passkey_refused')
  }
  expect((await signInBy(browser, passkey)).error).toBe('captcha_slide')
  expect((await signInBy(server.client('203.0.113.10'), passkey)).error).toBeUndefined()
})

test('no bytes make it fail but as they should', async () => {
  const { server, passkey } = await withPasskey()
  const browser = server.client()
  const bytes = (seed: string, length: number): Buffer =>
    Buffer.concat(
      Array.from({ length: Math.ceil(length / 32) }, (_, at) =>
        createHash('sha256').update(`${seed} ${at}`).digest(),
      ),
    ).subarray(0, length)
  const known = new Set(['passkey_refused', 'bad_parameter'])
  for (const at of Array.from({ length: 200 }).keys()) {
    const noise = bytes(String(at), (at * 37) % 3000)
    const position = at % 37
    const beforeSigning = (head: Buffer): Buffer =>
      at % 2 === 0
        ? Buffer.concat([head.subarray(0, position), noise])
        : Buffer.concat([head.fill(FLAGS | 0xc0, 32, 33), noise])
    const address = `203.0.113.${at}`
    const signed = await signInBy(browser, passkey, { beforeSigning }, { address })
    expect(known).toContain(signed.error)
  }
  const { client } = await server.person()
  const { options, add_ticket } = (await client.call(passkeyCreateOptions, {})).data
  for (const at of Array.from({ length: 200 }).keys()) {
    const cut = (data: Buffer): Buffer => Buffer.concat([data.subarray(0, at), bytes(`${at}`, at)])
    const broken =
      at % 2 === 0 ? { beforeSigning: cut } : { attestationObject: bytes(`o${at}`, at * 9) }
    const { credential } = makePasskey(options, ORIGIN, broken)
    const { error } = await client.call(createPasskey, { credential, add_ticket })
    expect(known).toContain(error)
  }
})

test('a credential of another form, or beyond 12 KiB, is refused at the door', async () => {
  const { server, passkey } = await withPasskey()
  const browser = server.client()
  const good = await answerToSignIn(browser, passkey)
  const bad: unknown[] = [
    { ...good, type: 'password' },
    { ...good, id: 7 },
    { ...good, response: { ...good.response, signature: 'A'.repeat(13 * 1024) } },
    { ...good, response: { ...good.response, clientDataJSON: '===' } },
    [],
    null,
  ]
  for (const credential of bad) {
    const { error } = await browser.call(passkeyLogin, { credential: credential as typeof good })
    expect(error).toBe('bad_parameter')
  }
  const nested = JSON.stringify(good).replace('{', `{"x":${'['.repeat(4000)}${']'.repeat(4000)},`)
  const deep = await browser.call(passkeyLogin, { credential: nested as unknown as typeof good })
  expect(deep.error).toBe('bad_parameter')
  expect((await browser.call(accountInfo, {})).error).toBe('session_expired')
})
