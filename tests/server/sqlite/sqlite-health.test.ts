import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { openDatabase, type Database } from '../../../server/store/database.ts'
import type { Answer } from '../../support/client.ts'
import { createTestDatabase } from '../../support/databases.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

// SQLite can be made to fail in process; for PostgreSQL see `postgres.test.ts` and the trials.
test(
  'answers 503 while the disk is full, and is not ready while nothing can be written',
  { timeout: 200_000 },
  async () => {
    const place = await createTestDatabase(true)
    const open = (): Database => openDatabase(place.location)
    const server = await createTestServer({ database: { ...place, open } })
    const { query } = server.database
    const { client } = await server.person()
    const becomes = (status: number): Promise<void> =>
      expect
        .poll(async () => (await server.fetch(new Request(`${ORIGIN}/readyz`))).status, {
          timeout: 30_000,
        })
        .toBe(status)

    const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(query)
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.pageCount)}`.execute(query)
    const answers: Answer[] = []
    for (let made = 0; made < 60 && answers.at(-1)?.status !== 503; made++) {
      const email = `person${made}@${'long.'.repeat(20)}example.com`
      answers.push(await server.client().call(sendCode, { email, type: 13 }))
    }
    expect(answers.at(-1)?.error).toBe('database_unavailable')
    expect(answers.at(-1)?.headers.get('retry-after')).toBe('2')
    await becomes(503)
    await sql`pragma max_page_count = 100000`.execute(query)
    server.clock.passSeconds(30)
    await becomes(200)

    const other = new DatabaseSync(place.location)
    // The server's own work may hold the lock for a moment.
    await expect.poll(() => other.exec('begin immediate')).toBeUndefined()
    await becomes(503)
    expect((await client.call(accountInfo, {})).error).toBeUndefined()
    other.exec('rollback')
    other.close()
    await becomes(200)

    await sql`pragma query_only = on`.execute(query)
    await becomes(503)
    const refused = await server.client().call(sendCode, { email: 'bob@example.com', type: 13 })
    expect([refused.status, refused.error]).toEqual([503, 'database_unavailable'])
    const warnings = server.lines.filter((line) => line.includes('not ready, because writes fail'))
    expect(warnings).toEqual([
      expect.stringMatching(/the disk of .*passport\.sqlite is full/),
      expect.stringMatching(/another process keeps .*passport\.sqlite locked/),
      expect.stringMatching(/passport\.sqlite is read-only/),
    ])
  },
)

test('is not ready once a damaged page of the file was met, and says what to do', async () => {
  const place = await createTestDatabase(true)
  const empty = place.open()
  await empty.close()
  const file = new DatabaseSync(place.location)
  const row = file.prepare("select rootpage from sqlite_master where name = 'codes'").get()
  file.close()
  const bytes = readFileSync(place.location)
  const at = (Number(row?.rootpage) - 1) * 4096
  writeFileSync(place.location, bytes.fill(0xa5, at, at + 4096))

  const server = await createTestServer({ database: place })
  const statusOfReady = async (): Promise<number> =>
    (await server.fetch(new Request(`${ORIGIN}/readyz`))).status
  expect(await statusOfReady()).toBe(200)
  const refused = await server.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  expect([refused.status, refused.error]).toEqual([503, 'database_unavailable'])
  expect(await statusOfReady()).toBe(503)
  const again = await server.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  expect(again.status).toBe(503)
  expect(server.lines.filter((line) => line.includes('not ready'))).toEqual([
    expect.stringMatching(
      /is damaged; move its files away and restore a backup as docs\/backup\.md/,
    ),
  ])
})
