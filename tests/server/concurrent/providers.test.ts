import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { knownProviders, providerNames } from '#protocol/providers.ts'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import {
  authBind,
  authBindLogin,
  authLogin,
  authLoginOnly,
  authSwitchBind,
  authUnbind,
  authVerify,
  listConnections,
  listPlatforms,
  oauthProfile,
} from '#protocol/web/providers.ts'
import { titleOf, type LocalProviders } from '../../../scripts/lib/providers.ts'
import type { Answer, Client } from '../../support/client.ts'
import { authorizeAs, startOAuth, startLocalProviders } from '../../support/local-providers.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

let local: LocalProviders

const bind = { action: 'bind' }

beforeAll(async () => {
  local = await startLocalProviders()
})

afterAll(() => local.close())

const start = (settings: Record<string, string> = {}): Promise<TestServer> =>
  createTestServer({ settings: { ...local.settings, ...settings } })

async function readCallback(
  client: Client,
  platform: string,
  login: string,
  query: Record<string, string> = {},
): Promise<{ platform: 'github'; code: string; state: string; iss?: string }> {
  const { path: _path, ...back } = await authorizeAs(
    await startOAuth(client, { platform, ...query }),
    login,
  )
  return { platform: platform as 'github', ...back }
}

/** Signs in from a third party, and makes the account where there is none. */
async function join(client: Client, platform: string, login: string): Promise<Answer> {
  const first = await client.call(authLogin, await readCallback(client, platform, login))
  if (first.error !== 'platform_unknown_account') return first
  const key = String(first.data.profile_key)
  return await client.call(authLogin, { profile_key: key, confirm_register: 1 })
}

test.each(providerNames)('registers and signs in again with %s', async (platform) => {
  const server = await start()
  const client = server.client()
  const first = await client.call(
    authLogin,
    await readCallback(client, platform, 'ann', { next: '/account-setting?tab=2' }),
  )
  expect(first.error).toBe('platform_unknown_account')
  expect(first.data.next).toBe('/account-setting?tab=2')
  const key = String(first.data.profile_key)
  const profile = await client.call(oauthProfile, { profile_key: key })
  expect(profile.data).toMatchObject({
    platform,
    platform_title: titleOf(platform),
    name: 'Ann Lee',
  })
  expect(profile.data.email).toBe('a***@example.com')
  expect(profile.data.is_registered).toBe(0)
  const registered = await client.call(authLogin, { profile_key: key, confirm_register: 1 })
  expect(registered.data).toMatchObject({ new_user: 1, name: 'Ann Lee', email_collected: true })
  expect(registered.data.connects).toMatchObject([{ platform, access_token: '' }])
  const elsewhere = server.client()
  const again = await elsewhere.call(
    authLogin,
    await readCallback(elsewhere, platform, 'ann', { next: '/blog' }),
  )
  expect(again.data).toMatchObject({ new_user: 0, user_id: registered.data.user_id })
  expect(again.body.redirect_url).toBe('/blog')
  const { data } = await elsewhere.call(accountInfo, {})
  expect(data).toMatchObject({ user_id: registered.data.user_id, connects: [{ platform }] })
})

test('lists only configured providers', async () => {
  const bare = await createTestServer()
  expect((await bare.client().call(listPlatforms, {})).data.list).toEqual([])
  const page = await startOAuth(bare.client(), { platform: 'github', language: 'ja' })
  expect(page.pathname).toBe('/ja/third-party-oauth')
  expect(page.searchParams.get('error')).toBe('platform_unavailable')
  const { data } = await (await start()).client().call(listPlatforms, {})
  expect(data.list).toMatchObject(
    providerNames.map((platform) => ({
      platform,
      platform_app_id: knownProviders[platform].appId,
      name: titleOf(platform),
    })),
  )
})

