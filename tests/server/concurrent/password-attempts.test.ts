import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { resetByEmail } from '#protocol/web/password.ts'
import { readConfig } from '../../../server/config/config.ts'
import { createPasswords } from '../../../server/passwords/passwords.ts'
import { setIdentifiers } from '../../support/account-addresses.ts'
import type { Answer, Client } from '../../support/client.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

// Each try comes from an address of its own, so that only the account counts.
let addresses = 0

async function tryTo(
  server: TestServer,
  email: string,
  password: string,
  client: Client = server.client(`192.0.2.${++addresses}`),
): Promise<Answer> {
  return await client.call(passwordLogin, { email, password })
}

test('requires a captcha after three wrong passwords, also for unknown accounts', async () => {
  const server = await createTestServer()
  const { email } = await server.person()
  for (const target of [email, 'nobody@example.com']) {
    const errors: (string | undefined)[] = []
    for (let guess = 0; guess < 4; guess++) {
      errors.push((await tryTo(server, target, `guess ${guess}`)).error)
    }
    expect(errors).toEqual(['password_error', 'password_error', 'password_error', 'captcha_slide'])
  }
})

test('requires a captcha after ten wrong passwords of a network in ten minutes', async () => {
  const server = await createTestServer()
  const client = server.client('192.0.2.1')
  for (let guess = 0; guess < 10; guess++) {
    const answer = await tryTo(server, `person${guess}@nowhere.example`, 'guess', client)
    expect(answer.error).toBe('password_error')
  }
  const next = await tryTo(server, 'fresh@nowhere.example', 'guess', client)
  expect(next.error).toBe('captcha_slide')
  server.clock.passSeconds(600)
  const later = await tryTo(server, 'fresh@nowhere.example', 'guess', client)
  expect(later.error).toBe('password_error')
})

test('waits 2^n seconds from the sixth failure, at most 900, and blocks at a hundred', async () => {
  const server = await createTestServer()
  const { passwordAttempts: locks } = server.app.services
  const key = locks.keyFor('ann@example.com')
  const wait = async (): Promise<unknown> => {
    const refusal = await locks.requireOpen(key).catch((error: unknown) => error)
    return (refusal as { data?: { retry_after?: number } } | undefined)?.data?.retry_after
  }
  const waits: unknown[] = []
  for (let failure = 1; failure <= 11; failure++) {
    await locks.fail(key)
    waits.push(await wait())
    server.clock.passSeconds(1000)
  }
  expect(waits).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    64,
    128,
    256,
    512,
    900,
    900,
  ])
  for (let failure = 12; failure <= 100; failure++) await locks.fail(key)
  server.clock.passSeconds(1_000_000)
  expect(await wait()).toBe(900)
})

test('returns the waiting time for right and wrong passwords', async () => {
  const server = await createTestServer()
  const { email, password } = await server.person()
  await lock(server, email)
  for (const typed of [password, 'wrong']) {
    const answer = await tryTo(server, email, typed)
    expect(answer.error).toBe('password_locked')
    expect(answer.data.retry_after).toBe(64)
  }
})

test('is reset by a sign-in with a code', async () => {
  const server = await createTestServer()
  const { email, password } = await server.person()
  await lock(server, email)
  const client = server.client()
  await client.call(sendCode, { email, type: 13 })
  await client.call(emailCodeLogin, { email, code: await server.codeFor(email) })
  expect((await tryTo(server, email, password)).error).toBeUndefined()
})

test('is reset by a new password', async () => {
  const server = await createTestServer()
  const { email } = await server.person()
  await lock(server, email)
  const client = server.client()
  await client.call(sendCode, { email, type: 6 })
  const code = await server.codeFor(email)
  const password = 'eight louder otters'
  await client.call(resetByEmail, { email, code, password })
  expect((await tryTo(server, email, password)).error).toBeUndefined()
})

test('is reset by a correct password', async () => {
  const server = await createTestServer()
  const { email, password } = await server.person()
  for (let round = 0; round < 3; round++) {
    await tryTo(server, email, 'wrong')
    await tryTo(server, email, 'wrong')
    expect((await tryTo(server, email, password)).error).toBeUndefined()
  }
})

test('limits concurrent guesses before the captcha', async () => {
  const server = await createTestServer()
  const { email } = await server.person()
  const { passwordAttempts: locks } = server.app.services
  for (let failure = 0; failure < 2; failure++) await locks.fail(locks.keyFor(email))
  await Promise.all(Array.from({ length: 60 }, () => tryTo(server, email, 'wrong')))
  const row = await server.database.query
    .selectFrom('attemptLimits')
    .select('failures')
    .executeTakeFirstOrThrow()
  // Two earlier attempts, and one for each concurrent turn: the next turn starts after counting.
  expect(row.failures).toBeLessThanOrEqual(5)
})

test('reads the database for at most one caller more than hashes run', async () => {
  const passwords = createPasswords(readConfig({ HASH_WIDTH: '2' }))
  const attempts: number[] = []
  const tries = [0, 1, 2, 3, 4].map((at) =>
    passwords.inTurn(new AbortController().signal, async (matches) => {
      attempts.push(at)
      return await matches(undefined, 'guess', 'ann')
    }),
  )
  expect(attempts).toEqual([0, 1, 2])
  expect(await Promise.all(tries)).toEqual([false, false, false, false, false])
  expect(attempts).toEqual([0, 1, 2, 3, 4])
  expect(passwords.load()).toEqual({ running: 0, waiting: 0 })
})

test('resets the failures of every login of the account', async () => {
  const server = await createTestServer()
  const { email, password, userId } = await server.person()
  const { codeAttempts, passwordAttempts: locks } = server.app.services
  const { query } = server.database
  await setIdentifiers(server, userId, { username: 'ann_lee' })
  await locks.fail(locks.keyFor('ann_lee'))
  await codeAttempts.fail(codeAttempts.keyFor({ channel: 'email', address: email }))
  expect((await tryTo(server, email, password)).error).toBeUndefined()
  expect(await query.selectFrom('attemptLimits').selectAll().execute()).toEqual([])
})

async function lock(server: TestServer, email: string): Promise<void> {
  const { passwordAttempts: locks } = server.app.services
  for (let failure = 0; failure < 6; failure++) await locks.fail(locks.keyFor(email))
}
