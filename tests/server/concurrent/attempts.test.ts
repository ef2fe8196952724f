import { expect, test } from 'vitest'
import { createTwoServers, type TestServer } from '../../support/test-server.ts'

const TRIES = 800

// Half of them at one login from many networks, the others at many logins from one network.
function note({ app, clock }: TestServer, at: number): void {
  const isOne = at % 2 === 0
  const address = isOne ? `10.0.${at >> 8}.${at & 255}` : '203.0.113.1'
  app.services.attempts.note({
    at: clock.now(),
    logId: '',
    step: 'sign-in',
    error: 'password_error',
    aid: 1001,
    text: isOne ? 'ann@example.com' : `person${at}@example.com`,
    caller: { userAgent: '', origin: undefined, webId: '', address, prefix: address },
  })
}

test('keeps as many rows an hour for each instance, and counts the others of both in the same', async () => {
  const [one, two] = await createTwoServers()
  for (let at = 0; at < TRIES; at++) {
    note(one, at)
    note(two, at)
    if (at % 100 === 0)
      await Promise.all([one, two].map(({ app }) => app.services.attempts.flush()))
  }
  await one.settled()
  const rows = await one.database.query.selectFrom('attempts').selectAll().execute()
  expect(rows.filter(({ step }) => step === 'sign-in')).toHaveLength(2 * (60 + 300))
  expect(rows.filter(({ step }) => step === 'many')).toHaveLength(2)
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(2 * TRIES)
})
