import { expect, test, vi } from 'vitest'
import { createOAuthClient, signInTo } from '../../support/oauth-client.ts'
import { tablesOf } from '../../support/tables-of.ts'
import { createTestServer } from '../../support/test-server.ts'

test('reads an authorization once in a call, whatever the library asks for', async () => {
  // Otherwise a worker's poll could add a statement to one of the calls.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const server = await createTestServer()
  const scope = 'openid profile offline_access'
  const oauthClient = await createOAuthClient(server, { scopes: scope })
  const person = await server.person()
  const decision = { scopes: ['profile', 'offline_access'] }
  const tokens = await signInTo(oauthClient, person.client, { scope }, decision)
  const { access_token: token, refresh_token: refreshToken = '' } = tokens
  const claims = await oauthClient.introspect(token)
  await server.settled()

  expect(await tablesOf(() => oauthClient.userInfo(token, String(claims.sub)))).toEqual([
    'from oauth_authorizations',
  ])
  // The token may be of any kind.
  expect(await tablesOf(() => oauthClient.introspect(token))).toEqual([
    'from oauth_clients',
    'from oauth_authorizations',
  ])
  expect(await tablesOf(() => oauthClient.refresh(refreshToken))).toEqual([
    'from oauth_clients',
    'from oauth_authorizations',
    'update oauth_tokens',
    'into oauth_tokens',
    'into oauth_tokens',
  ])
})