test('links, lists, verifies and unlinks a provider account', async () => {
  const server = await start()
  const { client, email } = await server.person()
  const bound = await client.call(
    authBind,
    await readCallback(client, 'github', 'ann', { action: 'bind', next: '/account-setting' }),
  )
  expect(bound.data).toMatchObject({ platform: 'github', platform_screen_name: 'ann' })
  expect(bound.body.redirect_url).toBe('/account-setting')
  const [notice] = await server.mail(email)
  expect(notice?.body).toContain('GitHub (ann)')
  expect((await client.call(listConnections, {})).data.total).toBe(1)
  const verified = await client.call(
    authVerify,
    await readCallback(client, 'github', 'ann', { action: 'verify' }),
  )
  server.clock.passSeconds(3600)
  const stale = await client.call(authUnbind, { platform: 'github' })
  expect(stale.error).toBe('ticket_expired')
  server.clock.passSeconds(-3600)
  const ticket = verified.data.ticket
  expect((await client.call(authUnbind, { platform: 'github', ticket })).error).toBeUndefined()
  expect((await client.call(authUnbind, { platform: 'github' })).error).toBe('binding_not_exist')
  expect((await client.call(listConnections, {})).data.list).toEqual([])
})

test('ignores an unverified address, and keeps the last sign-in method', async () => {
  const server = await start()
  const client = server.client()
  const { data } = await join(client, 'oidc', 'noa')
  expect(data).toMatchObject({ new_user: 1, name: 'Noa', email: '', email_collected: false })
  expect((await client.call(authUnbind, { platform: 'oidc' })).error).toBe('last_binding')
})

test('links an account with the same address only after a sign-in', async () => {
  const server = await start()
  const ann = await server.person({ email: 'ann@example.com' })
  const client = server.client()
  const unknown = await client.call(authLogin, await readCallback(client, 'google', 'ann'))
  expect(unknown.error).toBe('platform_unknown_account')
  const key = String(unknown.data.profile_key)
  expect((await client.call(oauthProfile, { profile_key: key })).data.is_registered).toBe(1)
  const registered = await client.call(authLogin, { profile_key: key, confirm_register: 1 })
  expect(registered.error).toBe('has_registered')
  const linked = await client.call(authBindLogin, {
    profile_key: key,
    account: 'ann@example.com',
    password: ann.password,
  })
  expect(linked.data).toMatchObject({ user_id_str: ann.userId })
  const again = server.client()
  const signedIn = await again.call(authLoginOnly, await readCallback(again, 'google', 'ann'))
  expect(signedIn.data.user_id_str).toBe(ann.userId)
})

test('moves a provider account after a confirmation', async () => {
  const server = await start()
  const before = await server.person()
  const after = await server.person()
  await before.client.call(authBind, await readCallback(before.client, 'github', 'ann', bind))
  const taken = await after.client.call(
    authBind,
    await readCallback(after.client, 'github', 'ann', bind),
  )
  expect(taken.error).toBe('connect_switch')
  const key = String(taken.data.profile_key)
  const ask = await after.client.call(authSwitchBind, { profile_key: key })
  expect(ask.error).toBe('switch_confirm_needed')
  const foreign = await before.client.call(authSwitchBind, { profile_key: key, change_bind: 1 })
  expect(foreign.error).toBe('ticket_expired')
  const moved = await after.client.call(authSwitchBind, { profile_key: key, change_bind: 1 })
  expect(moved.data).toMatchObject({ platform: 'github' })
  expect((await before.client.call(listConnections, {})).data.total).toBe(0)
  expect((await server.mail(before.email))[0]?.body).toContain('no longer linked')
  const again = await after.client.call(authSwitchBind, { profile_key: key, change_bind: 1 })
  expect(again.error).toBe('ticket_expired')
})

test('does not move the last sign-in method of an account', async () => {
  const server = await start()
  await join(server.client(), 'oidc', 'noa')
  const { client } = await server.person()
  const taken = await client.call(authBind, await readCallback(client, 'oidc', 'noa', bind))
  const key = String(taken.data.profile_key)
  const moved = await client.call(authSwitchBind, { profile_key: key, change_bind: 1 })
  expect(moved.error).toBe('last_binding')
})

test('requires two-step verification to link by code on a new device', async () => {
  const server = await start({ SECOND_VERIFICATION: 'on' })
  const { email } = await server.person()
  const client = server.client()
  const unknown = await client.call(authLogin, await readCallback(client, 'vercel', 'ken'))
  const key = String(unknown.data.profile_key)
  await client.call(sendCode, { email, type: 13 })
  const code = await server.codeFor(email)
  const rejection = await client.call(authBindLogin, { profile_key: key, email, code })
  expect(rejection.error).toBe('second_verify')
  expect(rejection.data.verify_ways).toEqual([{ verify_way: 'pwd_verify' }])
})

