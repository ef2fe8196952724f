import { Client } from 'pg'
import { expect, test } from 'vitest'
import { accountInfo } from '#protocol/web/login.ts'
import { createTestDatabase, onStatement } from '../../support/databases.ts'
import { createOAuthClient, signInTo } from '../../support/oauth-client.ts'
import { createTestServer } from '../../support/test-server.ts'

// The databases of tests have no statistics, like a new one that fills in its first minutes.

test('looks a token and its authorization up by their keys, not by what the client has', async () => {
  const database = await createTestDatabase()
  const server = await createTestServer({ database })
  const scope = 'openid profile'
  const oauthClient = await createOAuthClient(server, { scopes: scope })
  const { client } = await server.person()
  const decision = { scopes: ['profile'] }
  const { access_token: token } = await signInTo(oauthClient, client, { scope }, decision)

  const scans = await scansOf(database.location, 'oauth_authorizations', () =>
    oauthClient.introspect(token),
  )
  expect(scans).toContain('Index Scan using oauth_authorizations_pkey on oauth_authorizations')
  expect(scans).toContain('Index Scan using oauth_tokens_pkey on oauth_tokens')
  expect(scans).toContain('Index Scan using oauth_clients_pkey on oauth_clients')
})

test('looks a session up by its key, not by what the account has', async () => {
  const database = await createTestDatabase()
  const server = await createTestServer({ database })
  const { client } = await server.person()

  const scans = await scansOf(database.location, 'sessions', () => client.call(accountInfo, {}))
  expect(scans).toContain('Index Scan using sessions_pkey on sessions')
  expect(scans).toContain('Index Scan using accounts_pkey on accounts')
})

test('looks for passwords of other products by the index of those alone', async () => {
  const database = await createTestDatabase()
  const server = await createTestServer({ database })
  const { passwordForms } = server.app.services
  const scans = await scansOf(database.location, 'accounts', () => passwordForms.hasForeign())
  expect(scans).toContain('accounts_password_form')
})

/** Returns how PostgreSQL reads tables for the first statement of a call that names one of them. */
async function scansOf(
  location: string,
  table: string,
  call: () => Promise<unknown>,
): Promise<string> {
  const statements: string[] = []
  const stop = onStatement((text) => statements.push(text))
  await call()
  stop()
  const statement = statements.find((text) => text.includes(`from "${table}"`))
  if (statement === undefined) throw new Error(`no statement reads ${table}`)
  const database = new Client(location)
  await database.connect()
  const plan = await database.query<string[]>({
    text: `explain (generic_plan) ${statement}`,
    rowMode: 'array',
  })
  await database.end()
  return plan.rows.join('\n')
}
