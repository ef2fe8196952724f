import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { cleanUp } from '../../../server/store/cleanup.ts'
import { fillAccounts } from '../../support/fill-accounts.ts'
import { createTestDatabase } from '../../support/databases.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { amount, TRIAL_MS } from '../../support/trial.ts'

const PEOPLE = amount(5000, 1_000_000)
/** Maximum time that a caller waits while others' rows are deleted. */
const MAX_WAIT_MS = 10_000

test(
  'sends codes while all sessions of many people expire and are deleted',
  async () => {
    const database = await createTestDatabase(true)
    const server = await startServerProcess(database.env)
    await fillAccounts(database.location, PEOPLE)
    const { query, close } = database.open()
    const now = Date.now()
    await query
      .updateTable('sessions')
      .set({ expiresAt: now - 1 })
      .execute()
    let isDeleted = false
    const deleting = cleanUp(query, 'trial', now).finally(() => (isDeleted = true))
    let longest = 0
    for (let count = 0; !isDeleted || count === 0; count++) {
      const began = performance.now()
      const email = `person-${count}@example.com`
      const { error } = await server.client().call(sendCode, { email, type: 13 })
      expect(error).toBeUndefined()
      longest = Math.max(longest, performance.now() - began)
      await sleep(20)
    }
    await deleting
    expect(longest).toBeLessThan(MAX_WAIT_MS)
    expect(await query.selectFrom('sessions').select('id').execute()).toEqual([])
    const { people } = await query
      .selectFrom('accounts')
      .select(({ fn }) => fn.countAll<number>().as('people'))
      .executeTakeFirstOrThrow()
    expect(people).toBe(PEOPLE)
    await close()
  },
  TRIAL_MS,
)
