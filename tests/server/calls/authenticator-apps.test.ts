import { expect, test } from 'vitest'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import {
  addTotp,
  beginTotp,
  listMethods,
  removeMethod,
  renameMethod,
  verifyRecoveryCode,
  verifyTotp,
} from '#protocol/web/methods.ts'
import { changePassword } from '#protocol/web/password.ts'
import { exportData } from '#protocol/web/personal-data.ts'
import { logout } from '#protocol/web/session.ts'
import { addApp, codeOf } from '../../support/authenticator-apps.ts'
import type { Answer, CallOptions, Client } from '../../support/client.ts'
import type { Person } from '../../support/create-people.ts'
import { createTestServer, createTwoServers, type TestServer } from '../../support/test-server.ts'

const settings = { SECOND_VERIFICATION: 'on' }

interface References {
  sms_code_key: string
  verify_ticket: string
  encrypt_uid: string
}

/** Signs in on a browser that has to confirm it; the call with the references is the second try. */
async function begin(
  browser: Client,
  { email, password }: Person,
): Promise<{ asked: Answer; references: References; again: () => Promise<Answer> }> {
  const asked = await browser.call(passwordLogin, { email, password })
  const { sms_code_key, verify_ticket, encrypt_uid } = asked.data
  const references = {
    sms_code_key: String(sms_code_key),
    verify_ticket: String(verify_ticket),
    encrypt_uid: String(encrypt_uid),
  }
  const options: CallOptions = {
    params: { sms_code_key: references.sms_code_key, verify_ticket: references.verify_ticket },
  }
  return {
    asked,
    references,
    again: () => browser.call(passwordLogin, { email, password }, options),
  }
}

async function withApp(): Promise<{ server: TestServer; ann: Person; secret: string; id: string }> {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const { secret, added } = await addApp(server, ann.client)
  return { server, ann, secret, id: String(added.data.id) }
}

test('is added by its first code, listed without its secret, renamed and removed', async () => {
  const server = await createTestServer({ settings })
  const { client, email } = await server.person()
  const { data } = await client.call(beginTotp, {})
  const { add_ticket, secret, uri } = data
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toContain(`:${encodeURIComponent(email)}?`)
  expect(new URL(uri).searchParams.get('secret')).toBe(secret)
  expect(Buffer.from(data.qrcode, 'base64').subarray(1, 4).toString()).toBe('PNG')

  const name = 'Phone'
  const wrong = await client.call(addTotp, { add_ticket, name, code: codeOf(server, secret, 4) })
  expect(wrong.error).toBe('code_error')
  const code = codeOf(server, secret)
  const app = { add_ticket, name, code, required_level: 1 } as const
  const added = await client.call(addTotp, app)
  expect(added.data).toMatchObject({ method: 'totp_verify', name, last_used_at: 0 })

  const { id } = added.data
  expect((await client.call(renameMethod, { id, name: 'Tablet' })).data.name).toBe('Tablet')
  const { methods } = (await client.call(listMethods, {})).data
  expect(methods).toMatchObject([{ id, name: 'Tablet' }])
  expect(JSON.stringify(methods)).not.toContain(secret)
  expect((await server.mail(email))[0]?.subject).toContain('new authenticator app')

  expect((await client.call(removeMethod, { id })).error).toBeUndefined()
  expect((await client.call(listMethods, {})).data.methods).toEqual([])
  expect((await client.call(removeMethod, { id })).error).toBe('method_not_found')
  expect((await server.mail(email))[0]?.subject).toContain('was removed')
})

test('confirms a sign-in on a new browser, without a mail', async () => {
  const { server, ann, secret } = await withApp()
  const mails = (await server.mail(ann.email)).length
  const browser = server.client()
  const { asked, references, again } = await begin(browser, ann)
  expect(asked.data.verify_ways).toMatchObject([
    { verify_way: 'totp_verify' },
    { verify_way: 'email_code_verify' },
    { verify_way: 'recovery_code_verify' },
  ])
  const code = codeOf(server, secret)
  const passed = await browser.call(verifyTotp, { code, ...references })
  expect(passed.data.verify_ticket).toBe(references.verify_ticket)
  expect((await again()).data.user_id_str).toBe(ann.userId)
  expect(await server.mail(ann.email)).toHaveLength(mails)
  const { methods } = (await browser.call(listMethods, {})).data
  expect(methods[0]?.last_used_at).toBeGreaterThan(0)
})

