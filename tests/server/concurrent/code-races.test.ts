import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { emailCodeLogin } from '#protocol/web/login.ts'
import { retryWhileBusy } from '../../support/retry-while-busy.ts'
import { createTestServer, createTwoServers } from '../../support/test-server.ts'

const MANY = 24

test('sends different codes to concurrent requests', async () => {
  const server = await createTestServer()
  const people = Array.from({ length: MANY }, (_, at) =>
    at % 4 === 0 ? { mobile: `+8190123456${10 + at}` } : { email: `person${at}@example.com` },
  )
  const sent = await Promise.all(
    people.map((address) => {
      const type = address.mobile === undefined ? 13 : 24
      const client = server.client()
      return retryWhileBusy(() => client.call(sendCode, { ...address, type }))
    }),
  )
  expect(sent.map(({ error }) => error)).toEqual(Array.from({ length: MANY }))
  for (const address of people) {
    const code = await server.codeFor(address.mobile ?? address.email ?? '')
    const answer = await server.client().call(emailCodeLogin, { ...address, code })
    expect(answer.error).toBeUndefined()
  }
})

test('counts every concurrent request on two instances', async () => {
  const [one, other] = await createTwoServers({ settings: { CODES_PER_ADDRESS_HOUR: '20' } })
  const sent = await Promise.all(
    Array.from({ length: 2 * MANY }, (_, at) => {
      const client = (at % 2 === 0 ? one : other).client('192.0.2.1')
      return client.call(sendCode, { email: `person${at}@example.com`, type: 13 })
    }),
  )
  const good = sent.filter(({ error }) => error === undefined)
  // All of them write one row, so a distributed database may answer some with 503.
  const busy = sent.filter(({ error }) => error === 'server_busy')
  const refused = sent.filter(({ error }) => error === 'too_often')
  expect(good.length + busy.length + refused.length).toBe(2 * MANY)
  expect(good.length).toBeLessThanOrEqual(20)
  expect(good.length + busy.length).toBeGreaterThanOrEqual(20)
  const { query } = one.database
  const counts = await query
    .selectFrom('rateLimits')
    .select('count')
    .where('key', '=', 'codes/h 192.0.2.1')
    .execute()
  expect(counts).toEqual([{ count: good.length }])
  expect(await query.selectFrom('codes').select('aid').execute()).toHaveLength(good.length)
})

test('sends one code to an address under concurrent requests on two instances', async () => {
  const [one, other] = await createTwoServers()
  const email = 'ann@example.com'
  const sent = await Promise.all(
    Array.from({ length: MANY }, (_, at) =>
      (at % 2 === 0 ? one : other).client().call(sendCode, { email, type: 13 }),
    ),
  )
  expect(sent.filter(({ error }) => error === undefined)).toHaveLength(1)
  const early = sent.filter(({ error }) => error === 'code_frequency')
  const busy = sent.filter(({ error }) => error === 'server_busy')
  expect(early.length + busy.length).toBe(MANY - 1)
  expect(early.every(({ data }) => data.retry_after === 60)).toBe(true)
  await other.mail(email)
  expect(await one.mail(email)).toHaveLength(1)
})

test('sends the other codes of a batch when one is rate limited', async () => {
  const server = await createTestServer()
  const early = 'early@example.com'
  await server.client().call(sendCode, { email: early, type: 13 })
  server.clock.passSeconds(20)
  const people = Array.from({ length: 12 }, (_, at) => `person${at}@example.com`)
  const [refused, ...sent] = await Promise.all(
    [early, ...people].map((email, at) => {
      const client = server.client(`192.0.2.${at}`)
      return retryWhileBusy(() => client.call(sendCode, { email, type: 13 }))
    }),
  )
  expect(refused).toMatchObject({ error: 'code_frequency', data: { retry_after: 40 } })
  expect(sent.map(({ error }) => error)).toEqual(Array.from({ length: 12 }))
  for (const email of people) expect(await server.codeFor(email)).toMatch(/^\d{6}$/)
})
