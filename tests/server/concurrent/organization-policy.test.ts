import { expect, test } from 'vitest'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { acceptInvitation, createInvitationByEmail } from '#protocol/web/invitations.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import { accountInfo, emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { listMembers } from '#protocol/web/members.ts'
import { listOrganizationEvents } from '#protocol/web/organization-events.ts'
import { policyInfo, updatePolicy } from '#protocol/web/organization-policy.ts'
import { createCompany, type Member } from '../../support/companies.ts'
import type { Answer } from '../../support/client.ts'
import { addPasskey, signInBy } from '../../support/passkeys.ts'
import { createTestServer, createTwoServers, type TestServer } from '../../support/test-server.ts'

const HOUR = 60 * 60
/** A method that only a newer version knows. */
const newer = 'palm' as 'password'

const enter = (member: Member, organizationId: string): Promise<Answer> =>
  member.client.call(identityLogin, { login_subject_uid: organizationId })

async function signInByPassword({ client, person }: Member): Promise<void> {
  const { email, password } = person
  const { error } = await client.call(passwordLogin, { email, password })
  expect(error).toBe(undefined)
}

test('rules allow everything at first; only the manager changes them, after a recent sign-in', async () => {
  const server = await createTestServer()
  const { manager, join } = await createCompany(server)
  const ann = await join()
  expect((await manager.call(policyInfo, {})).data).toMatchObject({
    session_hours: 0,
    idle_minutes: 0,
    second_verification: 'off',
    methods: ['password', 'code', 'third_party', 'qr', 'passkey'],
    ends_session: 0,
  })
  expect(await ann.call(policyInfo, {})).toMatchObject({ error: 'no_permission' })
  expect(await ann.call(updatePolicy, { idle_minutes: 60 })).toMatchObject({
    error: 'no_permission',
    data: { permission: 'policy.update' },
  })
  for (const wrong of [
    { idle_minutes: 4 },
    { session_hours: 721 },
    { methods: ['pigeon' as 'code'] },
  ]) {
    expect((await manager.call(updatePolicy, wrong)).error).toBe('bad_parameter')
  }
  const changed = await manager.call(updatePolicy, { idle_minutes: 60, session_hours: 8 })
  expect(changed.data).toMatchObject({ idle_minutes: 60, session_hours: 8, ends_session: 0 })
  const events = await manager.call(listOrganizationEvents, { kind: 'policy_updated' })
  expect(JSON.parse(String((events.data.list as { detail: string }[])[0]?.detail))).toMatchObject({
    before: { idle_minutes: 0 },
    after: { idle_minutes: 60 },
  })
})

test('a maximum session age ends live sessions at their next call on every instance', async () => {
  const [one, two] = await createTwoServers()
  const { manager, join, id } = await createCompany(one)
  const ann = await join()
  one.clock.passSeconds(2 * HOUR)
  expect((await ann.call(listMembers, {})).error).toBe(undefined)
  await signInAgain(manager, id)
  await manager.call(updatePolicy, { session_hours: 1 })
  const there = two.client()
  for (const [name, value] of ann.client.cookies) there.cookies.set(name, value)
  expect((await there.call(accountInfo, {})).error).toBe('session_expired')
  expect((await ann.call(listMembers, {})).error).toBe('session_expired')
  expect((await manager.call(listMembers, {})).error).toBe(undefined)
})

test('a maximum idle time ends only unused sessions', async () => {
  const server = await createTestServer()
  const { manager, join } = await createCompany(server)
  const [ann, bob] = [await join('Ann'), await join('Bob')]
  await manager.call(updatePolicy, { idle_minutes: 5 })
  for (let minute = 0; minute < 8; minute++) {
    server.clock.passSeconds(60)
    expect((await ann.call(listMembers, {})).error, `minute ${minute}`).toBe(undefined)
  }
  expect((await bob.client.call(accountInfo, {})).error).toBe('session_expired')
  // The call that was refused does not count as use.
  expect((await bob.call(listMembers, {})).error).toBe('session_expired')
})

test('allowed methods refuse other sign-in methods, and name those allowed', async () => {
  const server = await createTestServer()
  const { manager, join, id } = await createCompany(server)
  const ann = await join()
  await manager.call(updatePolicy, { methods: ['password'] })
  // Both signed up with a code.
  expect((await ann.call(listMembers, {})).error).toBe('session_expired')
  await ann.client.call(sendCode, { email: ann.person.email, type: 13 })
  const code = await server.codeFor(ann.person.email)
  const byCode = await ann.client.call(emailCodeLogin, { email: ann.person.email, code, type: 13 })
  expect(byCode.error).toBe(undefined)
  expect(await enter(ann, id)).toMatchObject({
    error: 'policy_refused',
    data: { rule: 'methods', allowed: ['password'] },
  })
  await signInByPassword(ann)
  expect((await enter(ann, id)).error).toBe(undefined)
  expect((await ann.call(listMembers, {})).error).toBe(undefined)
})

test('required two-step verification is asked for after each sign-in, or on new devices only', async () => {
  const server = await createTestServer()
  const { manager, join, id } = await createCompany(server)
  const ann = await join()
  await manager.call(updatePolicy, { second_verification: 'always' })
  expect((await ann.call(listMembers, {})).error).toBe('session_expired')
  await signInByPassword(ann)
  await enterWithCode(server, ann, id)
  expect((await ann.call(listMembers, {})).error).toBe(undefined)
  // A new sign-in in the same browser has to be confirmed again, unless new devices alone matter.
  server.clock.passSeconds(60)
  await signInByPassword(ann)
  expect((await enter(ann, id)).error).toBe('second_verify')
  await signInByPassword(manager)
  await enterWithCode(server, manager, id)
  const relaxed = await manager.call(updatePolicy, { second_verification: 'new_device' })
  expect(relaxed.error).toBe(undefined)
  expect((await enter(ann, id)).error).toBe(undefined)
  const elsewhere = { ...ann, client: server.client() }
  await signInByPassword(elsewhere)
  expect((await enter(elsewhere, id)).error).toBe('second_verify')
})

