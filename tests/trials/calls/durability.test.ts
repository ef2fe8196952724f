import { expect, test } from 'vitest'
import { createTestDatabase } from '../../support/databases.ts'
import { signPeopleUp, startServerProcess } from '../../support/server-process.ts'
import { rounds, TRIAL_MS } from '../../support/trial.ts'

const SIGN_UPS = 12
test.each(rounds(1, 20))(
  'keeps acknowledged changes if one of two instances is killed, round %i',
  { timeout: TRIAL_MS },
  async () => {
    const database = await createTestDatabase(true)
    const doomed = await startServerProcess(database.env)
    const other = await startServerProcess(database.env)
    const acknowledged: string[] = []
    let isDone = false
    const note = (email: string): void => {
      acknowledged.push(email)
      if (acknowledged.length === SIGN_UPS) void doomed.kill()
      // The other server runs for the same time again.
      if (acknowledged.length >= 2 * SIGN_UPS) isDone = true
    }
    await Promise.all(
      ['a', 'b'].flatMap((lane) => [
        signPeopleUp(doomed, `doomed-${lane}`, () => isDone, note),
        signPeopleUp(other, `other-${lane}`, () => isDone, note),
      ]),
    )
    await other.becomes(true)
    expect(doomed.isRunning()).toBe(false)
    expect(acknowledged.length).toBeGreaterThanOrEqual(2 * SIGN_UPS)
    const { query, close } = database.open()
    const rows = await query.selectFrom('accounts').select('email').execute()
    await close()
    expect(rows.map(({ email }) => email)).toEqual(expect.arrayContaining(acknowledged))
  },
)