test('takes each code once, however many calls send it to two instances', async () => {
  const [one, two] = await createTwoServers({ settings })
  const ann = await one.person()
  const { secret } = await addApp(one, ann.client)
  const code = codeOf(one, secret)
  const there = two.client()
  for (const [name, value] of ann.client.cookies) there.cookies.set(name, value)
  // Its reply has the CSRF token.
  await there.call(accountInfo, {})
  const calls = Array.from({ length: 100 }, (_, at) =>
    (at % 2 === 0 ? ann.client : there).call(
      verifyTotp,
      { code },
      { params: { fp: ann.client.webId } },
    ),
  )
  const errors = (await Promise.all(calls)).map(({ error }) => error)
  expect(errors.filter((error) => error === undefined)).toHaveLength(1)
  const others = new Set([undefined, 'code_used', 'code_locked'])
  expect(errors.filter((error) => !others.has(error))).toEqual([])
})

test('takes the code before and after the present one, but none before one that was used', async () => {
  const { server, ann, secret } = await withApp()
  const verify = async (steps: number): Promise<string | undefined> =>
    (await ann.client.call(verifyTotp, { code: codeOf(server, secret, steps) })).error
  // The code that added the app was one step ago.
  expect(await verify(-1)).toBe('code_used')
  expect(await verify(-2)).toBe('code_error')
  expect(await verify(2)).toBe('code_error')
  expect(await verify(1)).toBeUndefined()
  expect(await verify(0)).toBe('code_used')
  server.clock.passSeconds(60)
  expect(await verify(0)).toBeUndefined()
})

test('compares six of many wrong codes that come at once, and makes the others wait', async () => {
  const { server, ann, secret } = await withApp()
  const code = codeOf(server, secret, 9)
  const calls = Array.from({ length: 120 }, () => ann.client.call(verifyTotp, { code }))
  const errors = (await Promise.all(calls)).map(({ error }) => error)
  expect(errors.filter((error) => error === 'code_error')).toHaveLength(6)
  expect(new Set(errors)).toEqual(new Set(['code_error', 'code_locked']))
})

test('passes only a verification of its own account, in the same browser', async () => {
  const { server, ann } = await withApp()
  const bob = await server.person()
  const { secret } = await addApp(server, bob.client)
  const browser = server.client()
  const { references, again } = await begin(browser, ann)
  const code = codeOf(server, secret)
  expect((await browser.call(verifyTotp, { code, ...references })).error).toBe('code_error')
  const elsewhere = await server.client().call(verifyTotp, { code, ...references })
  expect(elsewhere.error).toBe('ticket_expired')
  expect((await again()).error).toBe('second_verify')
  expect((await server.client().call(verifyTotp, { code })).error).toBe('session_expired')
})

test('is not offered where there is none, nor accepted', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const browser = server.client()
  const { references } = await begin(browser, ann)
  const refused = await browser.call(verifyTotp, { code: '123456', ...references })
  expect(refused.error).toBe('ticket_expired')
})

test('needs a recent proof to be added or removed; its own code is one', async () => {
  const { server, ann, secret, id } = await withApp()
  server.clock.passSeconds(601)
  expect((await ann.client.call(beginTotp, {})).error).toBe('second_verify')
  expect((await ann.client.call(removeMethod, { id })).error).toBe('second_verify')
  const proved = await ann.client.call(verifyTotp, { code: codeOf(server, secret) })
  const { ticket } = proved.data
  expect((await ann.client.call(removeMethod, { id, ticket })).error).toBeUndefined()
})