test('links by a code with a key, once, and only to existing accounts', async () => {
  const server = await start()
  const ann = await server.person({ mobile: '+819012345678' })
  const client = server.client()
  const unknown = await client.call(authLogin, await readCallback(client, 'vercel', 'ken'))
  const key = String(unknown.data.profile_key)
  const stranger = 'stranger@example.com'
  await client.call(sendCode, { email: stranger, type: 13 })
  const strangers = { email: stranger, code: await server.codeFor(stranger) }
  const nobody = await client.call(authBindLogin, { profile_key: key, ...strangers })
  expect(nobody.error).toBe('unregistered')
  await client.call(sendCode, { mobile: ann.mobile, type: 24 })
  const code = await server.codeFor(ann.mobile)
  const wrong = code === '000000' ? '111111' : '000000'
  const proof = { profile_key: key, mobile: ann.mobile }
  expect((await client.call(authBindLogin, { ...proof, code: wrong })).error).toBe('code_error')
  const linked = await client.call(authBindLogin, { ...proof, code })
  expect(linked.data.user_id_str).toBe(ann.userId)
  expect((await client.call(authBindLogin, { ...proof, code })).error).toBe('ticket_expired')
})

test('rejects a key after ten minutes', async () => {
  const server = await start()
  const client = server.client()
  const { data } = await client.call(authLogin, await readCallback(client, 'github', 'ken'))
  server.clock.passSeconds(601)
  const key = String(data.profile_key)
  const late = await client.call(authLogin, { profile_key: key, confirm_register: 1 })
  expect(late.error).toBe('ticket_expired')
  expect((await client.call(oauthProfile, { profile_key: key })).error).toBe(
    'platform_unknown_account',
  )
})

test('links a provider account to one of two accounts at once', async () => {
  const server = await start()
  const people = await Promise.all([server.person(), server.person(), server.person()])
  const claims = []
  for (const { client } of people) {
    claims.push({ client, back: await readCallback(client, 'google', 'ken', bind) })
  }
  const answers = await Promise.all(claims.map(({ client, back }) => client.call(authBind, back)))
  const errors = answers.map(({ error }) => error)
  expect(errors.filter((error) => error === undefined)).toHaveLength(1)
  expect(errors.filter((error) => error === 'connect_switch')).toHaveLength(2)
})

test('links one account of a provider under concurrent calls', async () => {
  const server = await start()
  const { client } = await server.person()
  const backs = [
    await readCallback(client, 'github', 'ann', bind),
    await readCallback(client, 'github', 'ken', bind),
  ]
  const answers = await Promise.all(backs.map((back) => client.call(authBind, back)))
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  const other = await client.call(authBind, {
    ...(await readCallback(client, 'github', 'ken', bind)),
    change_bind: 1,
  })
  expect(other.data.platform_screen_name).toBe('ken')
  expect((await client.call(listConnections, {})).data.total).toBe(1)
})

test('keeps one of two sign-in methods that are removed at once', async () => {
  const server = await start()
  const client = server.client()
  await join(client, 'oidc', 'noa')
  await client.call(authBind, await readCallback(client, 'github', 'ann', bind))
  const answers = await Promise.all(
    (['oidc', 'github'] as const).map((platform) => client.call(authUnbind, { platform })),
  )
  expect(new Set(answers.map(({ error }) => error))).toEqual(new Set(['last_binding', undefined]))
})

test('accepts a profile key only from the browser of the callback', async () => {
  const server = await start()
  const client = server.client()
  const { data } = await client.call(authLogin, await readCallback(client, 'github', 'ken'))
  const call = { profile_key: String(data.profile_key), confirm_register: 1 } as const
  for (const stranger of [server.client(), (await server.person()).client]) {
    expect((await stranger.call(authLogin, call)).error).toBe('ticket_expired')
    const seen = await stranger.call(oauthProfile, { profile_key: call.profile_key })
    expect(seen.error).toBe('platform_unknown_account')
  }
  expect((await client.call(authLogin, call)).error).toBeUndefined()
})

test('creates one account for concurrent confirmations', async () => {
  const server = await start()
  const client = server.client()
  const { data } = await client.call(authLogin, await readCallback(client, 'github', 'ken'))
  const call = { profile_key: String(data.profile_key), confirm_register: 1 } as const
  const answers = await Promise.all([1, 2, 3].map(() => client.call(authLogin, call)))
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
})