test('reads rules of a newer version', async () => {
  const server = await createTestServer()
  const { query } = server.database
  const { id, manager, join } = await createCompany(server)
  const ann = await join()
  await query
    .updateTable('sessions')
    .set({ method: newer })
    .where('accountId', '=', ann.person.userId)
    .execute()
  const store = async (methods: readonly string[]): Promise<void> => {
    await query
      .updateTable('organizations')
      .set({ policy: JSON.stringify({ methods }) })
      .where('id', '=', id)
      .execute()
  }
  // All that there were once means every method, so a session by a newer one follows the rule.
  const every = ['password', 'code', 'third_party', 'qr']
  for (const methods of [every, [...every, newer]]) {
    await store(methods)
    expect((await ann.call(listMembers, {})).error, methods.join(' ')).toBeUndefined()
    const { methods: allowed } = (await manager.call(policyInfo, {})).data
    expect(allowed).toEqual([...every, 'passkey'])
  }
  await store(['password', 'code', newer])
  expect((await manager.call(policyInfo, {})).data.methods).toEqual(['password', 'code'])
  expect((await ann.call(listMembers, {})).error).toBe('session_expired')
})

test('does not let a session of a newer version enter what has rules about methods', async () => {
  const server = await createTestServer()
  const { id, manager, join } = await createCompany(server)
  const ann = await join()
  expect((await manager.call(updatePolicy, { methods: ['password', 'code'] })).error).toBe(
    undefined,
  )
  const set = { method: newer, membershipId: '' } as const
  const { userId } = ann.person
  const { query } = server.database
  await query.updateTable('sessions').set(set).where('accountId', '=', userId).execute()
  const entered = await ann.client.call(identityLogin, { login_subject_uid: id })
  expect(entered).toMatchObject({ error: 'policy_refused', data: { rule: 'methods' } })
})

test('rules that would lock out their author are refused', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  for (const rules of [{ methods: ['third_party' as const] }, { methods: ['qr' as const] }]) {
    expect((await manager.call(updatePolicy, rules)).error).toBe('would_lock_out')
  }
  expect((await manager.call(policyInfo, {})).data.methods).toHaveLength(5)
  const both = { methods: ['password' as const], second_verification: 'always' as const }
  expect((await manager.call(updatePolicy, both)).error).toBe(undefined)
})

test('rules apply to people who accept an invitation', async () => {
  const server = await createTestServer()
  const { manager, id } = await createCompany(server)
  const { data } = await manager.call(createInvitationByEmail, {
    email: 'hana@orchard.example',
    deputy_name: 'Hana',
  })
  await manager.call(updatePolicy, { methods: ['password'] })
  const ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  const hana = await server.person({ email: 'hana@orchard.example' })
  const accept = (): Promise<Answer> =>
    hana.client.call(acceptInvitation, { invite_ticket: ticket }, { family: 'aff' })
  expect((await accept()).error).toBe('policy_refused')
  await hana.client.call(passwordLogin, { email: hana.email, password: hana.password })
  expect((await accept()).data.login_subject_uid).toBe(id)
})

test('a passkey is both proofs, and a method that rules can leave out', async () => {
  const server = await createTestServer()
  const { manager, join, id } = await createCompany(server)
  const ann = await join()
  const { passkey } = await addPasskey(ann.client)
  const only = { methods: ['passkey' as const] }
  expect((await manager.call(updatePolicy, only)).error).toBe('would_lock_out')
  const own = await addPasskey(manager.client)
  await signInBy(manager.client, own.passkey)
  await enter(manager, id)
  await manager.call(updatePolicy, { second_verification: 'always' })
  expect((await ann.call(listMembers, {})).error).toBe('session_expired')
  expect((await signInBy(ann.client, passkey)).error).toBeUndefined()
  expect((await enter(ann, id)).error).toBeUndefined()
  expect((await ann.call(listMembers, {})).error).toBeUndefined()

  expect((await manager.call(updatePolicy, only)).error).toBeUndefined()
  expect((await ann.call(listMembers, {})).error).toBeUndefined()
  const others = { methods: ['password' as const], second_verification: 'off' as const }
  expect((await manager.call(updatePolicy, others)).error).toBeUndefined()
  expect((await ann.call(listMembers, {})).error).toBe('session_expired')
})

async function signInAgain(member: Member, id: string): Promise<void> {
  await signInByPassword(member)
  expect((await enter(member, id)).error).toBe(undefined)
}

async function enterWithCode(server: TestServer, member: Member, id: string): Promise<void> {
  const { client, person } = member
  const rejection = await enter(member, id)
  expect(rejection.error).toBe('second_verify')
  expect(rejection.data.verify_scene_desc).toMatch(/^This needs a second proof\./)
  const params = {
    sms_code_key: String(rejection.data.sms_code_key),
    verify_ticket: String(rejection.data.verify_ticket),
  }
  await client.call(sendCode, { type: 11, sms_code_key: params.sms_code_key })
  const code = await server.codeFor(person.email)
  await client.call(validateCode, {
    type: 11,
    code,
    ...params,
    encrypt_uid: String(rejection.data.encrypt_uid),
  })
  const entered = await client.call(
    identityLogin,
    { login_subject_uid: id },
    { params: { ...params, is_resend: '1' } },
  )
  expect(entered.error).toBe(undefined)
}
