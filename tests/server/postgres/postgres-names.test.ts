import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase, type Queries } from '../../../server/store/database.ts'
import { migrate } from '../../../server/store/migrate.ts'
import { createTestDatabase, createUntouchedDatabase } from '../../support/databases.ts'

const READS = 24

const counters = async (query: Queries): Promise<string[]> =>
  (await query.selectFrom('rateLimits').selectAll().execute()).map(({ key }) => key)

const insert = async (query: Queries, key: string): Promise<void> => {
  await query.insertInto('rateLimits').values({ key, count: 1, expiresAt: 1 }).execute()
}

test('plans statements again when another instance has added a column', async () => {
  const location = await createUntouchedDatabase()
  const old = openDatabase(location, { poolSize: 4 })
  await migrate(old, Date.now)
  const readOnAll = (): Promise<string[][]> =>
    Promise.all(Array.from({ length: READS }, () => counters(old.query)))
  await readOnAll()
  const next = openDatabase(location, { poolSize: 1 })
  await sql`alter table rate_limits add column note text`.execute(next.query)
  await next.close()
  await old.tx(async (query) => {
    await insert(query, 'ann')
    expect(await counters(query)).toEqual(['ann'])
  })
  expect(await readOnAll()).toEqual(Array.from({ length: READS }, () => ['ann']))
  await old.close()
})

test('sends no names when a pooler forgets them', async () => {
  const { location } = await createTestDatabase(true)
  const { query, tx, close } = openDatabase(location, { poolSize: 1 })
  await insert(query, 'ann')
  expect(await counters(query)).toEqual(['ann'])
  await sql`deallocate all`.execute(query)
  await tx(async (own) => {
    expect(await counters(own)).toEqual(['ann'])
    await insert(own, 'bob')
  })
  expect(await counters(query)).toEqual(['ann', 'bob'])
  const { rows } = await sql`select name from pg_prepared_statements`.execute(query)
  expect(rows).toEqual([])
  await close()
})

test('names prepared statements by a digest of their text', async () => {
  const { location } = await createTestDatabase(true)
  const { query, close } = openDatabase(location, { poolSize: 1 })
  await counters(query)
  await counters(query)
  const { rows } = await sql<{ name: string }>`
    select name from pg_prepared_statements where statement like '%rate_limits%'
    and name <> ''`.execute(query)
  expect(rows).toEqual([{ name: expect.stringMatching(/^passport_0_[0-9a-f]{24}$/) }])
  await close()
})
