import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authBind, authLogin, authSwitchBind, listConnections } from '#protocol/web/providers.ts'
import type { LocalProviders } from '../../../scripts/lib/providers.ts'
import type { Profile } from '../../../server/providers/provider-profile.ts'
import type { Client } from '../../support/client.ts'
import { authorizeAs, startOAuth, startLocalProviders } from '../../support/local-providers.ts'
import { passCaptcha } from '../../support/pass-captcha.ts'
import { createTestServer } from '../../support/test-server.ts'

let local: LocalProviders

beforeAll(async () => {
  local = await startLocalProviders()
})

afterAll(() => local.close())

async function readCallback(
  client: Client,
  query: Record<string, string>,
): Promise<{ platform: 'github'; code: string; state: string }> {
  const out = await startOAuth(client, { platform: 'github', ...query })
  const { code, state } = await authorizeAs(out, 'ann')
  return { platform: 'github', code, state }
}

test('requires a captcha by the policy before the callback is used', async () => {
  const POLICY_FILE = path.join(import.meta.dirname, '../../support/policies/careful.json')
  const server = await createTestServer({ settings: { ...local.settings, POLICY_FILE } })
  const { client } = await server.person()
  const call = await readCallback(client, { action: 'bind' })
  const rejection = await client.call(authBind, call)
  expect(rejection.error).toBe('captcha_slide')
  // It is about no recipient, of whom strangers' wrong answers would be counted together.
  const decisions = server.database.query.selectFrom('captchaDecisions').select('requestDigest')
  expect(await decisions.execute()).toEqual([{ requestDigest: '' }])
  await passCaptcha(client, rejection)
  const bound = await client.call(authBind, call, { params: { is_resend: '1' } })
  expect(bound.data).toMatchObject({ platform: 'github', platform_screen_name: 'ann' })
})

test('stores the display name of people without a handle', async () => {
  const server = await createTestServer()
  const { client, userId } = await server.person()
  const { linkedAccounts } = server.app.services
  const profile: Profile = {
    platform: 'oidc',
    sub: '7',
    name: 'Ann Lee',
    handle: '',
    avatar: '',
    email: '',
    isEmailVerified: false,
  }
  await linkedAccounts.begin(userId, profile)
  await linkedAccounts.open(profile)
  const { data } = await client.call(listConnections, {})
  expect(data.list).toMatchObject([{ platform_screen_name: 'Ann Lee' }])
})

test('redirects to a provider without a captcha, whatever the policy says', async () => {
  const POLICY_FILE = path.join(import.meta.dirname, '../../support/policies/captchas.json')
  const server = await createTestServer({ settings: { ...local.settings, POLICY_FILE } })
  const client = server.client()
  const call = await readCallback(client, { action: 'login' })
  const rejection = await client.call(authLogin, call)
  expect(rejection.error).toBe('captcha_slide')
  await passCaptcha(client, rejection)
  const known = await client.call(authLogin, call, { params: { is_resend: '1' } })
  expect(known.error).toBe('platform_unknown_account')
})

test('moves a linked account with a recent proof, until the key expires', async () => {
  const server = await createTestServer({ settings: local.settings })
  const [before, after] = [await server.person(), await server.person()]
  await before.client.call(authBind, await readCallback(before.client, { action: 'bind' }))
  // Started at the end of the ten minutes after signing in.
  server.clock.passSeconds(590)
  const call = await readCallback(after.client, { action: 'bind' })
  server.clock.passSeconds(60)
  const taken = await after.client.call(authBind, call)
  expect(taken.error).toBe('connect_switch')
  const key = { profile_key: String(taken.data.profile_key) }
  // A profile key does not prove when its owner signed in.
  const again = await after.client.call(authBind, key)
  const other = { profile_key: String(again.data.profile_key), change_bind: 1 } as const
  expect((await after.client.call(authSwitchBind, other)).error).toBe('ticket_expired')
  const moved = await after.client.call(authSwitchBind, { ...key, change_bind: 1 })
  expect(moved.data).toMatchObject({ platform: 'github' })
  expect((await before.client.call(listConnections, {})).data.total).toBe(0)
})
