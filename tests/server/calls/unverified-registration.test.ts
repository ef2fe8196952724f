import { describe, expect, test } from 'vitest'
import { readDecision } from '#protocol/captcha/decision.ts'
import { emailBind, mobileBind } from '#protocol/web/binding.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { listMethods } from '#protocol/web/methods.ts'
import {
  checkEmailRegistered,
  checkMobileRegistered,
  emailRegister,
  noVerifyRegister,
} from '#protocol/web/registration.ts'
import type { AppSettings } from '../../../server/store/app-settings.ts'
import type { Answer, Client } from '../../support/client.ts'
import { typeCommand } from '../../support/command.ts'
import { createCompany } from '../../support/companies.ts'
import { passCaptcha } from '../../support/pass-captcha.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const password = 'seven quiet otters'
const mobile = '+819012345678'

describe('an account without proof', () => {
  const email = 'ann@example.com'

  test('requires an application that allows it', async () => {
    const server = await createTestServer()
    const client = server.client()
    const answer = await client.call(noVerifyRegister, { username: 'ann-lee', password })
    expect(answer.error).toBe('registration_closed')
    expect((await client.call(emailRegister, { email, password })).error).toBe('code_missing')
  })

  test('is created with a username after a captcha, and can sign in', async () => {
    const server = await open({ no_verify_register: true })
    const client = server.client()
    const payload = { username: ' Ann-Lee ', password }
    const rejection = await client.call(noVerifyRegister, payload)
    expect(rejection.error).toBe('captcha_slide')
    await passCaptcha(client, rejection)
    const wrong = { ...payload, recaptcha_token: 'another' }
    expect((await client.call(noVerifyRegister, wrong)).error).toBe('captcha_slide')
    const right = { ...payload, recaptcha_token: detailOf(rejection) }
    const registered = await client.call(noVerifyRegister, right)
    expect(registered.data).toMatchObject({
      user_unique_name: 'ann-lee',
      app_user_info: { user_unique_name: 'ann-lee' },
      email_collected: false,
      new_user: 1,
    })
    expect((await client.call(listMethods, {})).data.safety).toEqual({
      state: 'danger',
      steps: ['add_address', 'add_device'],
    })
    const again = await client.call(noVerifyRegister, right)
    expect(again.error).toBe('captcha_slide')
    const login = await server.client().call(passwordLogin, { username: 'ANN-LEE', password })
    expect(login.error).toBeUndefined()
  })

  test.each(['an', '1ann', 'ann@home', 'Ѕаblе', 'sab1e', 'аdmin', 'a..b', '12345678'])(
    'refuses the username %j',
    async (username) => {
      const server = await open({ no_verify_register: true })
      const answer = await registerUnproved(server.client(), { username })
      expect(answer.error).toBe('text_refused')
    },
  )

  test('rejects a taken username or address', async () => {
    const server = await open({ no_verify_register: true })
    await server.person({ email })
    expect((await registerUnproved(server.client(), { email })).error).toBe('has_registered')
    await registerUnproved(server.client(), { username: 'ann' })
    expect((await registerUnproved(server.client(), { username: 'ANN' })).error).toBe('name_taken')
    await registerUnproved(server.client(), { email: 'bob@example.com' })
    const twice = await registerUnproved(server.client(), { email: 'bob@example.com' })
    expect(twice.error).toBe('has_registered')
  })

  test('can only sign in with the password while the address is unverified', async () => {
    const server = await open({ unverified_mail: true })
    const ann = server.client()
    const rejection = await ann.call(emailRegister, { email, password })
    await passCaptcha(ann, rejection)
    const registered = await ann.call(
      emailRegister,
      { email, password },
      { params: { is_resend: '1' } },
    )
    expect(registered.data).toMatchObject({ email: 'a***@example.com', email_collected: false })
    const login = await ann.call(passwordLogin, { email, password })
    expect(login.error).toBeUndefined()
    await ann.call(sendCode, { email, type: 6 })
    const [mail] = await server.mail(email)
    expect(mail?.subject).toBe('No Sable account under this address')
  })

  test('loses only the unverified address if another one is proved', async () => {
    const server = await open({ no_verify_register: true })
    const mallory = server.client()
    const registered = await registerUnproved(mallory, { email })
    await mallory.call(sendCode, { mobile, type: 17 })
    await mallory.call(mobileBind, { mobile, code: await server.codeFor(mobile) })
    const ann = await server.person({ email })
    expect(ann.userId).not.toBe(registered.data.user_id_str)
    const { data } = await mallory.call(accountInfo, {})
    expect(data).toMatchObject({ user_id_str: registered.data.user_id_str, email: '' })
  })

  test('is not taken by an operator for that of the address’ owner', async () => {
    const server = await open({ no_verify_register: true })
    const { data } = await registerUnproved(server.client(), { email })
    const { id } = await createCompany(server)
    for (const words of [
      ['member', 'add', id, email],
      ['user', 'ban', email, '--reason', 'spam'],
      ['plan', 'set', email, 'team'],
    ]) {
      const { code, errors: said } = await typeCommand(server, words)
      expect(code, said).not.toBe(0)
      expect(said).toContain(`Account ${String(data.user_id_str)} was made with it`)
    }
    const owner = await server.person({ email })
    const added = await typeCommand(server, ['member', 'add', id, email])
    expect(added.code, added.errors).toBe(0)
    const memberships = await server.app.services.memberships.ofPerson(owner.userId)
    expect(memberships).toHaveLength(1)
  })

  test('stays with its creator who proves the address', async () => {
    const server = await open({ no_verify_register: true })
    const ann = server.client()
    await registerUnproved(ann, { email })
    await ann.call(sendCode, { email, type: 8 })
    await ann.call(emailBind, { email, code: await server.codeFor(email) })
    const { data } = await ann.call(accountInfo, {})
    expect(data).toMatchObject({
      email: 'a***@example.com',
      email_collected: true,
      has_password: 1,
    })
    expect((await server.client().call(passwordLogin, { email, password })).error).toBeUndefined()
  })
})

