import { expect, test } from 'vitest'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { readConfig } from '../../../server/config/config.ts'
import { checkDatabase } from '../../../server/store/copy/check-database.ts'
import { copiedTables } from '../../../server/store/copy/copy-database.ts'
import { openMigratedDatabase } from '../../../server/store/open-database.ts'
import { createTestClock } from '../../support/clock.ts'
import { createOldestDatabase } from '../../support/oldest-database.ts'
import { runCommand } from '../../support/organizations.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

/** Cookie of Ann's session, which the oldest version opened. */
const SESSION = 'owm13FChA2jwOTQ7AmEVvGgv7_Ee88r3Es_YxmNu020'
const ANN = '117588070715392'
const password = 'seven quiet otters'

async function startOnOldest(): Promise<TestServer> {
  const database = await createOldestDatabase()
  const opened = await openMigratedDatabase(readConfig(database.env), Date.now)
  expect(await checkDatabase(opened, await copiedTables())).toMatchObject({ faults: [] })
  const { createdAt } = await opened.query
    .selectFrom('sessions')
    .select('createdAt')
    .executeTakeFirstOrThrow()
  await opened.close()
  const clock = createTestClock()
  clock.passSeconds((createdAt - clock.now()) / 1000 + 3600)
  return await createTestServer({ database, clock })
}

test('people of the oldest supported version stay signed in, and sign in with their password', async () => {
  const server = await startOnOldest()
  const browser = server.client()
  browser.cookies.set('sessionid', SESSION)
  expect((await browser.call(accountInfo, {})).data.user_id_str).toBe(ANN)
  const login = { email: 'ann@example.com', password }
  const { data, error } = await server.client().call(passwordLogin, login)
  expect([error, data.user_id_str]).toEqual([undefined, ANN])
})

test('bans and organizations of the oldest supported version hold', async () => {
  const server = await startOnOldest()
  const login = { email: 'bob@example.com', password }
  expect((await server.client().call(passwordLogin, login)).error).toBe('account_banned')
  const listed = await runCommand(server, 'subject', 'list')
  expect(listed).toContain('Orchard Ltd')
  const [id = ''] = /\d{6,}/.exec(listed) ?? []
  const members = await runCommand(server, 'subject', 'show', id)
  expect(members).toMatch(/Ann of Orchard/)
})
