import { expect, test } from 'vitest'
import { finishRecovery, cancelRecovery, startRecovery } from '#protocol/web/account-recovery.ts'
import { cancelConfirm } from '#protocol/web/account-deletion.ts'
import { errorMessages } from '#protocol/messages/en/errors.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { listMethods, verifyTotp } from '#protocol/web/methods.ts'
import { remindRecoveries } from '../../../server/account-recovery/remind-recoveries.ts'
import { addMobile } from '../../support/account-addresses.ts'
import { addApp, codeOf } from '../../support/authenticator-apps.ts'
import type { Answer, Client } from '../../support/client.ts'
import type { Person } from '../../support/create-people.ts'
import { typeCommand } from '../../support/command.ts'
import {
  createTestServer,
  createTwoServers,
  ORIGIN,
  type TestServer,
} from '../../support/test-server.ts'

const HOUR_SECONDS = 3600
const WAIT_SECONDS = 72 * HOUR_SECONDS

/** Somebody whose account demands an app, which is lost. */
async function lost(): Promise<{ server: TestServer; ann: Person; secret: string }> {
  const server = await createTestServer({})
  const ann = await server.person()
  const { secret } = await addApp(server, ann.client, 'Phone', 2)
  return { server, ann, secret }
}

async function codeTo(server: TestServer, browser: Client, email: string): Promise<string> {
  server.clock.passSeconds(61)
  await browser.call(sendCode, { email, type: 40 })
  return await server.codeFor(email)
}

async function start(server: TestServer, browser: Client, email: string): Promise<Answer> {
  const code = await codeTo(server, browser, email)
  return await browser.call(startRecovery, { email, code })
}

async function finish(
  server: TestServer,
  browser: Client,
  email: string,
  recovery_key: string,
): Promise<Answer> {
  const code = await codeTo(server, browser, email)
  return await browser.call(finishRecovery, { email, code, recovery_key })
}

async function toldTimes({ app }: TestServer, { email }: Person): Promise<number> {
  await app.services.outboxWorker.idle()
  const mails = await app.services.mailbox.list(100, email)
  return mails.filter(({ subject }) => subject.includes('get back into')).length
}

test('opens the account after the wait, without its methods, and restricts it for a day', async () => {
  const { server, ann } = await lost()
  const browser = server.client()
  const { data, error } = await start(server, browser, ann.email)
  expect(error).toBeUndefined()
  const key = String(data.recovery_key)
  const { data: info } = await ann.client.call(accountInfo, {})
  expect(info.recovery_ready_at).toBe(data.ready_at)
  expect(data.ready_at).toBe(Math.floor(server.clock.now() / 1000) + WAIT_SECONDS)
  expect((await finish(server, browser, ann.email, key)).error).toBe('recovery_waiting')

  server.clock.passSeconds(WAIT_SECONDS)
  expect((await finish(server, browser, ann.email, 'x'.repeat(43))).error).toBe('ticket_expired')
  const opened = await finish(server, browser, ann.email, key)
  expect([opened.error, opened.data.user_id]).toEqual([undefined, Number(ann.userId)])
  const { data: listed } = await browser.call(listMethods, {})
  expect([listed.methods, listed.codes_left, listed.required_level]).toEqual([[], 0, 1])
  expect((await ann.client.call(accountInfo, {})).error).toBe('session_expired')
  // The key works once.
  expect((await finish(server, browser, ann.email, key)).error).toBe('ticket_expired')

  expect((await addMobile(server, browser, '+819087654321')).error).toBe('recovery_waiting')
  const token = 'x'.repeat(43)
  const close = { value_ticket: token, token, cancel_ticket: token, abandon: 1 } as const
  const refused = await browser.call(cancelConfirm, close)
  expect(refused.error).toBe('recovery_waiting')
  expect(refused.data.description).toContain('recovered less than a day ago')
})

test('tells every address at the start, half-way and at the end, once each', async () => {
  const { server, ann } = await lost()
  await start(server, server.client(), ann.email)
  const told = (): Promise<number> => toldTimes(server, ann)
  const remind = (): Promise<void> => remindRecoveries(server.app.services)
  await remind()
  expect(await told()).toBe(1)
  server.clock.passSeconds(WAIT_SECONDS / 2)
  await Promise.all([remind(), remind()])
  await remind()
  expect(await told()).toBe(2)
  server.clock.passSeconds(WAIT_SECONDS / 2)
  await remind()
  await remind()
  expect(await told()).toBe(3)
})

