import { afterEach, expect, test } from 'vitest'
import { createTestDatabase, removeTestDatabases } from '../support/databases.ts'
import { signPeopleUp, startServerProcess, type ServerProcess } from '../support/server-process.ts'

const SIGN_UPS = 12
/** Processes start and end in it. */
const TIMEOUT_MS = 90_000
const running: ServerProcess[] = []

afterEach(async () => {
  for (const server of running.splice(0)) await server.kill()
  await removeTestDatabases()
})

test(
  'keeps what it has acknowledged when one of two instances is killed',
  { timeout: TIMEOUT_MS },
  async () => {
    const database = await createTestDatabase(true)
    const doomed = await started(database.env)
    const other = await started(database.env)
    const acknowledged: string[] = []
    let isDone = false
    const note = (email: string): void => {
      acknowledged.push(email)
      if (acknowledged.length === SIGN_UPS) void doomed.kill()
      // The other one goes on for as long again.
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

async function started(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const server = await startServerProcess(env)
  running.push(server)
  return server
}
