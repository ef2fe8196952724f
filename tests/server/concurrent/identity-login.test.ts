import { describe, expect, test } from 'vitest'
import type { MembershipInfo } from '#protocol/objects.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, emailCodeLogin, smsLogin, smsLoginContinue } from '#protocol/web/login.ts'
import { verifyTotp } from '#protocol/web/methods.ts'
import { updatePolicy } from '#protocol/web/organization-policy.ts'
import { logout } from '#protocol/web/session.ts'
import { addApp, codeOf } from '../../support/authenticator-apps.ts'
import type { Answer, CallOptions, Client } from '../../support/client.ts'
import { createCompany } from '../../support/companies.ts'
import { addPersonWithTwoMemberships, runCommand } from '../../support/organizations.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

describe('signing in by code for an enterprise client', () => {
  const params = { subject_aid: '1001' }

  async function prove(
    server: TestServer,
    client: Client,
    email: string,
    options: CallOptions = { params },
  ): Promise<Answer> {
    server.clock.passSeconds(61)
    await client.call(sendCode, { email, type: 13 })
    return await client.call(emailCodeLogin, { email, code: await server.codeFor(email) }, options)
  }

  test('asks for a membership, and continues with the key, once', async () => {
    const server = await createTestServer()
    const { person, orchardId } = await addPersonWithTwoMemberships(server)
    const client = server.client()
    const rejection = await prove(server, client, person.email)
    expect(rejection.body.error_code).toBe(8110)
    expect(rejection.data).toMatchObject({
      need_confirm_register: 0,
      subject_list: [{ user_identity_id: '0' }, { user_identity_id: orchardId }, {}],
    })
    expect(client.cookies.has('sessionid')).toBe(false)
    const key = String(rejection.data.sms_login_key)
    const go = (id: string | undefined, browser = client): Promise<Answer> =>
      browser.call(
        smsLoginContinue,
        { sms_login_key: key, ...(id === undefined ? {} : { user_identity_id: id }) },
        { params },
      )
    const undecided = await go(undefined)
    expect(undecided.data).toMatchObject({ subject_list: [{}, {}, {}], sms_login_key: key })
    expect((await go('4711')).error).toBe('not_member')
    expect((await go(orchardId, server.client())).error).toBe('login_key_expired')
    expect((await go(orchardId)).data).toMatchObject({ name: 'Ann of Orchard' })
    expect((await go(orchardId)).error).toBe('login_key_expired')
    expect((await client.call(accountInfo, {})).data.user_id_str).toBe(person.userId)
  })

  test('accepts a key in one of twenty requests', async () => {
    const server = await createTestServer()
    const { person, orchardId } = await addPersonWithTwoMemberships(server)
    const client = server.client()
    const { data } = await prove(server, client, person.email)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        client.call(
          smsLoginContinue,
          { sms_login_key: String(data.sms_login_key), user_identity_id: orchardId },
          { params },
        ),
      ),
    )
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  })

  test('asks only in the enterprise family, and only people with memberships', async () => {
    const server = await createTestServer()
    const { person } = await addPersonWithTwoMemberships(server)
    const aff = await prove(server, server.client(), person.email, { family: 'aff' })
    expect(aff.error).toBe('choose_identity')
    const plain = await prove(server, server.client(), person.email, {})
    expect(plain.error).toBeUndefined()
    const other = await server.person({ mobile: '+818012345678' })
    server.clock.passSeconds(61)
    await other.client.call(sendCode, { mobile: other.mobile, type: 24 })
    const code = await server.codeFor(other.mobile)
    const { error } = await other.client.call(smsLogin, { mobile: other.mobile, code }, { params })
    expect(error).toBeUndefined()
  })

  test('asks once for the second proof that the account and the organization want', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    await company.manager.call(updatePolicy, { second_verification: 'always' })
    const { id, person } = await company.join()
    const { secret } = await addApp(server, person.client, 'Phone', 2)
    const client = server.client()
    const asked = await prove(server, client, person.email)
    expect(asked.error).toBe('second_verify')
    const given = {
      sms_code_key: String(asked.data.sms_code_key),
      verify_ticket: String(asked.data.verify_ticket),
    }
    await client.call(verifyTotp, { code: codeOf(server, secret), ...given })
    const { email } = person
    const code = await server.codeFor(email)
    const again = { params: { ...params, ...given } }
    const { data, error } = await client.call(emailCodeLogin, { email, code }, again)
    expect(error).toBe('choose_identity')
    const call = { sms_login_key: String(data.sms_login_key), user_identity_id: id }
    const chosen = await client.call(smsLoginContinue, call, { params })
    expect(chosen.error).toBeUndefined()
    expect(chosen.data.login_subject_uid).toBe(company.id)
    expect((await client.call(accountInfo, {})).error).toBeUndefined()
  })

  test('lists frozen memberships on request', async () => {
    const server = await createTestServer()
    const { person, orchard } = await addPersonWithTwoMemberships(server)
    await runCommand(server, 'member', 'freeze', orchard, person.userId)
    const client = server.client()
    server.clock.passSeconds(61)
    const { email } = person
    await client.call(sendCode, { email, type: 13 })
    const code = await server.codeFor(email)
    const rejection = await client.call(
      emailCodeLogin,
      { email, code, need_frozen_user: 1 },
      { params },
    )
    const list = rejection.data.subject_list as MembershipInfo[]
    expect(list.map((one) => one.is_frozen)).toEqual([0, 1, 0])
    const choose = (id?: string): Promise<Answer> =>
      client.call(
        smsLoginContinue,
        {
          sms_login_key: String(rejection.data.sms_login_key),
          ...(id === undefined ? {} : { user_identity_id: id }),
        },
        { params },
      )
    expect((await choose()).data.subject_list).toEqual(list)
    expect((await choose(list[1]?.user_identity_id)).body.error_code).toBe(8202)
    expect((await choose(list[2]?.user_identity_id)).error).toBeUndefined()
  })

  test('continues as oneself like a usual sign-in', async () => {
    const server = await createTestServer()
    const { person } = await addPersonWithTwoMemberships(server)
    const client = server.client()
    const { data } = await prove(server, client, person.email)
    const answer = await client.call(
      smsLoginContinue,
      { sms_login_key: String(data.sms_login_key), user_identity_id: '0' },
      { params },
    )
    expect(answer.data).toMatchObject({ user_id_str: person.userId })
    expect(answer.data.login_subject_uid).toBeUndefined()
    expect((await client.call(logout, {})).error).toBeUndefined()
  })

  test('rejects an expired key', async () => {
    const server = await createTestServer()
    const { person, orchardId } = await addPersonWithTwoMemberships(server)
    const client = server.client()
    const { data } = await prove(server, client, person.email)
    server.clock.passSeconds(600)
    const late = await client.call(
      smsLoginContinue,
      { sms_login_key: String(data.sms_login_key), user_identity_id: orchardId },
      { params },
    )
    expect(late.body.error_code).toBe(8111)
  })
})
