import { expect, test } from 'vitest'
import { authInfo, authorizeClient } from '#protocol/web/open-authorization.ts'
import type { Client } from '../../support/client.ts'
import type { Person } from '../../support/create-people.ts'
import {
  createOAuthClient,
  decide,
  open,
  visit,
  type OAuthClient,
} from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const OFFLINE = 'openid profile offline_access'
const TEN_MINUTES = 600

interface Scene {
  server: TestServer
  ann: Person
  harbour: OAuthClient
}

async function prepare(): Promise<Scene> {
  const server = await createTestServer()
  const ann = await server.person()
  const harbour = await createOAuthClient(server, { scopes: OFFLINE })
  server.clock.passSeconds(TEN_MINUTES)
  return { server, ann, harbour }
}

/** Allows some scopes on the page without JavaScript; returns where that leads. */
async function allow(
  harbour: OAuthClient,
  browser: Client,
  scopes: string[],
  scope = OFFLINE,
): Promise<string> {
  const { address } = await harbour.start({ scope })
  return await decide(browser, await (await open(browser, address)).text(), { scopes })
}

test('asks for a sign-in before a client gets access that outlives the session, on the plain page', async () => {
  const { ann, harbour } = await prepare()
  const asked = await allow(harbour, ann.client, ['profile', 'offline_access'])
  expect(asked).toContain('/login?next=%2Fform%2Fauthorize&prompt=login')
  expect(await allow(harbour, ann.client, ['profile'])).toContain('?code=')
})

test('asks for a second proof for it in the element', async () => {
  const { ann, harbour } = await prepare()
  const { address } = await harbour.start({ scope: OFFLINE })
  const asked = (await visit(ann.client, address)).headers.get('location') ?? ''
  const auth_ticket = new URL(asked, ORIGIN).searchParams.get('auth_ticket') ?? ''
  expect((await ann.client.call(authInfo, { auth_ticket })).data.need_consent).toBe(1)
  const call = { auth_ticket, scopes: 'openid profile' }
  const offline = { ...call, scopes: OFFLINE }
  expect((await ann.client.call(authorizeClient, offline)).error).toBe('second_verify')
  const answer = await ann.client.call(authorizeClient, call)
  expect(answer.data.redirect_url).toContain('?code=')
})

test('needs no proof for what was allowed with one, until it is taken back', async () => {
  const { server, ann, harbour } = await prepare()
  await server.database.query
    .updateTable('sessions')
    .set({ provedAt: server.clock.now() })
    .execute()
  const both = ['profile', 'offline_access']
  expect(await allow(harbour, ann.client, both)).toContain('?code=')
  server.clock.passSeconds(TEN_MINUTES)
  const { address } = await harbour.start({ scope: OFFLINE })
  const again = await open(ann.client, address)
  expect(again.headers.get('location')).toContain('?code=')
  const [grant] = await server.app.services.oauthGrants.of(ann.userId, harbour.id)
  await server.app.services.oauthGrants.revoke(ann.userId, grant?.id ?? '', server.clock.now())
  expect(await allow(harbour, ann.client, both)).toContain('prompt=login')
})
