import { describe, expect, test } from 'vitest'
import { SESSION_HEADER } from '#protocol/headers.ts'
import type { MembershipInfo } from '#protocol/objects.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { identityLogin, listIdentities, switchMember } from '#protocol/web/identity.ts'
import { accountInfo, emailCodeLogin } from '#protocol/web/login.ts'
import { checkQrconnect, confirmQrcode, getQrcode, scanQrcode } from '#protocol/web/qr.ts'
import { shareLogin, shareToken } from '#protocol/web/sso.ts'
import type { Answer, Client } from '../../support/client.ts'
import { typeCommand, typeWhileUnusable } from '../../support/command.ts'
import {
  addMember,
  addOrganization,
  addPersonWithTwoMemberships,
  runCommand,
} from '../../support/organizations.ts'
import { setApp } from '../../support/qr.ts'
import { retryWhileBusy } from '../../support/retry-while-busy.ts'
import { createTestServer, createTwoServers } from '../../support/test-server.ts'

const listOf = ({ data }: Answer): MembershipInfo[] => data.list as MembershipInfo[]

describe('the list of memberships', () => {
  test('starts with the person, and has ids of this application', async () => {
    const server = await createTestServer()
    const { person, orchard, harbour, orchardId } = await addPersonWithTwoMemberships(server)
    await setApp(server, { organizations_to: '1002' })
    const { data } = await person.client.call(listIdentities, {}, { method: 'GET' })
    const list = listOf(await person.client.call(listIdentities, {}))
    expect(data.list).toEqual(list)
    expect(data.total).toBe(3)
    expect(list.map((one) => [one.subject_uid, one.deputy_name, one.current])).toEqual([
      ['0', expect.any(String), 1],
      [orchard, 'Ann of Orchard', 0],
      [harbour, list[0]?.deputy_name, 0],
    ])
    expect(list[1]).toMatchObject({ user_identity_id: orchardId, subject_name: 'Orchard Ltd' })
    expect(new Set(list.map((one) => one.sec_member_id)).size).toBe(3)
    for (const one of list) expect(one.sec_member_id).toMatch(/^sm_[\w-]{32}$/)
    const elsewhere = await person.client.call(
      listIdentities,
      {},
      { aid: 1002, origin: 'http://localhost:4322', params: { subject_aid: '1001' } },
    )
    expect(listOf(elsewhere)[1]?.subject_uid).toBe(orchard)
    expect(listOf(elsewhere)[1]?.sec_member_id).not.toBe(list[1]?.sec_member_id)
    expect(JSON.stringify(list)).not.toContain(person.email)
  })

  test('is served at every path, and requires a session', async () => {
    const server = await createTestServer()
    const { person } = await addPersonWithTwoMemberships(server)
    for (const family of ['web', 'mobile', 'aff', 'sso'] as const) {
      expect((await person.client.call(listIdentities, {}, { family })).data.total).toBe(3)
      expect((await server.client().call(listIdentities, {}, { family })).body.error_code).toBe(
        1000,
      )
    }
  })

  test('contains memberships of one application', async () => {
    const server = await createTestServer()
    const person = await server.person()
    const subject = await addOrganization(server, 'Elsewhere', '--aid', '1002')
    await runCommand(server, 'app', 'set', '1002', 'organizations_to=1001')
    server.clock.passSeconds(31)
    await addMember(server, subject, person)
    const list = (subjectAid?: string): Promise<Answer> =>
      person.client.call(
        listIdentities,
        {},
        subjectAid === undefined ? {} : { params: { subject_aid: subjectAid } },
      )
    expect((await list()).data.total).toBe(1)
    expect((await list('1002')).data.total).toBe(2)
    expect((await list('4711')).error).toBe('bad_app')
  })

  test('contains frozen memberships only on request', async () => {
    const server = await createTestServer()
    const { person, orchard, harbour } = await addPersonWithTwoMemberships(server)
    await runCommand(server, 'member', 'freeze', orchard, person.userId)
    await runCommand(server, 'subject', 'freeze', harbour)
    expect((await person.client.call(listIdentities, {})).data.total).toBe(1)
    const all = listOf(await person.client.call(listIdentities, { need_frozen_user: 1 }))
    expect(all.map((one) => one.is_frozen)).toEqual([0, 1, 1])
  })
})

