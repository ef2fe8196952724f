import { expect, test } from 'vitest'
import { checkPromoCode, redeemPromoCode } from '#protocol/web/promo-codes.ts'
import { typeCommand } from '../../support/command.ts'
import { retryWhileBusy } from '../../support/retry-while-busy.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

async function createWithCode(...flags: string[]): Promise<TestServer> {
  const server = await createTestServer()
  const { code } = await typeCommand(server, [
    'promo',
    'add',
    'Spring',
    '--percent',
    '20',
    ...flags,
  ])
  expect(code).toBe(0)
  return server
}

test('returns the discount of a code in any spelling, without using it', async () => {
  const server = await createWithCode('--months', '3', '--until', '2030-01-31')
  for (const promo_code of ['SPRING', ' spring ', 'ｓｐｒｉｎｇ']) {
    const { data } = await server.client().call(checkPromoCode, { promo_code })
    expect(data).toMatchObject({
      promo_code: 'SPRING',
      percent: 20,
      months: 3,
      until: 1_896_177_599,
    })
  }
  expect((await server.client().call(checkPromoCode, { promo_code: 'AUTUMN' })).error).toBe(
    'promo_code_invalid',
  )
})

test('accepts a code up to its limit, once per account', async () => {
  const server = await createWithCode('--uses', '2')
  const people = [await server.person(), await server.person(), await server.person()] as const
  const redeem = async ({ client } = people[0]): Promise<string> => {
    const { error } = await retryWhileBusy(() =>
      client.call(redeemPromoCode, { promo_code: 'spring' }),
    )
    return error ?? 'redeemed'
  }
  expect(await redeem()).toBe('redeemed')
  expect(await redeem()).toBe('promo_code_used')
  const rest = await Promise.all([redeem(people[1]), redeem(people[2])])
  expect(rest.toSorted()).toEqual(['promo_code_invalid', 'redeemed'])
  expect((await server.client().call(redeemPromoCode, { promo_code: 'spring' })).error).toBe(
    'session_expired',
  )
})

test('ends codes by command and after their last day', async () => {
  const server = await createWithCode('--until', '2026-11-21')
  server.clock.passSeconds(2 * 86_400)
  expect((await server.client().call(checkPromoCode, { promo_code: 'spring' })).error).toBe(
    'promo_code_invalid',
  )
  await typeCommand(server, ['promo', 'add', 'summer', '--percent', '10', '--uses', '5'])
  expect((await typeCommand(server, ['promo', 'list'])).output).toMatch(/SUMMER +10 +1 +5/)
  await typeCommand(server, ['promo', 'end', 'summer'])
  expect((await server.client().call(checkPromoCode, { promo_code: 'summer' })).error).toBe(
    'promo_code_invalid',
  )
})

test.each([
  [['promo', 'add', 'x', '--percent', '20'], 'A code is 3 to 32'],
  [
    ['promo', 'add', 'free', '--percent', '200'],
    '--percent is "200", but must be a whole number from 1 to 100',
  ],
  [['promo', 'add', 'free', '--percent', '20', '--until', 'June'], '--until is "June"'],
  [
    ['promo', 'add', 'free', '--percent', '20', '--until', '2020-01-01'],
    '"2020-01-01", but that day is over',
  ],
  [['promo', 'add', 'free', '--percent', '20', '--until', '2030-02-30'], '--until is "2030-02-30"'],
  [['promo', 'end', 'none'], 'There is no code NONE'],
])('rejects %j with a sentence', async (typed, sentence) => {
  const server = await createTestServer()
  expect((await typeCommand(server, typed)).errors).toContain(sentence)
})

test('limits guesses', async () => {
  const server = await createTestServer()
  let error: string | undefined
  for (let time = 0; time < 31; time++) {
    ;({ error } = await server.client().call(checkPromoCode, { promo_code: `GUESS${time}` }))
  }
  expect(error).toBe('too_often')
})