test('is added only in the session that began it', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const { add_ticket, secret } = (await ann.client.call(beginTotp, {})).data
  const call = { add_ticket, name: 'Phone', code: codeOf(server, secret) }
  const { email, password } = ann
  const other = server.client()
  await other.call(passwordLogin, { email, password })
  expect((await other.call(addTotp, call)).error).toBe('ticket_expired')
  const bob = await server.person()
  expect((await bob.client.call(addTotp, call)).error).toBe('ticket_expired')
  // A new password ends what was begun.
  await ann.client.call(changePassword, { current_password: password, password: 'calm river 42' })
  expect((await ann.client.call(addTotp, call)).error).toBe('ticket_expired')
  await ann.client.call(logout, {})
  expect((await ann.client.call(addTotp, call)).error).toBe('session_expired')
})

test('is found by the same call after a lost reply, with codes in place of those nobody saw', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const { add_ticket, secret } = (await client.call(beginTotp, {})).data
  const call = { add_ticket, name: 'Phone', code: codeOf(server, secret) }
  const lost = (await client.call(addTotp, call)).data
  const { recovery_codes, ...shown } = (await client.call(addTotp, call)).data
  expect(recovery_codes).toHaveLength(10)
  expect(lost).toMatchObject(shown)
  const { methods, ...account } = (await client.call(listMethods, {})).data
  expect(methods.map(({ id }) => id)).toEqual([shown.id])
  expect(account).toMatchObject({ codes_left: 10, required_level: 2 })
  const [unseen = '', seen = ''] = [lost.recovery_codes?.[0], recovery_codes?.[0]]
  expect((await client.call(verifyRecoveryCode, { recovery_code: unseen })).error).toBe(
    'code_error',
  )
  const used = await client.call(verifyRecoveryCode, { recovery_code: seen })
  expect(used.error).toBeUndefined()
  // Whoever has used one has them; and after ten minutes the ticket finds nothing.
  expect((await client.call(addTotp, call)).data).toEqual(shown)
  server.clock.passSeconds(601)
  expect((await client.call(addTotp, call)).error).toBe('ticket_expired')
})

test('brings ten sets of codes a day to whoever repeats the call', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const { add_ticket, secret } = (await client.call(beginTotp, {})).data
  const call = { add_ticket, name: 'Phone', code: codeOf(server, secret) }
  for (let sets = 0; sets < 11; sets += 1) {
    expect((await client.call(addTotp, call)).error).toBeUndefined()
  }
  expect((await client.call(addTotp, call)).error).toBe('too_often')
})

test('belongs to one account, which has three at most', async () => {
  const { server, ann, id } = await withApp()
  const { client } = await server.person()
  expect((await client.call(removeMethod, { id })).error).toBe('method_not_found')
  expect((await client.call(renameMethod, { id, name: 'Mine' })).error).toBe('method_not_found')
  expect((await client.call(listMethods, {})).data.methods).toEqual([])
  const third = await ann.client.call(beginTotp, {})
  await addApp(server, ann.client, 'Tablet')
  await addApp(server, ann.client, 'Desktop')
  expect((await ann.client.call(beginTotp, {})).error).toBe('method_limit')
  const { add_ticket, secret } = third.data
  const late = { add_ticket, name: 'Watch', code: codeOf(server, secret) }
  expect((await ann.client.call(addTotp, late)).error).toBe('method_limit')
})

test('keeps no secret that a copy of the database shows, and exports none', async () => {
  const { server, ann, secret } = await withApp()
  const begun = (await ann.client.call(beginTotp, {})).data
  const { query } = server.database
  const kept = JSON.stringify([
    await query.selectFrom('authenticatorApps').selectAll().execute(),
    await query.selectFrom('tickets').selectAll().execute(),
  ])
  for (const shown of [secret, begun.secret]) expect(kept).not.toContain(shown)
  const exported = (await ann.client.call(exportData, {})).data
  expect(exported.methods).toMatchObject([{ name: 'Phone' }])
  expect(JSON.stringify(exported)).not.toContain(secret)
})
