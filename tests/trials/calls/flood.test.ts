import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { createTestDatabase } from '../../support/databases.ts'
import { signPeopleUp, startServerProcess } from '../../support/server-process.ts'
import { amount, TRIAL_MS } from '../../support/trial.ts'

const CALLS = amount(400, 200_000)
const CALLERS = 100

test(
  'answers health checks during a flood of sign-ins, and works afterwards',
  async () => {
    const database = await createTestDatabase(true)
    const server = await startServerProcess(database.env)
    const people: string[] = []
    await signPeopleUp(
      server,
      'known',
      () => people.length === 1,
      (email) => people.push(email),
    )
    const statuses = new Set<number>()
    let left = CALLS
    let isOver = false

    async function flood(): Promise<void> {
      const client = server.client()
      for (; left > 0; left--) {
        const wrong = { email: `nobody-${left}@example.com`, password: 'not the right one' }
        statuses.add((await client.call(passwordLogin, wrong)).status)
      }
    }

    async function look(): Promise<number> {
      let longest = 0
      for (; !isOver; await sleep(100)) {
        const began = performance.now()
        expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
        longest = Math.max(longest, performance.now() - began)
      }
      return longest
    }

    const looking = look()
    await Promise.all(Array.from({ length: CALLERS }, flood))
    isOver = true
    expect(await looking).toBeLessThan(30_000)
    // Refusals are 200 by the protocol, 429 or 503; nothing breaks.
    expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([])
    expect(server.isRunning()).toBe(true)
    await server.becomes(true)
    const { error } = await server.client().call(accountInfo, {})
    expect(error).toBe('session_expired')
  },
  TRIAL_MS,
)
