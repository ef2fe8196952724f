import { expect, test } from 'vitest'
import { listOrganizationEvents } from '#protocol/web/organization-events.ts'
import { listSessions } from '#protocol/web/session.ts'
import { updateUser } from '#protocol/web/profile.ts'
import { createCompany } from '../../support/companies.ts'
import type { Client } from '../../support/client.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

const SETTINGS = '/account-setting'
const FLAGS = '?__loader=account-setting&__ssrDirect=true'

interface Loaded {
  route: string
  lang: string
  data: { replies: Record<string, { data: Record<string, unknown> }> }
}

function get(
  client: Client,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return client.send(new Request(ORIGIN + path, { headers }))
}

async function load(client: Client, path: string, headers?: Record<string, string>) {
  return (await (await get(client, path, headers)).json()) as Loaded
}

const paths = ({ data }: Loaded): string[] =>
  Object.keys(data.replies).map((call) => new URL(call, ORIGIN).pathname)

test('brings what the account pages ask first, to the person alone', async () => {
  const server = await createTestServer()
  const [ann, bob] = [await server.person(), await server.person()]
  for (const { client, userId } of [ann, bob]) {
    const loaded = await load(client, SETTINGS + FLAGS)
    expect(loaded).toMatchObject({ route: 'account-setting', lang: 'en' })
    expect(paths(loaded)).toEqual(['/passport/web/account/info/v2'])
    const user = loaded.data.replies['/passport/web/account/info/v2?get_info_type=2']
    expect(user?.data.user_id_str).toBe(userId)
  }
  const calls = async (page: string): Promise<number> =>
    paths(await load(ann.client, `${SETTINGS}/${page}${FLAGS}`)).length
  expect(await calls('security')).toBe(5)
  expect(await calls('devices')).toBe(4)
  expect(await calls('organizations')).toBe(5)
  expect(await calls('data')).toBe(1)
  const dashboard = await load(ann.client, `/ja/account-setting/components/dashboard${FLAGS}`)
  expect(dashboard.lang).toBe('ja')
  expect(paths(dashboard)).toEqual([
    '/passport/web/account/info/v2',
    '/passport/web/account/plan',
    '/passport/web/auth/list',
    '/passport/web/subject/login_list',
    '/passport/web/security/events',
  ])
  // Without a session, only public data.
  expect(paths(await load(server.client(), `${SETTINGS}/security${FLAGS}`))).toEqual([
    '/passport/web/auth/platforms',
  ])
})

test('brings of the organization that one acts for what one may see, and records no refusal', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const dashboard = `/account-setting/components/dashboard${FLAGS}`
  const about = async (client: Client): Promise<string[]> =>
    paths(await load(client, dashboard)).filter((path) => path.startsWith('/passport/aff/'))
  expect(await about(company.manager.client)).toEqual([
    '/passport/aff/web/permission/list',
    '/passport/aff/web/subject/info',
    '/passport/aff/web/invitation/list',
    '/passport/aff/web/audit/list',
  ])
  const member = await company.join()
  expect(await about(member.client)).toEqual([
    '/passport/aff/web/permission/list',
    '/passport/aff/web/subject/info',
  ])
  const { data } = await company.manager.call(listOrganizationEvents, {
    kind: 'permission_refused',
  })
  expect(data.list).toEqual([])
  const stranger = await server.person()
  expect(await about(stranger.client)).toEqual([])
})

test('brings nothing to pages of other sites, and the page itself without both flags', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect(paths(await load(client, SETTINGS + FLAGS, headers))).toEqual([])
  const reply = await get(client, SETTINGS + FLAGS, { origin: 'https://evil.example' })
  expect(reply.headers.has('access-control-allow-origin')).toBe(false)
  expect(reply.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(paths((await reply.json()) as Loaded)).toEqual([])
  for (const query of [
    '',
    '?__loader=account-setting',
    '?__ssrDirect=true',
    '?__loader=account-setting&__ssrDirect=false',
    '?__loader=changelog&__ssrDirect=true',
  ]) {
    const page = await get(client, SETTINGS + query)
    expect(page.headers.get('content-type'), query).not.toContain('json')
  }
})

test('may be kept for seconds when it is prefetched, by that browser, until something changes', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const plain = await get(client, SETTINGS + FLAGS)
  expect(plain.headers.get('cache-control')).toBe('no-store')
  const ahead = await get(client, SETTINGS + FLAGS, { 'sec-purpose': 'prefetch' })
  expect(ahead.headers.get('cache-control')).toBe('private, max-age=30')
  expect(ahead.headers.get('vary')).toBe('Cookie')

  await client.call(listSessions, {}, { method: 'POST' })
  expect(client.cookies.has('account_changed')).toBe(false)
  await client.call(updateUser, { name: 'Ann' })
  const first = client.cookies.get('account_changed')
  expect(first).toBeTruthy()
  await client.call(updateUser, { name: 'Anna' })
  const second = client.cookies.get('account_changed')
  expect(second).not.toBe(first)
  await client.form('/form/identity', {})
  expect(client.cookies.get('account_changed')).not.toBe(second)
})