describe('checking whether an address is registered', () => {
  test('requires a captcha, and is limited to ten calls an hour', async () => {
    const server = await createTestServer()
    const { client } = await server.person({ email: 'ann@example.com' })
    const stranger = server.client()
    const reply = await stranger.call(checkEmailRegistered, { email: 'ann@example.com' })
    expect(reply.error).toBe('captcha_slide')
    await passCaptcha(stranger, reply)
    const params = { is_resend: '1' }
    const reportFailure = await stranger.call(
      checkEmailRegistered,
      { email: 'ann@example.com' },
      { params },
    )
    expect(reportFailure.data).toMatchObject({ is_registered: 1, unknown: 0 })
    for (let count = 0; count < 9; count++) {
      const { data } = await client.call(checkMobileRegistered, { mobile })
      expect(data).toMatchObject({ is_registered: 0, unknown: 0 })
    }
    expect((await client.call(checkMobileRegistered, { mobile })).error).toBe('too_often')
  })

  test('reveals nothing if the application is strict', async () => {
    const server = await open({ strict_check: true })
    const { client } = await server.person({ email: 'ann@example.com' })
    const { data } = await client.call(checkEmailRegistered, { email: 'ann@example.com' })
    expect(data).toMatchObject({ is_registered: 0, unknown: 1 })
  })
})

async function open(settings: Partial<AppSettings>): Promise<TestServer> {
  const server = await createTestServer()
  await server.database.query
    .updateTable('apps')
    .set({ settings: JSON.stringify(settings) })
    .execute()
  server.clock.passSeconds(31)
  return server
}

async function registerUnproved(
  client: Client,
  identifier: { email?: string; username?: string },
): Promise<Answer> {
  const rejection = await client.call(noVerifyRegister, { ...identifier, password })
  if (rejection.error !== 'captcha_slide') return rejection
  await passCaptcha(client, rejection)
  const recaptcha_token = detailOf(rejection)
  return await client.call(noVerifyRegister, { ...identifier, password, recaptcha_token })
}

function detailOf({ body }: Answer): string {
  return readDecision(body.verify_center_decision_conf)?.detail ?? ''
}
