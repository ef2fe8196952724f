import { expect, test } from 'vitest'
import { passwordLogin } from '#protocol/web/login.ts'
import { createClient } from '../../support/client.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'
import { amount, TRIAL_MS } from '../../support/trial.ts'

const TRIES = amount(800, 100_000)
const AT_ONCE = 50

test(
  'a flood of refused sign-ins leaves a bounded number of rows',
  async () => {
    // The clock stands still, so the guard against floods would refuse most calls of the one network.
    const settings = { HASH_QUEUE: '1000', CALLS_PER_ADDRESS_10S: String(TRIES) }
    const server = await createTestServer({ settings })
    // Without the watch for secrets, which compares each with each line of the log.
    const client = createClient(server.app.fetch, ORIGIN)
    const attempt = async (at: number): Promise<void> => {
      // Half of them at one login from many networks, the others at many logins from one network.
      const isOne = at % 2 === 0
      const email = isOne ? 'ann@example.com' : `person${at}@example.com`
      const address = isOne ? `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}` : '203.0.113.1'
      const { error } = await client.call(passwordLogin, { email, password: 'wrong' }, { address })
      expect(error).toBeDefined()
    }
    for (let begun = 0; begun < TRIES; begun += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, next) => attempt(begun + next)))
    }
    await server.settled()
    const rows = await server.database.query.selectFrom('attempts').selectAll().execute()
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(TRIES)
    expect(rows.length).toBeLessThanOrEqual(60 + 300 + 2)
  },
  TRIAL_MS,
)
