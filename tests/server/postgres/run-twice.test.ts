import { expect, test } from 'vitest'
import { createTestDatabase } from '../../support/databases.ts'

// All calls on PostgreSQL prove with it that they may be repeated.
test('a transaction of these tests is run twice', async () => {
  const database = (await createTestDatabase()).open()
  let runs = 0
  await database.tx(async (tx) => {
    runs += 1
    await tx.selectFrom('leases').selectAll().execute()
  })
  expect(runs).toBe(2)
  await database.close()
})
