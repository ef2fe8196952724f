import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { sealKey } from '#protocol/web/keys.ts'
import { accountInfo, emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { logout } from '#protocol/web/session.ts'
import { hashSiteSecret, renewCaptchaSecret } from '../../../server/operators/app-secrets.ts'
import { changeApp } from '../../../server/operators/change-app.ts'
import { createClient } from '../../support/client.ts'
import { createTwoServers, ORIGIN } from '../../support/test-server.ts'

test('shares sessions between instances, and their end', async () => {
  const [one, two] = await createTwoServers()
  const { client, userId } = await one.person()
  const other = createClient(two.fetch, ORIGIN)
  for (const [name, value] of client.cookies) other.cookies.set(name, value)
  expect((await other.call(accountInfo, {})).data.user_id_str).toBe(userId)
  await other.call(logout, {})
  expect((await client.call(accountInfo, {})).error).toBe('session_expired')
})

test('accepts a code in one of fifty calls on two instances', async () => {
  const [one, two] = await createTwoServers()
  const email = 'ann@example.com'
  await one.client().call(sendCode, { email, type: 13 })
  const code = await one.codeFor(email)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      (at % 2 === 0 ? one : two).client().call(emailCodeLogin, { email, code }),
    ),
  )
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  const accounts = await one.database.query.selectFrom('accounts').select('id').execute()
  expect(accounts).toHaveLength(1)
})

test('counts wrong passwords and rate limits over all instances', async () => {
  const [one, two] = await createTwoServers()
  const { email } = await one.person()
  const errors: (string | undefined)[] = []
  for (const server of [one, two, one, two]) {
    const answer = await server.client().call(passwordLogin, { email, password: 'wrong' })
    errors.push(answer.error)
  }
  expect(errors[3]).toBe('captcha_slide')
})

test('sends each message once', async () => {
  const [one, two] = await createTwoServers()
  for (let sent = 0; sent < 10; sent++) {
    await one.client().call(sendCode, { email: `person${sent}@example.com`, type: 13 })
    two.app.services.outboxWorker.wake()
  }
  await one.settled()
  const messages = await one.database.query.selectFrom('mailbox').select('id').execute()
  expect(messages).toHaveLength(10)
})

test('agrees on one set of sealing keys', async () => {
  const [one, two] = await createTwoServers()
  const first = await one.client().call(sealKey, {})
  const second = await two.client().call(sealKey, {})
  expect(first.data.keys_json).toBe(second.data.keys_json)
})

test('keeps what two operators change of an application at once', async () => {
  const [one, other] = await createTwoServers()
  const { services } = one.app
  const settings = ['registration_open=off', 'password_required=on', 'qr_data_uri=on']
  const others = ['unverified_mail=on', 'strict_check=on', 'qr_number_match=on']
  const [secret] = await Promise.all([
    renewCaptchaSecret(services, 1001),
    changeApp(other.app.services, 1001, { name: 'Harbour', settings: [] }),
    ...settings.map((pair) => changeApp(services, 1001, { settings: [pair] })),
    ...others.map((pair) => changeApp(other.app.services, 1001, { settings: [pair] })),
  ])
  const app = (await services.registeredApps.all()).find(({ aid }) => aid === 1001)
  expect(app).toMatchObject({
    name: 'Harbour',
    settings: {
      captcha_secret: hashSiteSecret(secret),
      registration_open: false,
      password_required: true,
      qr_data_uri: true,
      unverified_mail: true,
      strict_check: true,
      qr_number_match: true,
    },
  })
})
