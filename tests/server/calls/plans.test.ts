import { expect, test } from 'vitest'
import { choosePlan, showPlan, withdrawPlanChoice } from '#protocol/web/plans.ts'
import { redeemPromoCode } from '#protocol/web/promo-codes.ts'
import { typeCommand } from '../../support/command.ts'
import { createTestServer } from '../../support/test-server.ts'

const DAY_SECONDS = 24 * 3600
const choice = { plan: 'pro', billing: 'yearly', currency: 'JPY' } as const

test('starts without a plan, and requires a session', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  expect((await ann.client.call(showPlan, {})).data).toMatchObject({
    plan: '',
    until: 0,
    early_access: 0,
    discounts: [],
  })
  for (const endpoint of [showPlan, withdrawPlanChoice]) {
    expect((await server.client().call(endpoint, {})).error).toBe('session_expired')
  }
  expect((await server.client().call(choosePlan, choice)).error).toBe('session_expired')
})

test('stores the latest choice until it is withdrawn', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const bob = await server.person()
  await ann.client.call(choosePlan, { ...choice, plan: 'team' })
  const { data } = await ann.client.call(choosePlan, choice)
  expect(data).toMatchObject({ plan: '', chosen: choice })
  expect((await bob.client.call(showPlan, {})).data).not.toHaveProperty('chosen')
  expect((await ann.client.call(withdrawPlanChoice, {})).data).not.toHaveProperty('chosen')
})

test.each([{ plan: 'Pro!' }, { billing: 'daily' }, { currency: 'yen' }])(
  'refuses a choice with %j',
  async (wrong) => {
    const server = await createTestServer()
    const ann = await server.person()
    const wish = Object.assign({}, choice, wrong)
    expect((await ann.client.call(choosePlan, wish)).error).toBe('bad_parameter')
  },
)

test('shows the plan that an operator set up, until its end', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await ann.client.call(choosePlan, choice)
  expect((await typeCommand(server, ['plan', 'list'])).output).toMatch(/pro +yearly +JPY/)
  const day = new Date(server.clock.now() + 3 * DAY_SECONDS * 1000).toISOString().slice(0, 10)
  const outcome = await typeCommand(server, ['plan', 'set', ann.email, 'pro', '--until', day])
  expect(outcome.code).toBe(0)
  expect((await typeCommand(server, ['plan', 'list'])).output).not.toContain('yearly')
  const { data } = await ann.client.call(showPlan, {})
  expect(data).toMatchObject({ plan: 'pro' })
  expect(data).not.toHaveProperty('chosen')
  expect(data.until).toBeGreaterThan(server.clock.now() / 1000 + 2 * DAY_SECONDS)
  server.clock.passSeconds(5 * DAY_SECONDS)
  expect((await ann.client.call(showPlan, {})).data).toMatchObject({ plan: '', until: 0 })
})

test('keeps the choice of another plan', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await ann.client.call(choosePlan, { ...choice, plan: 'team' })
  await typeCommand(server, ['plan', 'set', ann.email, 'pro'])
  expect((await ann.client.call(showPlan, {})).data).toMatchObject({
    plan: 'pro',
    chosen: { plan: 'team' },
  })
  await typeCommand(server, ['plan', 'set', ann.email, 'none'])
  expect((await ann.client.call(showPlan, {})).data).toMatchObject({ plan: '' })
})

test('lists the redeemed promo codes', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await typeCommand(server, ['promo', 'add', 'spring', '--percent', '20', '--months', '3'])
  await ann.client.call(redeemPromoCode, { promo_code: 'spring' })
  expect((await ann.client.call(showPlan, {})).data.discounts).toEqual([
    {
      promo_code: 'SPRING',
      percent: 20,
      months: 3,
      redeemed_at: Math.floor(server.clock.now() / 1000),
    },
  ])
})
