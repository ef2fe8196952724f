import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import {
  beginTotp,
  addTotp,
  listMethods,
  makeRecoveryCodes,
  removeMethod,
  verifyRecoveryCode,
  verifyTotp,
} from '#protocol/web/methods.ts'
import { exportData } from '#protocol/web/personal-data.ts'
import { addApp, codeOf } from '../../support/authenticator-apps.ts'
import type { Answer, Client } from '../../support/client.ts'
import type { Person } from '../../support/create-people.ts'
import { createTestServer, createTwoServers, type TestServer } from '../../support/test-server.ts'

const settings = { SECOND_VERIFICATION: 'on' }

interface Scene {
  server: TestServer
  ann: Person
  secret: string
  /** Id of the app. */
  id: string
  codes: string[]
}

async function withCodes(): Promise<Scene> {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const { secret, added, codes } = await addApp(server, ann.client)
  return { server, ann, secret, id: String(added.data.id), codes }
}

interface Begun {
  asked: Answer
  references: { sms_code_key: string; verify_ticket: string; encrypt_uid: string }
  again: () => Promise<Answer>
}

/** Signs in on a browser that has to confirm it. */
async function begin(browser: Client, { email, password }: Person): Promise<Begun> {
  const asked = await browser.call(passwordLogin, { email, password })
  const text = (name: string): string => String(asked.data[name])
  const params = { sms_code_key: text('sms_code_key'), verify_ticket: text('verify_ticket') }
  return {
    asked,
    references: { ...params, encrypt_uid: text('encrypt_uid') },
    again: () => browser.call(passwordLogin, { email, password }, { params }),
  }
}

const left = async ({ client }: Person): Promise<number> =>
  (await client.call(listMethods, {})).data.codes_left

/** Types a recovery code in the session. */
const enter = (client: Client, code = ''): Promise<Answer> =>
  client.call(verifyRecoveryCode, { recovery_code: code })

test('come with the first app, ten that differ, and are shown once', async () => {
  const { server, ann, codes } = await withCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
  expect(await left(ann)).toBe(10)
  const second = await addApp(server, ann.client, 'Tablet')
  expect(second.added.data).not.toHaveProperty('recovery_codes')
  const { data } = await ann.client.call(listMethods, {})
  expect(JSON.stringify(data)).not.toContain(codes[0])
  expect((await ann.client.call(exportData, {})).data).toMatchObject({ recovery_codes_left: 10 })
})

test('confirms a sign-in in place of the app, however it is typed, and tells the owner', async () => {
  const { server, ann, codes } = await withCodes()
  const browser = server.client()
  const { asked, references, again } = await begin(browser, ann)
  expect(JSON.stringify(asked.data.verify_ways)).toContain('recovery_code_verify')
  const [code = ''] = codes
  const typed = ` ${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}`
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
  const passed = await browser.call(verifyRecoveryCode, { recovery_code: typed, ...references })
  expect(passed.data).toMatchObject({ left: 9, verify_ticket: references.verify_ticket })
  expect((await again()).data.user_id_str).toBe(ann.userId)
  const [notice] = await server.mail(ann.email)
  expect(notice?.subject).toContain('recovery code was used')
  expect(notice?.body).toContain('/form/not-me')

  const other = await begin(server.client(), ann)
  const used = await browser.call(verifyRecoveryCode, { recovery_code: code, ...other.references })
  expect(used.error).toBe('ticket_expired')
  expect((await enter(ann.client, code)).error).toBe('code_used')
  expect(await left(ann)).toBe(9)
})

test('works once, however many calls send it to two instances', async () => {
  const [one, two] = await createTwoServers({ settings })
  const ann = await one.person()
  const [code = ''] = (await addApp(one, ann.client)).codes
  const there = two.client()
  for (const [name, value] of ann.client.cookies) there.cookies.set(name, value)
  // Its reply has the CSRF token.
  await there.call(accountInfo, {})
  const calls = Array.from({ length: 100 }, (_, at) =>
    (at % 2 === 0 ? ann.client : there).call(
      verifyRecoveryCode,
      { recovery_code: code },
      { params: { fp: ann.client.webId } },
    ),
  )
  const errors = (await Promise.all(calls)).map(({ error }) => error)
  expect(errors.filter((error) => error === undefined)).toHaveLength(1)
  const others = new Set([undefined, 'code_used', 'code_locked', 'server_busy'])
  expect(errors.filter((error) => !others.has(error))).toEqual([])
  expect(await left(ann)).toBe(9)
})