describe('switching to a membership', () => {
  test('replaces the session by one of the membership', async () => {
    const server = await createTestServer()
    const { person, orchard, orchardId, harbourId } = await addPersonWithTwoMemberships(server)
    const { client } = person
    const before = client.cookies.get('sessionid')
    const answer = await client.call(identityLogin, { login_subject_uid: orchard })
    expect(answer.data).toMatchObject({
      user_id_str: person.userId,
      name: 'Ann of Orchard',
      passport_enterprise_user_type: 1,
      login_subject_uid: orchard,
      user_identity_id: orchardId,
    })
    expect(answer.data.sec_subject_uid).toMatch(/^ss_[\w-]{32}$/)
    expect(client.cookies.get('sessionid')).not.toBe(before)
    const old = server.client()
    old.cookies.set('sessionid', String(before))
    expect((await old.call(accountInfo, {})).body.error_code).toBe(1000)
    const info = await client.call(accountInfo, {})
    expect(info.data).toMatchObject({
      name: 'Ann of Orchard',
      sec_subject_uid: answer.data.sec_subject_uid,
    })
    const list = listOf(await client.call(listIdentities, {}))
    expect(list.map((one) => one.current)).toEqual([0, 1, 0])

    const [, , manager] = list
    const managing = await client.call(
      switchMember,
      { to_sec_member_id: String(manager?.sec_member_id) },
      { family: 'aff' },
    )
    expect(managing.data).toMatchObject({
      passport_enterprise_user_type: 2,
      user_identity_id: harbourId,
    })
    const back = await client.call(identityLogin, { login_subject_uid: '0' })
    expect(back.data).toMatchObject({ passport_enterprise_user_type: 0 })
    expect(back.data.login_subject_uid).toBeUndefined()
    expect((await client.call(accountInfo, {})).data.sec_subject_uid).toBe('')
  })

  test('returns the session token only to clients that sent one, not with a cookie', async () => {
    const server = await createTestServer()
    const { person, orchard, harbour } = await addPersonWithTwoMemberships(server)
    const params = { account_sdk_source: 'app' }
    const page = await person.client.call(identityLogin, { login_subject_uid: orchard }, { params })
    expect(page.data).toMatchObject({ login_subject_uid: orchard, session_key: '' })

    const token = String(person.client.cookies.get('sessionid'))
    const app = await server
      .client()
      .call(
        identityLogin,
        { login_subject_uid: harbour },
        { params, headers: { [SESSION_HEADER]: token } },
      )
    const info = await server
      .client()
      .call(accountInfo, {}, { headers: { [SESSION_HEADER]: app.data.session_key } })
    expect(info.data.login_subject_uid).toBe(harbour)
  })

  test('is kept by QR code and SSO sign-ins, but not in another application', async () => {
    const server = await createTestServer()
    const { person, orchard, orchardId } = await addPersonWithTwoMemberships(server)
    await person.client.call(identityLogin, { login_subject_uid: orchard })
    const desktop = server.client()
    const token = (await desktop.call(getQrcode, {})).data.token
    await person.client.call(scanQrcode, { token })
    await person.client.call(confirmQrcode, { token })
    const entered = await desktop.call(checkQrconnect, { token })
    expect(entered.data).toMatchObject({
      status: 'confirmed',
      login_subject_uid: orchard,
      user_identity_id: orchardId,
      user_data: { name: 'Ann of Orchard' },
    })
    expect((await desktop.call(accountInfo, {})).data.user_identity_id).toBe(orchardId)

    await setApp(server, { share_to: '1002' })
    const { data } = await person.client.call(shareToken, { to_aid: 1002 })
    const share = { share_token: data.share_token, from_aid: 1001 }
    const host = { aid: 1002, origin: 'http://localhost:4322' }
    const there = await server.client().call(shareLogin, share, host)
    expect(there.data.user_id_str).toBe(person.userId)
    expect(there.data.user_identity_id).toBeUndefined()
  })

  test('is valid for clients of its application only', async () => {
    const server = await createTestServer()
    const { person, orchard, orchardId } = await addPersonWithTwoMemberships(server)
    await setApp(server, { organizations_to: '1002' })
    const elsewhere = { aid: 1002, origin: 'http://localhost:4322' }
    const ofOrchard = { ...elsewhere, params: { subject_aid: '1001' } }
    const [, wanted] = listOf(await person.client.call(listIdentities, {}, ofOrchard))
    const to = { to_sec_member_id: String(wanted?.sec_member_id) }
    expect((await person.client.call(switchMember, to)).error).toBe('not_member')
    expect((await person.client.call(switchMember, to, ofOrchard)).data).toMatchObject({
      login_subject_uid: orchard,
    })
    const info = await person.client.call(accountInfo, {}, elsewhere)
    expect(info.data).toMatchObject({ user_id_str: person.userId, sec_subject_uid: '' })
    expect(JSON.stringify(info.data)).not.toMatch(/Orchard|user_identity_id/)
    const there = listOf(await person.client.call(listIdentities, {}, elsewhere))
    expect(there.map((one) => one.current)).toEqual([1])
    const named = await person.client.call(accountInfo, {}, ofOrchard)
    expect(named.data.user_identity_id).toBe(orchardId)

    const desktop = server.client()
    const token = (await desktop.call(getQrcode, {}, elsewhere)).data.token
    await person.client.call(scanQrcode, { token })
    await person.client.call(confirmQrcode, { token })
    const entered = await desktop.call(checkQrconnect, { token }, elsewhere)
    expect(entered.data.status).toBe('confirmed')
    expect(JSON.stringify(entered.data)).not.toMatch(/Orchard|user_identity_id/)
    expect((await desktop.call(accountInfo, {})).data.user_identity_id).toBeUndefined()
  })

  test('is not kept once it is frozen', async () => {
    const server = await createTestServer()
    const { person, orchard } = await addPersonWithTwoMemberships(server)
    await person.client.call(identityLogin, { login_subject_uid: orchard })
    const desktop = server.client()
    const token = (await desktop.call(getQrcode, {})).data.token
    await person.client.call(scanQrcode, { token })
    await person.client.call(confirmQrcode, { token })
    await runCommand(server, 'subject', 'freeze', orchard)
    expect((await desktop.call(checkQrconnect, { token })).data.status).toBe('expired')
  })

  test('ends no later than the original session', async () => {
    const server = await createTestServer()
    const { person, orchard } = await addPersonWithTwoMemberships(server)
    const ends = (await person.client.call(accountInfo, {})).data.session_expires_at
    server.clock.passSeconds(3600)
    const { data } = await person.client.call(identityLogin, { login_subject_uid: orchard })
    expect(data.session_expires_at).toBe(ends)
  })

  test('rejects memberships of others, frozen and unfitting ones', async () => {
    const server = await createTestServer()
    const { person, orchard, harbour, orchardId, harbourId } =
      await addPersonWithTwoMemberships(server)
    const stranger = await server.person()
    const refused = async (client: Client, uid: string, id?: string): Promise<unknown> =>
      (
        await client.call(identityLogin, {
          login_subject_uid: uid,
          ...(id === undefined ? {} : { user_identity_id: id }),
        })
      ).body.error_code
    expect(await refused(stranger.client, orchard)).toBe(8201)
    expect(await refused(stranger.client, orchard, orchardId)).toBe(8201)
    expect(await refused(person.client, orchard, harbourId)).toBe(8201)
    expect(await refused(person.client, '4711')).toBe(8201)
    expect(await refused(server.client(), orchard)).toBe(1000)
    const [, foreign] = listOf(await person.client.call(listIdentities, {}))
    const stolen = await stranger.client.call(switchMember, {
      to_sec_member_id: String(foreign?.sec_member_id),
    })
    expect(stolen.body.error_code).toBe(8201)
    await runCommand(server, 'member', 'freeze', orchard, person.userId)
    await runCommand(server, 'subject', 'freeze', harbour)
    expect(await refused(person.client, orchard)).toBe(8202)
    expect(await refused(person.client, harbour)).toBe(8202)
    // Nothing happened to the session meanwhile.
    expect((await person.client.call(accountInfo, {})).error).toBeUndefined()
    await runCommand(server, 'subject', 'freeze', harbour, '--off')
    expect(await refused(person.client, harbour)).toBe(0)
  })

  test('ends when the operator freezes or removes the membership', async () => {
    const server = await createTestServer()
    const { person, orchard, harbour } = await addPersonWithTwoMemberships(server)
    const other = await server.person()
    await addMember(server, orchard, other)
    const enter = (client: Client, uid: string): Promise<Answer> =>
      client.call(identityLogin, { login_subject_uid: uid })
    const isIn = async (client: Client): Promise<boolean> =>
      (await client.call(accountInfo, {})).error === undefined
    const freezing = ['member', 'freeze', orchard, person.userId]
    await enter(person.client, orchard)
    await enter(other.client, orchard)
    expect(await runCommand(server, ...freezing)).toContain('Sessions ended: 1.')
    expect([await isIn(person.client), await isIn(other.client)]).toEqual([false, true])
    expect(await runCommand(server, 'subject', 'freeze', orchard)).toContain('have ended')
    expect(await isIn(other.client)).toBe(false)
    expect((await typeCommand(server, ['subject', 'freeze', orchard])).code).toBe(1)

    const client = server.client()
    await client.call(sendCode, { email: person.email, type: 13 })
    await client.call(emailCodeLogin, {
      email: person.email,
      code: await server.codeFor(person.email),
    })
    await enter(client, harbour)
    expect((await typeCommand(server, ['member', 'remove', harbour, person.userId])).errors).toBe(
      'The manager stays: put somebody else in their place with "subject manager" first.',
    )
    await addMember(server, harbour, other)
    const reason = ['--reason', 'Ann has left']
    expect(
      await runCommand(server, 'subject', 'manager', harbour, other.userId, ...reason),
    ).toContain(`manages ${harbour} now`)
    expect(await isIn(client)).toBe(false)
    expect(await runCommand(server, 'member', 'remove', harbour, person.userId)).toContain(
      'ended: 0.',
    )
    expect(await isIn(client)).toBe(false)
    expect(await runCommand(server, 'subject', 'list')).toContain('Orchard Ltd')
    expect(await runCommand(server, 'subject', 'list', '--of', orchard)).toContain(person.userId)
  })

  test('allows one manager and names them to the operator', async () => {
    const server = await createTestServer()
    const { harbour } = await addPersonWithTwoMemberships(server)
    const other = await server.person()
    const typed = ['member', 'add', harbour, other.userId]
    const refused = await typeCommand(server, [...typed, '--manager'])
    expect(refused.code).toBe(1)
    expect(refused.errors).toContain('put somebody else in their place')
    expect((await typeCommand(server, typed)).code).toBe(0)
  })

  test('makes nobody manager whose account is not active', async () => {
    const server = await createTestServer()
    const { harbour } = await addPersonWithTwoMemberships(server)
    const other = await server.person()
    await addMember(server, harbour, other)
    await runCommand(server, 'user', 'freeze', other.userId, '--reason', 'stolen')
    const reason = ['--reason', 'Ann has left']
    const refused = await typeCommand(server, [
      'subject',
      'manager',
      harbour,
      other.userId,
      ...reason,
    ])
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.errors).toBe('A manager needs an active account, and this one is frozen.')
  })

  test('leaves no session when it is frozen at the same time', async () => {
    const [one, two] = await createTwoServers()
    const { person, orchard } = await addPersonWithTwoMemberships(one)
    const [entered] = await Promise.all([
      retryWhileBusy(() => person.client.call(identityLogin, { login_subject_uid: orchard })),
      typeWhileUnusable(two, ['subject', 'freeze', orchard]),
    ])
    const { error } = await person.client.call(accountInfo, {})
    expect(entered.error === undefined ? error : entered.error).toBe(
      entered.error === undefined ? 'session_expired' : 'frozen',
    )
  })
})
