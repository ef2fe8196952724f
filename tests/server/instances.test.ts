import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { logout } from '#protocol/web/session.ts'
import { sealKey } from '#protocol/web/keys.ts'
import { createTestClock } from '../support/clock.ts'
import { createClient } from '../support/client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../support/test-server.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'passport-two-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('shares sessions between instances, and their end', async () => {
  const [one, two] = await twoServers()
  const { client, userId } = await one.person()
  const other = createClient(two.fetch, ORIGIN)
  for (const [name, value] of client.cookies) other.cookies.set(name, value)
  expect((await other.call(accountInfo, {})).data.user_id_str).toBe(userId)
  await other.call(logout, {})
  expect((await client.call(accountInfo, {})).error).toBe('session_expired')
})

test('lets one of fifty calls on two instances use a code', async () => {
  const [one, two] = await twoServers()
  const email = 'ann@example.com'
  await one.client().call(sendCode, { email, type: 13 })
  const code = await one.codeFor(email)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      (at % 2 === 0 ? one : two).client().call(emailCodeLogin, { email, code }),
    ),
  )
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  const accounts = await one.database.query.selectFrom('accounts').select('id').execute()
  expect(accounts).toHaveLength(1)
})

test('asks to come back while another program holds the database', async () => {
  const [one] = await twoServers()
  const holder = new DatabaseSync(path.join(folder, 'passport.sqlite'))
  holder.exec('begin immediate')
  const startedAt = performance.now()
  const answer = await one.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  holder.exec('rollback')
  holder.close()
  expect(answer.error).toBe('server_busy')
  expect(answer.headers.get('retry-after')).toBe('2')
  expect(performance.now() - startedAt).toBeLessThan(4000)
  const again = await one.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  expect(again.error).toBeUndefined()
})

test('counts wrong passwords and budgets of all instances together', async () => {
  const [one, two] = await twoServers()
  const { email } = await one.person()
  const errors: (string | undefined)[] = []
  for (const server of [one, two, one, two]) {
    const answer = await server.client().call(passwordLogin, { email, password: 'wrong' })
    errors.push(answer.error)
  }
  expect(errors[3]).toBe('captcha_slide')
})

test('sends each message once', async () => {
  const [one, two] = await twoServers()
  for (let sent = 0; sent < 10; sent++) {
    await one.client().call(sendCode, { email: `person${sent}@example.com`, type: 13 })
    two.app.services.outbox.wake()
  }
  await one.app.services.outbox.idle()
  await two.app.services.outbox.idle()
  const messages = await one.database.query.selectFrom('mailbox').select('id').execute()
  expect(messages).toHaveLength(10)
})

test('agrees on one set of sealing keys', async () => {
  const [one, two] = await twoServers()
  const first = await one.client().call(sealKey, {})
  const second = await two.client().call(sealKey, {})
  expect(first.data.keys_json).toBe(second.data.keys_json)
})

async function twoServers(): Promise<[TestServer, TestServer]> {
  const databaseFile = path.join(folder, 'passport.sqlite')
  const clock = createTestClock()
  return await Promise.all([
    createTestServer({ databaseFile, clock }),
    createTestServer({ databaseFile, clock }),
  ])
}
