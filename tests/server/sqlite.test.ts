import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { createTestDatabase } from '../support/databases.ts'
import { createTestServer } from '../support/test-server.ts'
import { migrate } from '../../server/store/migrate.ts'

test('lets no other user of the machine read the database', async () => {
  const { location, open } = await createTestDatabase(true)
  const folder = path.dirname(location)
  const database = open()
  await migrate(database, Date.now)
  const modes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).mode & 0o777)
  await database.close()
  expect(modes).toEqual([0o600, 0o600, 0o600])
})

test('asks to come back while another program holds the file', async () => {
  const database = await createTestDatabase(true)
  const one = await createTestServer({ database })
  const holder = new DatabaseSync(database.location)
  holder.exec('begin immediate')
  const startedAt = performance.now()
  const answer = await one.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  holder.exec('rollback')
  holder.close()
  expect(answer.error).toBe('server_busy')
  expect(answer.headers.get('retry-after')).toBe('2')
  expect(performance.now() - startedAt).toBeLessThan(4000)
  const again = await one.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  expect(again.error).toBeUndefined()
})
