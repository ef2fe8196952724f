import { expect, test } from 'vitest'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import {
  listMethods,
  removeMethod,
  renameMethod,
  verifyRecoveryCode,
} from '#protocol/web/methods.ts'
import {
  createPasskey,
  passkeyCreateOptions,
  passkeyOptions,
  verifyPasskey,
} from '#protocol/web/passkeys.ts'
import { addPasskey, signInBy } from '../../support/passkeys.ts'
import { answerWith, makePasskey } from '../../support/soft-authenticator.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

const settings = { SECOND_VERIFICATION: 'on' }

test('is added, signs in, and is listed, renamed and removed', async () => {
  const server = await createTestServer({ settings })
  const { client, email, userId } = await server.person()
  const begun = (await client.call(passkeyCreateOptions, {})).data
  expect(begun.options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: email },
    excludeCredentials: [],
  })
  expect(Buffer.from(begun.options.user.id, 'base64url')).toHaveLength(32)
  const { passkey, added } = await addPasskey(client)
  expect(added.data).toMatchObject({ method: 'passkey_verify', name: 'Phone', is_synced: 1 })
  expect(added.data.signals).toMatchObject([
    { rp_id: 'localhost', user_handle: passkey.userHandle, credential_ids: [passkey.id] },
  ])
  expect((await server.mail(email))[0]?.subject).toContain('new passkey')
  const again = (await client.call(passkeyCreateOptions, {})).data
  expect(again.options.excludeCredentials).toMatchObject([{ id: passkey.id }])

  const browser = server.client()
  const signedIn = await signInBy(browser, passkey)
  expect(signedIn.data).toMatchObject({ user_id_str: userId, signals: [{ name: email }] })
  expect((await browser.call(accountInfo, {})).data.user_id_str).toBe(userId)

  const id = String(added.data.id)
  expect((await client.call(renameMethod, { id, name: 'Key' })).data.name).toBe('Key')
  const [listed] = (await client.call(listMethods, {})).data.methods
  expect(listed).toMatchObject({ id, name: 'Key', is_suspect: 0 })
  expect(listed?.last_used_at).toBeGreaterThan(0)
  const removed = await client.call(removeMethod, { id })
  expect(removed.data.signals).toMatchObject([{ credential_ids: [] }])
  expect((await server.mail(email))[0]?.subject).toContain('removed')
  expect((await signInBy(server.client(), passkey)).error).toBe('passkey_unknown')
})

test('takes each kind of key, with a counter and without', async () => {
  const server = await createTestServer()
  const { client, userId } = await server.person()
  for (const algorithm of [-7, -8, -257]) {
    const { passkey } = await addPasskey(client, { algorithm, counter: algorithm === -7 ? 1 : 0 })
    for (const _ of [1, 2]) {
      expect((await signInBy(server.client(), passkey)).data.user_id_str).toBe(userId)
    }
  }
})

test('confirms a sign-in on a new browser, and a step of an old session', async () => {
  const server = await createTestServer({ settings })
  const { client, email, password, userId } = await server.person()
  const { passkey } = await addPasskey(client)
  const browser = server.client()
  const asked = await browser.call(passwordLogin, { email, password })
  expect(asked.data.verify_ways).toMatchObject([
    { verify_way: 'passkey_verify' },
    { verify_way: 'email_code_verify' },
    { verify_way: 'recovery_code_verify' },
  ])
  const references = {
    sms_code_key: String(asked.data.sms_code_key),
    verify_ticket: String(asked.data.verify_ticket),
    encrypt_uid: String(asked.data.encrypt_uid),
  }
  const { data } = await browser.call(passkeyOptions, { purpose: 'verify', ...references })
  expect(data.options.allowCredentials).toMatchObject([{ id: passkey.id }])
  const credential = answerWith(passkey, data.options.challenge, ORIGIN, { userHandle: null })
  const passed = await browser.call(verifyPasskey, { credential, ...references })
  expect(passed.data.verify_ticket).toBe(references.verify_ticket)
  const { sms_code_key, verify_ticket } = references
  const options = { params: { sms_code_key, verify_ticket } }
  const done = await browser.call(passwordLogin, { email, password }, options)
  expect(done.data.user_id_str).toBe(userId)

  server.clock.passSeconds(3600)
  expect((await client.call(passkeyCreateOptions, {})).error).toBe('second_verify')
  const step = (await client.call(passkeyOptions, { purpose: 'step_up' })).data.options
  const stepped = await client.call(verifyPasskey, {
    credential: answerWith(passkey, step.challenge, ORIGIN),
  })
  const { ticket } = stepped.data
  expect((await client.call(passkeyCreateOptions, { ticket })).error).toBeUndefined()
})

test('gives the same reply where the same passkey is sent again, with codes in place of the lost ones', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const { options, add_ticket } = (await client.call(passkeyCreateOptions, {})).data
  const aaguid = Buffer.from('d548826e79b4db40a3d811116f7e8349', 'hex')
  const { credential } = makePasskey(options, ORIGIN, { aaguid })
  const first = await client.call(createPasskey, { credential, add_ticket })
  expect(first.data).toMatchObject({ name: 'Bitwarden', provider: 'Bitwarden' })
  const second = await client.call(createPasskey, { credential, add_ticket })
  const { recovery_codes, ...shown } = first.data
  expect(recovery_codes).toHaveLength(10)
  const { recovery_codes: fresh, ...shownAgain } = second.data
  expect(shownAgain).toEqual(shown)
  expect(fresh).toHaveLength(10)
  const recovery_code = fresh?.[0] ?? ''
  const lost = await client.call(verifyRecoveryCode, { recovery_code: recovery_codes?.[0] ?? '' })
  expect(lost.error).toBe('code_error')
  expect((await client.call(verifyRecoveryCode, { recovery_code })).error).toBeUndefined()
  // Whoever has used one has them.
  const third = await client.call(createPasskey, { credential, add_ticket })
  expect(third.data).toEqual(shown)
})