test('dies when others are made, which takes a recent proof and tells the owner', async () => {
  const { server, ann, codes } = await withCodes()
  server.clock.passSeconds(601)
  expect((await ann.client.call(makeRecoveryCodes, {})).error).toBe('second_verify')
  const proved = await enter(ann.client, codes[0])
  const { ticket } = proved.data
  const made = await ann.client.call(makeRecoveryCodes, { ticket: String(ticket) })
  expect(made.data.codes).toHaveLength(10)
  expect((await server.mail(ann.email))[0]?.subject).toContain('new recovery codes')
  expect((await enter(ann.client, codes[1])).error).toBe('code_error')
  expect((await enter(ann.client, made.data.codes[0])).data).toMatchObject({ left: 9 })
  const again = await ann.client.call(makeRecoveryCodes, { ticket: String(ticket) })
  expect(again.error).toBe('ticket_expired')
})

test('stands in only for an app: goes with the last one, and comes with the next', async () => {
  const { server, ann, id, codes } = await withCodes()
  // The way of somebody who lost a phone: in by a code, the lost app out, a new one in.
  const browser = server.client()
  const { references, again } = await begin(browser, ann)
  await browser.call(verifyRecoveryCode, { recovery_code: codes[0] ?? '', ...references })
  await again()
  expect((await browser.call(removeMethod, { id })).error).toBeUndefined()
  expect(await left(ann)).toBe(0)
  expect((await enter(browser, codes[1])).error).toBe('code_error')
  expect((await browser.call(makeRecoveryCodes, {})).error).toBe('method_not_found')
  const { asked } = await begin(server.client(), ann)
  expect(JSON.stringify(asked.data.verify_ways)).not.toContain('recovery_code_verify')
  expect((await addApp(server, browser)).codes).toHaveLength(10)
})

test('brings new ones with the app that replaces a lost one which each sign-in asks for', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const { added, codes } = await addApp(server, ann.client, 'Lost', 2)
  const id = String(added.data.id)
  const browser = server.client()
  const { references, again } = await begin(browser, ann)
  await browser.call(verifyRecoveryCode, { recovery_code: codes[0] ?? '', ...references })
  await again()
  expect((await browser.call(removeMethod, { id })).error).toBe('last_binding')
  expect(await left(ann)).toBe(9)
  const replaced = await addApp(server, browser, 'New')
  expect(replaced.codes).toHaveLength(10)
  expect((await server.mail(ann.email)).map(({ subject }) => subject).join()).toContain(
    'new recovery codes',
  )
  expect((await browser.call(removeMethod, { id })).error).toBeUndefined()
  expect((await enter(browser, codes[1])).error).toBe('code_error')
  expect((await enter(browser, replaced.codes[0])).data).toMatchObject({ left: 9 })
})

test('is offered only while one is left', async () => {
  const { server, ann, codes } = await withCodes()
  for (const code of codes) expect((await enter(ann.client, code)).error).toBeUndefined()
  expect(await left(ann)).toBe(0)
  const browser = server.client()
  const { asked, references } = await begin(browser, ann)
  expect(JSON.stringify(asked.data.verify_ways)).not.toContain('recovery_code_verify')
  const call = { recovery_code: codes[0] ?? '', ...references }
  expect((await browser.call(verifyRecoveryCode, call)).error).toBe('ticket_expired')
})

test('belongs to one account and one session', async () => {
  const { server, ann, codes } = await withCodes()
  const bob = await server.person()
  await addApp(server, bob.client)
  expect((await enter(bob.client, codes[0])).error).toBe('code_error')
  expect((await enter(server.client(), codes[0])).error).toBe('session_expired')
  expect((await enter(ann.client, 'too short')).error).toBe('bad_parameter')
  const { references } = await begin(server.client(), ann)
  const elsewhere = { recovery_code: codes[0] ?? '', ...references }
  expect((await server.client().call(verifyRecoveryCode, elsewhere)).error).toBe('ticket_expired')
})

test('is made ten times a day at most', async () => {
  const { ann } = await withCodes()
  for (let set = 0; set < 10; set++) {
    expect((await ann.client.call(makeRecoveryCodes, {})).error).toBeUndefined()
  }
  const late = await ann.client.call(makeRecoveryCodes, {})
  expect(late).toMatchObject({ error: 'too_often', data: { retry_after: 86_400 } })
})

test('leaves no code in a copy of the database', async () => {
  const { server, ann, codes } = await withCodes()
  await enter(ann.client, codes[0])
  const { query } = server.database
  const kept = JSON.stringify([
    await query.selectFrom('recoveryCodes').selectAll().execute(),
    await query.selectFrom('tickets').selectAll().execute(),
    await query.selectFrom('securityEvents').selectAll().execute(),
    await query.selectFrom('outbox').selectAll().execute(),
    await query.selectFrom('mailbox').selectAll().execute(),
  ]).toUpperCase()
  for (const code of codes) expect(kept).not.toContain(code)
  const rows = await query.selectFrom('recoveryCodes').selectAll().execute()
  expect(new Set(rows.map(({ salt }) => salt)).size).toBe(1)
  expect(rows[0]?.salt).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$/)
})