test('rejects a banned account', async () => {
  const server = await start()
  const client = server.client()
  await join(client, 'github', 'ann')
  await server.database.query.updateTable('accounts').set({ state: 'banned' }).execute()
  const answer = await join(server.client(), 'github', 'ann')
  expect(answer.error).toBe('account_banned')
})

test('binds a verification to session and operation', async () => {
  const server = await start()
  const { client, email, password } = await server.person()
  await client.call(authBind, await readCallback(client, 'github', 'ann', bind))
  const phone = server.client()
  await phone.call(passwordLogin, { email, password })
  server.clock.passSeconds(601)
  const verify = async (scene: string): Promise<string> => {
    const back = await readCallback(client, 'github', 'ann', { action: 'verify' })
    const proof = await client.call(authVerify, back, { params: { scene } })
    return proof.data.ticket
  }
  const platform = 'github'
  const unbind = async (who: Client, ticket: string): Promise<string | undefined> =>
    (await who.call(authUnbind, { platform, ticket })).error
  expect(await unbind(phone, await verify(''))).toBe('ticket_expired')
  expect(await unbind(client, await verify('email_unbind'))).toBe('ticket_expired')
  expect(await unbind(client, await verify('auth_unbind'))).toBeUndefined()
})

test('binds a verification to the operation that it was started for', async () => {
  const server = await start()
  const { client } = await server.person()
  await client.call(authBind, await readCallback(client, 'github', 'ann', bind))
  server.clock.passSeconds(601)
  const query = { action: 'verify', scene: 'email_unbind' }
  const back = await readCallback(client, 'github', 'ann', query)
  // The purpose that the callback page sends is ignored.
  const proof = await client.call(authVerify, back, { params: { scene: 'auth_unbind' } })
  const ticket = proof.data.ticket
  const unbind = await client.call(authUnbind, { platform: 'github', ticket })
  expect(unbind.error).toBe('ticket_expired')
})

test('accepts only a code of the person that `openid` names', async () => {
  const server = await start()
  const { client } = await server.person()
  const linked = await client.call(authBind, await readCallback(client, 'github', 'ann', bind))
  const openid = linked.data.platform_uid
  const verify = async (id: string): Promise<string | undefined> => {
    const back = await readCallback(client, 'github', 'ann', { action: 'verify' })
    return (await client.call(authVerify, { ...back, openid: id })).error
  }
  expect(await verify(`${openid}0`)).toBe('platform_unauthorized')
  expect(await verify(openid)).toBeUndefined()
})

test('verifies only with the linked provider account', async () => {
  const server = await start()
  const { client } = await server.person()
  const other = await readCallback(client, 'github', 'ann', { action: 'verify' })
  expect((await client.call(authVerify, other)).error).toBe('binding_not_exist')
  const back = await authorizeAs(
    await startOAuth(client, { platform: 'google', action: 'verify' }),
    'ann',
  )
  expect(back.path).toBe('/google-verify-callback')
})

test('requires two-step verification by the policy, and continues with the key', async () => {
  const POLICY_FILE = path.join(import.meta.dirname, '../../support/policies/third-party.json')
  const server = await start({ SECOND_VERIFICATION: 'on', POLICY_FILE })
  const known = server.client()
  const { data: ann } = await join(known, 'github', 'ann')
  const client = server.client()
  const rejection = await client.call(authLogin, await readCallback(client, 'github', 'ann'))
  expect(rejection.error).toBe('second_verify')
  expect(client.cookies.has('sessionid')).toBe(false)
  const { profile_key, sms_code_key, verify_ticket } = rejection.data as Record<string, string>
  const call = { profile_key: profile_key ?? '' }
  expect((await client.call(authLogin, call)).error).toBe('second_verify')
  const flow = { sms_code_key: sms_code_key ?? '', verify_ticket: verify_ticket ?? '' }
  await client.call(sendCode, { type: 11, sms_code_key: flow.sms_code_key })
  const code = await server.codeFor('ann@example.com')
  expect((await client.call(validateCode, { type: 11, code, ...flow })).error).toBeUndefined()
  const signedIn = await client.call(authLogin, call, { params: { ...flow, is_resend: '1' } })
  expect(signedIn.data.user_id).toBe(ann.user_id)
})
