import { expect, test } from 'vitest'
import { checkPermission } from '#protocol/web/permission-check.ts'
import { hostCode, redeemHostCode } from '#protocol/web/hosted-sign-in.ts'
import { freezeMember } from '#protocol/web/members.ts'
import { addUserRole, createRole, listPermissions, listResources } from '#protocol/web/roles.ts'
import type { Answer } from '../../support/client.ts'
import { createCompany } from '../../support/companies.ts'
import { runCommand } from '../../support/organizations.ts'
import { createTestServer, createTwoServers, type TestServer } from '../../support/test-server.ts'

async function addSecret(
  server: TestServer,
  aid = '1001',
): Promise<{ secret: string; id: string }> {
  const output = await runCommand(server, 'app', 'secret', 'add', aid)
  const [secret = ''] = output.split('\n')
  return { secret, id: /is called (\w+) from/.exec(output)?.[1] ?? '' }
}

function check(server: TestServer, secret: string, payload: object, aid = 1001): Promise<Answer> {
  return server.client().call(
    checkPermission,
    { subject_uid: '0', permissions: ['deputy.read'], ...payload },
    {
      family: 'aff',
      aid,
      origin: null,
      headers: secret === '' ? {} : { authorization: `Bearer ${secret}` },
    },
  )
}

test('returns the permissions of a member to a server with a secret, on every instance', async () => {
  const [one, two] = await createTwoServers()
  const { manager, join, id } = await createCompany(one)
  const ann = await join()
  const { secret } = await addSecret(one)
  const question = {
    subject_uid: id,
    identity_id: ann.id,
    permissions: ['deputy.read', 'role.create'],
  }
  const first = await check(two, secret, question)
  expect(first.data).toMatchObject({
    allowed: { 'deputy.read': 1, 'role.create': 0 },
    cache_seconds: 0,
  })
  const secId = (await manager.find(ann.id))?.sec_user_identity_id ?? ''
  await manager.call(addUserRole, { role_key: 'admin', sec_user_identity_ids: [secId] })
  const { identity_id, ...rest } = question
  const second = await check(two, secret, { ...rest, sec_user_identity_id: secId })
  expect(second.data.allowed).toEqual({ 'deputy.read': 1, 'role.create': 1 })
  expect(second.data.version).not.toBe(first.data.version)
  await manager.call(freezeMember, { deputy_identity_id: identity_id, is_frozen: 1 })
  const frozen = await check(two, secret, question)
  expect(frozen.data.allowed).toEqual({ 'deputy.read': 0, 'role.create': 0 })
})

test('returns nothing without a valid secret of the application', async () => {
  const server = await createTestServer()
  const { manager, id } = await createCompany(server)
  const question = { subject_uid: id, identity_id: manager.id }
  const mine = await addSecret(server)
  const others = await addSecret(server, '1002')
  for (const secret of ['', 'short', `${mine.secret.slice(0, -1)}x`, others.secret]) {
    expect((await check(server, secret, question)).error).toBe('app_secret_invalid')
  }
  // Organizations belong to one application.
  expect((await check(server, others.secret, question, 1002)).error).toBe('not_member')
  expect((await check(server, mine.secret, { ...question, identity_id: '1' })).error).toBe(
    'not_member',
  )
  const second = await addSecret(server)
  await expect(addSecret(server)).rejects.toThrow('has 2 secrets')
  expect(await runCommand(server, 'app', 'secret', 'list', '1001')).toContain(mine.id)
  await runCommand(server, 'app', 'secret', 'end', '1001', mine.id)
  expect((await check(server, mine.secret, question)).error).toBe('app_secret_invalid')
  expect((await check(server, second.secret, question)).error).toBe(undefined)
  expect(server.lines.join('\n')).not.toContain(second.secret)
})

test('includes permissions of the application, which only managers and administrators have', async () => {
  const server = await createTestServer()
  const wrong = runCommand(server, 'app', 'set', '1001', 'permissions=role.steal')
  await expect(wrong).rejects.toThrow('permissions is "role.steal"')
  await runCommand(server, 'app', 'set', '1001', 'permissions=invoice.read,invoice.pay')
  server.clock.passSeconds(31)
  const { manager, join, id } = await createCompany(server)
  const ann = await join()
  expect((await manager.call(listPermissions, {})).data.permissions).toContain('invoice.pay')
  expect((await ann.call(listPermissions, {})).data.permissions).not.toContain('invoice.read')
  const created = await manager.call(createRole, {
    role_name: 'Clerk',
    role_key: 'clerk',
    permissions: ['invoice.read'],
  })
  expect(created.error).toBe(undefined)
  const unknown = { role_name: 'Spy', permissions: ['invoice.steal'] }
  expect((await manager.call(createRole, unknown)).error).toBe('unknown_permission')
  const secId = (await manager.find(ann.id))?.sec_user_identity_id ?? ''
  await manager.call(addUserRole, { role_key: 'clerk', sec_user_identity_ids: [secId] })
  const { secret } = await addSecret(server)
  const permissions = ['invoice.read', 'invoice.pay']
  const answer = await check(server, secret, { subject_uid: id, identity_id: ann.id, permissions })
  expect(answer.data).toMatchObject({
    allowed: { 'invoice.read': 1, 'invoice.pay': 0 },
    cache_seconds: 30,
  })
  const resources = await manager.call(listResources, { page_size: 100 })
  expect(resources.data.list).toContainEqual(
    expect.objectContaining({ resource_type: 'invoice', permissions }),
  )
})

test('requires the secret to redeem a code if the application says so', async () => {
  const server = await createTestServer()
  const redirect_uri = 'https://shop.example/signed-in'
  await runCommand(server, 'app', 'add', '2001', '--name', 'Shop', '--redirects', redirect_uri)
  await runCommand(server, 'app', 'set', '2001', 'redeem_secret=on')
  const { secret } = await addSecret(server, '2001')
  server.clock.passSeconds(31)
  const { client } = await server.person()
  const code_verifier = 'v'.repeat(43)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier))
  const code_challenge = Buffer.from(digest).toString('base64url')
  const issued = await client.call(hostCode, { redirect_uri, code_challenge }, { aid: 2001 })
  const payload = { auth_code: issued.data.code, code_verifier, redirect_uri }
  const redeem = (headers: Record<string, string>): Promise<Answer> =>
    server.client().call(redeemHostCode, payload, { aid: 2001, origin: null, headers })
  expect((await redeem({})).error).toBe('app_secret_invalid')
  expect((await redeem({ authorization: `Bearer ${secret}` })).data.sec_user_id).toMatch(/\S/)
})