test('makes wrong codes of apps and recovery codes wait, longer each time, and then closes', async () => {
  const { server, ann, secret, codes } = await withCodes()
  const browser = server.client()
  const wrong = codeOf(server, secret, 99)
  const waits: unknown[] = []
  let tries = 0
  // Somebody who has the password, on browsers that nobody knows.
  while (tries < 100) {
    const { references } = await begin(browser, ann)
    for (let at = 0; at < 5 && tries < 100; at++) {
      const call =
        tries % 2 === 0
          ? browser.call(verifyTotp, { code: wrong, ...references })
          : browser.call(verifyRecoveryCode, { recovery_code: 'W'.repeat(16), ...references })
      const { error, data } = await call
      if (error === 'code_error') {
        tries += 1
        continue
      }
      expect(error).toBe('code_locked')
      waits.push(data.retry_after)
      server.clock.passSeconds(Number(data.retry_after))
      break
    }
  }
  expect(waits.slice(0, 6)).toEqual([64, 128, 256, 512, 900, 900])
  server.clock.passSeconds(3600)
  const { references, again } = await begin(browser, ann)
  const closed = await browser.call(verifyTotp, { code: codeOf(server, secret), ...references })
  expect(closed).toMatchObject({ error: 'code_locked', data: { retry_after: 86_400 - 3600 } })
  const call = { recovery_code: codes[0] ?? '', ...references }
  expect((await browser.call(verifyRecoveryCode, call)).error).toBe('code_locked')
  expect((await again()).error).toBe('second_verify')

  // A code by mail is another method, and opens it.
  await browser.call(sendCode, { email: ann.email, type: 13 })
  const code = await server.codeFor(ann.email)
  expect((await browser.call(emailCodeLogin, { email: ann.email, code })).error).toBeUndefined()
  const stranger = server.client()
  const open = await begin(stranger, ann)
  const right = { code: codeOf(server, secret), ...open.references }
  expect((await stranger.call(verifyTotp, right)).error).toBeUndefined()
})

test('closes to strangers alone: the owner’s browser goes on, opens it, and a day does', async () => {
  const { server, ann, secret, codes } = await withCodes()
  const { proofAttempts } = server.app.services
  const tries = { failures: 100, updatedAt: server.clock.now() }
  const close = async (): Promise<void> => {
    const lockedUntil = server.clock.now() + 86_400_000
    const row = { key: proofAttempts.keyFor(ann.userId), ...tries, lockedUntil }
    await server.database.query.insertInto('attemptLimits').values(row).execute()
  }
  const stranger = server.client()
  const error = async (code: string): Promise<string | undefined> => {
    const { references } = await begin(stranger, ann)
    const call = { recovery_code: code, ...references }
    return (await stranger.call(verifyRecoveryCode, call)).error
  }
  await close()
  expect(await error(codes[0] ?? '')).toBe('code_locked')
  expect((await ann.client.call(verifyTotp, { code: codeOf(server, secret) })).error).toBe(
    undefined,
  )
  expect(await error(codes[0] ?? '')).toBeUndefined()

  await close()
  server.clock.passSeconds(86_400)
  expect(await error('W'.repeat(16))).toBe('code_error')
  expect(await error(codes[1] ?? '')).toBe('code_locked')
  server.clock.passSeconds(86_400)
  expect(await error(codes[1] ?? '')).toBeUndefined()
})

test('is not reopened by the password alone', async () => {
  const { server, ann, secret } = await withCodes()
  const wrong = codeOf(server, secret, 99)
  for (let tries = 0; tries < 6; tries++) await ann.client.call(verifyTotp, { code: wrong })
  const { email, password } = ann
  expect((await ann.client.call(passwordLogin, { email, password })).error).toBeUndefined()
  const waiting = await ann.client.call(verifyTotp, { code: codeOf(server, secret) })
  expect(waiting.error).toBe('code_locked')
})

test('needs an app that was added: one that was only begun proves nothing', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const { secret } = (await ann.client.call(beginTotp, {})).data
  expect((await ann.client.call(verifyTotp, { code: codeOf(server, secret) })).error).toBe(
    'code_error',
  )
  expect((await enter(ann.client, 'W'.repeat(16))).error).toBe('code_error')
  expect(await left(ann)).toBe(0)
})

test('comes with an app that one instance began to add and another finishes', async () => {
  const [one, two] = await createTwoServers({ settings })
  const ann = await one.person()
  const { data } = await ann.client.call(beginTotp, {})
  await one.app.close()
  const there = two.client()
  for (const [name, value] of ann.client.cookies) there.cookies.set(name, value)
  await there.call(accountInfo, {})
  const { add_ticket, secret } = data
  const call = { add_ticket, name: 'Phone', code: codeOf(two, secret) }
  const added = await there.call(addTotp, call)
  expect(added.data.recovery_codes).toHaveLength(10)
})
