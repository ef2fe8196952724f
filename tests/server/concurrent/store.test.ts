import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { readConfig } from '../../../server/config/config.ts'
import { createPasswords } from '../../../server/passwords/passwords.ts'
import { cleanUp } from '../../../server/store/cleanup.ts'
import { createTestServer } from '../../support/test-server.ts'

const DAY_SECONDS = 86_400

test('deletes expired rows and nothing else', async () => {
  const server = await createTestServer()
  const { client, email } = await server.person()
  await server.client().call(passwordLogin, { email, password: 'wrong' })
  server.clock.passSeconds(13 * DAY_SECONDS)
  await client.call(accountInfo, {})
  const other = server.client()
  await other.call(sendCode, { email: 'bob@example.com', type: 13 })
  await server.settled()
  const { query } = server.database
  await cleanUp(query, 'test', server.clock.now())
  expect(await query.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
  expect(await query.selectFrom('attemptLimits').selectAll().execute()).toHaveLength(1)
  expect(await query.selectFrom('codes').selectAll().execute()).toHaveLength(1)
  expect(await query.selectFrom('mailbox').selectAll().execute()).toHaveLength(1)
  server.clock.passSeconds(31 * DAY_SECONDS)
  await cleanUp(query, 'test', server.clock.now())
  for (const table of ['sessions', 'attemptLimits', 'codes', 'mailbox', 'rateLimits'] as const) {
    expect(await query.selectFrom(table).selectAll().execute()).toEqual([])
  }
  expect(await query.selectFrom('accounts').selectAll().execute()).toHaveLength(1)
})

test('forgets trusted devices after 90 days without a sign-in', async () => {
  const server = await createTestServer()
  await server.person()
  const { query } = server.database
  const known = (): Promise<object[]> => query.selectFrom('trustedDevices').selectAll().execute()
  server.clock.passSeconds(89 * DAY_SECONDS)
  await cleanUp(query, 'test', server.clock.now())
  expect(await known()).toHaveLength(1)
  server.clock.passSeconds(2 * DAY_SECONDS)
  await cleanUp(query, 'test', server.clock.now())
  expect(await known()).toEqual([])
})

test('deletes many rows in small batches', async () => {
  const server = await createTestServer()
  const { query } = server.database
  const now = server.clock.now()
  for (let part = 0; part < 4; part++) {
    const numbers = Array.from({ length: 300 }, (_, at) => `${part}-${at}`)
    await query
      .insertInto('sealUses')
      .values(numbers.map((jti) => ({ jti, expiresAt: now - 1 })))
      .execute()
    await query
      .insertInto('codes')
      .values(
        numbers.map((recipient) => ({
          aid: 1001,
          recipient,
          type: 13,
          hash: '',
          formerHash: '',
          tries: 0,
          sentAt: 0,
          expiresAt: part === 0 ? now : 0,
        })),
      )
      .execute()
    await query
      .insertInto('captchaCounters')
      .values(numbers.map((key) => ({ key, count: 1, resetsAt: now - 1, changedAt: 0 })))
      .execute()
  }
  await cleanUp(query, 'test', now)
  for (const table of ['sealUses', 'captchaCounters'] as const) {
    expect(await query.selectFrom(table).selectAll().execute()).toEqual([])
  }
  expect(await query.selectFrom('codes').selectAll().execute()).toHaveLength(300)
})

test('cleans up only on the instance that holds the lease', async () => {
  const server = await createTestServer()
  await server.person()
  const { query } = server.database
  await cleanUp(query, 'one', server.clock.now())
  await cleanUp(query, 'other', server.clock.now())
  const leases = query.selectFrom('leases').where('name', '=', 'cleanup')
  expect(await leases.select('holder').execute()).toEqual([{ holder: 'one' }])
})

test('rolls back a whole transaction that fails', async () => {
  const server = await createTestServer()
  const { rateLimits, transaction } = server.app.services
  await expect(
    transaction(async (tx) => {
      await tx.rateLimits.count('a', 1000)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await rateLimits.read('a', 1000)).toBe(0)
})

test('hashes a password again at sign-in when its hash is too weak', async () => {
  const server = await createTestServer({ settings: { HASH_PASSES: '3' } })
  const { email, password, userId } = await server.person()
  const weak = createPasswords(readConfig({ HASH_MEMORY_KIB: '8', HASH_PASSES: '1' }))
  const hash = await weak.hash(password, new AbortController().signal)
  const { accounts } = server.app.services
  await accounts.setPassword(userId, hash)
  expect((await server.client().call(passwordLogin, { email, password })).error).toBeUndefined()
  const account = await accounts.byId(userId)
  expect(account?.passwordHash).toContain('t=3')
  expect((await server.client().call(passwordLogin, { email, password })).error).toBeUndefined()
})
