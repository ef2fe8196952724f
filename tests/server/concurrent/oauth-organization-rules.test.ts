// Answers as a member of an organization whose rules want more than the session has proved.
import { expect, test } from 'vitest'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { authInfo, authorizeClient } from '#protocol/web/open-authorization.ts'
import { updatePolicy } from '#protocol/web/organization-policy.ts'
import { raiseSession } from '#protocol/web/session.ts'
import { createCompany, type Company, type Member } from '../../support/companies.ts'
import {
  createOAuthClient,
  decide,
  ledTo,
  open,
  type OAuthClient,
} from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

type Rules = Parameters<Company['manager']['call']>[1]

interface Place {
  server: TestServer
  company: Company
  ann: Member
  client: OAuthClient
}

const scope = 'openid profile'

/** A company that lets clients in, and a member who signed in by password, as herself. */
async function setUp(scopes = scope): Promise<Place> {
  const server = await createTestServer()
  const company = await createCompany(server)
  await company.manager.call(updatePolicy, { programs: 'allow' })
  const ann = await company.join()
  const client = await createOAuthClient(server, { scopes })
  await ann.client.call(passwordLogin, {
    email: ann.person.email,
    password: ann.person.password,
  })
  return { server, company, ann, client }
}

async function setRules({ company }: Place, rules: Rules): Promise<void> {
  expect((await company.manager.call(updatePolicy, rules)).error).toBeUndefined()
}

async function proveByCode({ server, ann }: Place): Promise<void> {
  const { client, person } = ann
  const { data, error } = await client.call(raiseSession, { user_identity_id: ann.id })
  expect(error).toBe('second_verify')
  const params = {
    sms_code_key: String(data.sms_code_key),
    verify_ticket: String(data.verify_ticket),
  }
  await client.call(sendCode, { type: 11, sms_code_key: params.sms_code_key })
  const code = await server.codeFor(person.email)
  const encrypt_uid = String(data.encrypt_uid)
  await client.call(validateCode, { type: 11, code, ...params, encrypt_uid })
  const again = { params: { ...params, is_resend: '1' } }
  const raised = await client.call(raiseSession, { user_identity_id: ann.id }, again)
  expect(raised.error).toBeUndefined()
}

async function pressAllow({ ann, client }: Place) {
  const started = await client.start({ scope })
  const {
    client_id: client_key = '',
    response_type: _type,
    ...params
  } = Object.fromEntries(new URL(started.address).searchParams)
  const { data } = await ann.client.call(authInfo, { client_key, ...params })
  const call = {
    auth_ticket: data.auth_ticket,
    scopes: scope,
    user_identity_id: ann.id,
  }
  return { started, press: () => ann.client.call(authorizeClient, call, { origin: ORIGIN }) }
}

const strict: [string, Rules, string][] = [
  ['a second proof', { second_verification: 'always' }, 'second_verification'],
  ['a recent sign-in', { session_hours: 1 }, 'session_hours'],
]

test.for(strict)('answers for an organization that wants %s, once it was given', async (one) => {
  const [, rules, rule] = one
  const place = await setUp()
  const { ann, server, client } = place
  await setRules(place, rules)
  server.clock.passSeconds(3601)
  const { started, press } = await pressAllow(place)
  expect(await press()).toMatchObject({ error: 'policy_refused', data: { rule } })
  await proveByCode(place)
  const { data, error } = await press()
  expect(error).toBeUndefined()
  expect(await client.exchange(started, data.redirect_url)).toMatchObject({ scope })
  // What follows the rules stays, with the tokens of other clients.
  const readSessions = () =>
    server.database.query.selectFrom('sessions').select('id').orderBy('id').execute()
  const kept = await readSessions()
  expect((await ann.client.call(raiseSession, { user_identity_id: ann.id })).error).toBeUndefined()
  expect(await readSessions()).toEqual(kept)
  // Proving changes nothing of for whom she acts.
  expect((await ann.client.call(accountInfo, {})).data.login_subject_uid).toBeUndefined()
})

test('raises a session for no membership of somebody else', async () => {
  const { ann, company } = await setUp()
  const call = { user_identity_id: company.manager.id }
  expect((await ann.client.call(raiseSession, call)).error).toBe('not_member')
})

test('access for an organization ends with a rule that its session does not follow', async () => {
  const place = await setUp(`${scope} offline_access`)
  const { ann, client } = place
  const answerAs = async (wanted: string, identity: string) => {
    const params = { scope: wanted, prompt: 'select_account consent' }
    const started = await client.start(params)
    const page = await (await open(ann.client, started.address)).text()
    const scopes = ['profile', 'offline_access']
    return await client.exchange(started, await decide(ann.client, page, { identity, scopes }))
  }
  const own = await answerAs(scope, '0')
  const member = await answerAs(scope, ann.id)
  const lives = async ({ access_token: token }: typeof own): Promise<boolean> => {
    const headers = { authorization: `Bearer ${token}` }
    const reply = await ann.client.send(new Request(`${ORIGIN}/oauth/userinfo`, { headers }))
    return reply.status === 200
  }
  expect(await lives(member)).toBe(true)
  await setRules(place, { second_verification: 'always' })
  expect([await lives(own), await lives(member)]).toEqual([true, false])
  // The session that was raised since then follows the rule.
  await proveByCode(place)
  const later = await answerAs(`${scope} offline_access`, ann.id)
  expect(await lives(later)).toBe(true)
})

test('leads from the page without JavaScript to what the organization wants, and back', async () => {
  const place = await setUp()
  const { ann, client, server } = place
  await setRules(place, { second_verification: 'always' })
  const started = await client.start({ scope })
  const answer = { identity: ann.id, scopes: ['profile'] }
  const page = await (await open(ann.client, started.address)).text()
  const location = await decide(ann.client, page, answer)
  expect(location).toContain('/form/level?')

  server.clock.passSeconds(60)
  // Opening the page sends nothing.
  const before = (await server.mail(ann.person.email)).length
  const shown = await ann.client.send(new Request(new URL(location, ORIGIN)))
  expect(await shown.text()).toContain('Harbour KK wants one more proof that it is you.')
  expect(await server.mail(ann.person.email)).toHaveLength(before)
  const { language = '', ...fields } = Object.fromEntries(new URL(location, ORIGIN).searchParams)
  const asked = await ann.client.form('/form/level', { ...fields, language, send: '1' })
  const text = await asked.text()
  expect(text).toContain('A code is on its way to')
  const ticket = /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const code = await server.codeFor(ann.person.email)
  const proof = { ...fields, language, send: '1', ticket, code }
  const done = await ann.client.form('/form/level', proof)
  expect(ledTo(done)).toContain('/form/authorize')
  // Whoever comes back to it has nothing more to prove, and sends the form a second time at most.
  const back = await ann.client.send(new Request(new URL(location, ORIGIN)))
  expect(back.headers.get('location')).toBe('/form/authorize')
  expect(ledTo(await ann.client.form('/form/level', proof))).toContain('/form/authorize')
  const again = await (await open(ann.client, started.address)).text()
  expect(await client.exchange(started, await decide(ann.client, again, answer))).toMatchObject({
    scope,
  })
})