test('is ended by whoever is signed in, and by a sign-in with a method', async () => {
  const { server, ann, secret } = await lost()
  const thief = server.client()
  const { data } = await start(server, thief, ann.email)
  await ann.client.call(cancelRecovery, {})
  server.clock.passSeconds(WAIT_SECONDS)
  const cancelled = await finish(server, thief, ann.email, String(data.recovery_key))
  expect(cancelled.error).toBe('ticket_expired')

  const { data: second } = await start(server, thief, ann.email)
  const browser = server.client()
  const login = { email: ann.email, password: ann.password }
  const { data: asked } = await browser.call(passwordLogin, login)
  const params = {
    sms_code_key: String(asked.sms_code_key),
    verify_ticket: String(asked.verify_ticket),
  }
  const references = { ...params, encrypt_uid: String(asked.encrypt_uid) }
  const proof = { code: codeOf(server, secret), ...references }
  expect((await browser.call(verifyTotp, proof)).error).toBeUndefined()
  expect((await browser.call(passwordLogin, login, { params })).error).toBeUndefined()
  server.clock.passSeconds(WAIT_SECONDS)
  const late = await finish(server, thief, ann.email, String(second.recovery_key))
  expect(late.error).toBe('ticket_expired')
})

test('is ended by a step that its owner confirms with a method meanwhile', async () => {
  const { server, ann } = await lost()
  const browser = server.client()
  const { data } = await start(server, browser, ann.email)
  server.clock.passSeconds(HOUR_SECONDS)
  // As a step of the account that the app confirmed, whose session stays at its level.
  const used = { lastUsedAt: server.clock.now() }
  await server.database.query.updateTable('authenticatorApps').set(used).execute()
  server.clock.passSeconds(WAIT_SECONDS)
  const { error } = await finish(server, browser, ann.email, String(data.recovery_key))
  expect(error).toBe('ticket_expired')
  const apps = await server.database.query.selectFrom('authenticatorApps').selectAll().execute()
  expect(apps).toHaveLength(1)
})

test('is ended by "This was not me" in a reminder, too', async () => {
  const { server, ann } = await lost()
  const thief = server.client()
  const { data } = await start(server, thief, ann.email)
  server.clock.passSeconds(WAIT_SECONDS / 2)
  await remindRecoveries(server.app.services)
  await server.app.services.outboxWorker.idle()
  const [reminder] = await server.app.services.mailbox.list(1, ann.email)
  const link = /http\S+\/form\/not-me\?\S+/.exec(reminder?.body ?? '')?.[0] ?? ''
  const fields = Object.fromEntries(new URL(link).searchParams)
  expect(await (await server.client().form('/form/not-me', fields)).text()).toContain('recovery')
  server.clock.passSeconds(WAIT_SECONDS / 2)
  const late = await finish(server, thief, ann.email, String(data.recovery_key))
  expect(late.error).toBe('ticket_expired')
})

test('restricts the account for a day, also where another one is asked for', async () => {
  const { server, ann } = await lost()
  const thief = server.client()
  const { data } = await start(server, thief, ann.email)
  server.clock.passSeconds(WAIT_SECONDS)
  await finish(server, thief, ann.email, String(data.recovery_key))
  await addApp(server, thief, 'Mine', 2)
  expect((await start(server, thief, ann.email)).error).toBe('recovery_waiting')
  server.clock.passSeconds(24 * HOUR_SECONDS)
  expect((await start(server, thief, ann.email)).error).toBeUndefined()
})

test('says nothing more where it was switched off meanwhile', async () => {
  const { server, ann } = await lost()
  await start(server, server.client(), ann.email)
  server.clock.passSeconds(WAIT_SECONDS / 2)
  const { services } = server.app
  await remindRecoveries({ ...services, config: { ...services.config, RECOVERY_HOURS: 0 } })
  expect(await toldTimes(server, ann)).toBe(1)
})

test('is not begun anew while it runs, for accounts that ask for nothing, or where it is off', async () => {
  const { server, ann } = await lost()
  const browser = server.client()
  const first = await start(server, browser, ann.email)
  server.clock.passSeconds(HOUR_SECONDS)
  const again = await start(server, browser, ann.email)
  expect([again.error, again.data.ready_at]).toEqual(['recovery_waiting', first.data.ready_at])

  const ben = await server.person()
  expect((await start(server, browser, ben.email)).error).toBe('recovery_needless')
  const off = await createTestServer({ settings: { RECOVERY_HOURS: '0' } })
  const cat = await off.person()
  expect((await start(off, off.client(), cat.email)).error).toBe('recovery_off')
  // Neither call nor plain page sends a code.
  const mails = (await off.mail(cat.email)).length
  const asked = await off.client().call(sendCode, { email: cat.email, type: 40 })
  expect(asked.error).toBe('recovery_off')
  const plain = off.client()
  const shown = await off.fetch(new Request(`${ORIGIN}/form/recover`))
  for (const page of [shown, await plain.form('/form/recover', { address: cat.email })]) {
    const html = await page.text()
    expect(html).toContain(errorMessages.recovery_off)
    expect(html).not.toContain('name="address"')
  }
  await off.settled()
  expect(await off.mail(cat.email)).toHaveLength(mails)
})

