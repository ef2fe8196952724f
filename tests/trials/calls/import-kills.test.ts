import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../support/databases.ts'
import { fileOf, newPath, personOf } from '../../support/import-files.ts'
import { sharedSecrets } from '../../support/server-process.ts'
import { amount, TRIAL_MS } from '../../support/trial.ts'

const PEOPLE = amount(3_000, 100_000)
const KILLS = amount(3, 50)
/** Longest time until a kill; the start of the command takes about a second. */
const MAX_MS = amount(2_500, 4_000)

test('makes each account once, however often it is killed', { timeout: TRIAL_MS }, async () => {
  const database = await createTestDatabase(true)
  const file = fileOf(
    ...Array.from({ length: PEOPLE }, (_, at) =>
      personOf(`x${at}`, {
        username: `name-${at}`,
        state: at % 10 === 0 ? 'frozen' : 'active',
        linked: [{ provider: 'github', sub: String(at) }],
        ...(at % 7 === 0 && { totpSeed: 'JBSWY3DPEHPK3PXP' }),
      }),
    ),
  )
  const run = async (report: string, killAfter?: number): Promise<void> => {
    const typed = ['server/main.ts', 'import', 'passport', file, '--apply', '--report', report]
    const child = spawn(process.execPath, typed, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...sharedSecrets, LOG_LEVEL: 'silent', ...database.env },
    })
    const ended = once(child, 'exit')
    if (killAfter !== undefined) {
      await Promise.race([ended, sleep(killAfter)])
      child.kill('SIGKILL')
    }
    await ended
  }
  for (let kill = 1; kill <= KILLS; kill++) {
    await run(newPath('csv'), 300 + ((MAX_MS - 300) * kill) / KILLS)
  }
  const report = newPath('csv')
  await run(report)
  const { query, close } = database.open()
  const rows = await query
    .selectFrom('importedAccounts')
    .innerJoin('accounts', 'accounts.id', 'importedAccounts.accountId')
    .select(['externalId', 'email', 'accounts.id'])
    .execute()
  const countOf = async (table: 'accounts' | 'identifiers' | 'linkedAccounts'): Promise<number> =>
    (await query.selectFrom(table).selectAll().execute()).length
  const counts = [
    await countOf('accounts'),
    await countOf('identifiers'),
    await countOf('linkedAccounts'),
    (await query.selectFrom('authenticatorApps').select('id').execute()).length,
    (await query.selectFrom('securityEvents').select('id').execute()).length,
  ]
  // No foreign key says so.
  const orphans = await query
    .selectFrom('linkedAccounts')
    .leftJoin('accounts', 'accounts.id', 'linkedAccounts.accountId')
    .select('sub')
    .where('accounts.id', 'is', null)
    .execute()
  expect(orphans).toEqual([])
  await close()
  const apps = Math.ceil(PEOPLE / 7)
  expect(counts).toEqual([PEOPLE, 2 * PEOPLE, PEOPLE, apps, PEOPLE / 10])
  expect(new Set(rows.map(({ externalId }) => externalId)).size).toBe(PEOPLE)
  const lines = readFileSync(report, 'utf8').trimEnd().split('\r\n').slice(1)
  const ids = new Map(rows.map(({ externalId, id }) => [externalId, id]))
  expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual(
    Array.from({ length: PEOPLE }, (_, at) => [`x${at}`, ids.get(`x${at}`)]),
  )
})