test('says the same of a wrong code whether there is an account or not', async () => {
  const { server, ann } = await lost()
  const browser = server.client()
  const answers = []
  for (const email of [ann.email, 'nobody@example.com']) {
    await browser.call(sendCode, { email, type: 40 })
    const { error, status } = await browser.call(startRecovery, { email, code: '000000' })
    answers.push([error, status])
  }
  expect(answers[0]).toEqual(answers[1])
})

test('of many that finish it on two instances one wins', async () => {
  const servers = await createTwoServers({})
  const [server] = servers
  const ann = await server.person()
  await addApp(server, ann.client, 'Phone', 2)
  const { data } = await start(server, server.client(), ann.email)
  server.clock.passSeconds(WAIT_SECONDS)
  const code = await codeTo(server, server.client(), ann.email)
  const proof = { email: ann.email, code, recovery_key: String(data.recovery_key) }
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      (servers[at % 2] ?? server).client().call(finishRecovery, proof),
    ),
  )
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
})

test('leads back without scripts, by the key that the browser keeps', async () => {
  const { server, ann } = await lost()
  const browser = server.client()
  const { email, password } = ann
  const step = await browser.form('/form/login', { account: email, password })
  expect(await step.text()).toContain('href="/form/recover?language=en"')
  const address = { address: email }
  const wrong = await browser.form('/form/recover', { address: 'nobody@' })
  expect(await wrong.text()).toContain('aria-invalid')
  const post = async (more: Record<string, string> = {}, from = browser): Promise<string> => {
    server.clock.passSeconds(61)
    await from.form('/form/recover', address)
    const code = await server.codeFor(email)
    const reply = await from.form('/form/recover', { ...address, code, ...more })
    return reply.headers.get('location') ?? (await reply.text())
  }
  const begun = await post()
  expect(begun).toContain('The wait has begun')
  const [key = ''] = /[\w-]{43}(?=<)/.exec(begun) ?? []
  const waiting = await post()
  expect(waiting).toContain('The wait is not over')
  expect(waiting).not.toContain('begin again')
  // Whose reply was lost, or who is elsewhere, has to know that a key is needed.
  expect(await post({}, server.client())).toContain('If the key never reached you')
  server.clock.passSeconds(WAIT_SECONDS)
  expect(await post({ key: 'x'.repeat(43) })).toContain('role="alert"')
  expect(key).not.toBe('')
  expect(await post({ language: 'ja' })).toBe('/ja/account-setting/security')
  const { data } = await browser.call(accountInfo, {})
  expect(data.user_id).toBe(Number(ann.userId))
})

test('leaves no key in the browser where the deletion of the account is still to be cancelled', async () => {
  const { server, ann } = await lost()
  const browser = server.client()
  const address = { address: ann.email }
  const post = async (): Promise<string> => {
    server.clock.passSeconds(61)
    await browser.form('/form/recover', address)
    const code = await server.codeFor(ann.email)
    return await (await browser.form('/form/recover', { ...address, code })).text()
  }
  await post()
  expect(browser.cookies.get('account_recovery')).toMatch(/^[\w-]{43}$/)
  const { query } = server.database
  const cancelAt = server.clock.now() + 15 * 86_400_000
  await query.updateTable('accounts').set({ state: 'cancelling', cancelAt }).execute()
  server.clock.passSeconds(WAIT_SECONDS)
  expect(await post()).toContain('name="keep"')
  expect(browser.cookies.get('account_recovery')).toBeUndefined()
})

test('is begun by an operator, who cannot shorten the wait', async () => {
  const { server, ann } = await lost()
  const { output: printed } = await typeCommand(server, ['user', 'recover', ann.email])
  const [, key = ''] = /Key: ([\w-]{43})/.exec(printed) ?? []
  const browser = server.client()
  expect((await finish(server, browser, ann.email, key)).error).toBe('recovery_waiting')
  server.clock.passSeconds(WAIT_SECONDS)
  expect((await finish(server, browser, ann.email, key)).error).toBeUndefined()
})
