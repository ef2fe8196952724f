import { beforeEach, describe, expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { resetByEmail } from '#protocol/web/password.ts'
import type { Client } from '../../support/client.ts'
import type { Person } from '../../support/create-people.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

// Attackers try everything against an account; its owner uses a trusted browser.
describe('an owner whose account others try to lock', () => {
  let server: TestServer
  let owner: Person
  let strangers = 0
  const stranger = (): Client => server.client(`198.51.100.${++strangers}`)

  beforeEach(async () => {
    server = await createTestServer({ settings: { CODES_PER_APP_HOUR: '30' } })
    owner = await server.person()
    server.clock.passSeconds(3600)
    const { passwordAttempts } = server.app.services
    for (let failure = 0; failure < 100; failure++) {
      await passwordAttempts.fail(passwordAttempts.keyFor(owner.email))
    }
    await useUpCodes(owner.email)
  })

  // Uses up the hourly limits of codes, also of the application.
  async function useUpCodes(email: string): Promise<void> {
    const errors = new Set<string | undefined>()
    for (let rejections = 0; rejections < 40; rejections++) {
      const target = rejections < 10 ? email : `somebody${rejections}@example.com`
      errors.add((await stranger().call(sendCode, { email: target, type: 13 })).error)
      server.clock.passSeconds(rejections < 10 ? 61 : 0)
    }
    expect(errors).toEqual(new Set([undefined, 'code_frequency', 'too_often']))
  }

  test('is limited like others in an unknown browser', async () => {
    const { email, password } = owner
    const login = await stranger().call(passwordLogin, { email, password })
    expect(login.error).toBe('password_locked')
    const code = await stranger().call(sendCode, { email, type: 6 })
    expect(['code_frequency', 'too_often']).toContain(code.error)
  })

  test('signs in with the password', async () => {
    const { client, email, password } = owner
    expect((await client.call(passwordLogin, { email, password })).error).toBeUndefined()
  })

  test('signs in with a code while others guess and request codes', async () => {
    const { client, email } = owner
    expect((await client.call(sendCode, { email, type: 13 })).error).toBeUndefined()
    const code = await server.codeFor(email)
    for (let guess = 0; guess < 6; guess++) {
      await stranger().call(emailCodeLogin, { email, code: '000000' })
    }
    await stranger().call(sendCode, { email, type: 13 })
    expect((await client.call(emailCodeLogin, { email, code })).error).toBeUndefined()
  })

  test('sets a new password', async () => {
    const { client, email } = owner
    expect((await client.call(sendCode, { email, type: 6 })).error).toBeUndefined()
    const reset = { email, code: await server.codeFor(email), password: 'nine louder otters' }
    expect((await client.call(resetByEmail, reset)).error).toBeUndefined()
    const login = { email, password: reset.password }
    expect((await stranger().call(passwordLogin, login)).error).toBeUndefined()
  })

  test('enters a code after a hundred wrong ones of others', async () => {
    const { client, email } = owner
    const { codeAttempts } = server.app.services
    const recipient = { channel: 'email', address: email } as const
    for (let failure = 0; failure < 100; failure++) {
      await codeAttempts.fail(codeAttempts.keyFor(recipient))
    }
    await client.call(sendCode, { email, type: 13 })
    const login = { email, code: await server.codeFor(email) }
    expect((await stranger().call(emailCodeLogin, login)).error).toBe('account_limited')
    expect((await client.call(emailCodeLogin, login)).error).toBeUndefined()
  })

  test('is limited by own failures in a known browser too', async () => {
    const { client, email, password } = owner
    const errors: (string | undefined)[] = []
    for (let guess = 0; guess < 4; guess++) {
      errors.push((await client.call(passwordLogin, { email, password: `guess ${guess}` })).error)
    }
    expect(errors).toEqual(['password_error', 'password_error', 'password_error', 'captcha_slide'])
    const { passwordAttempts, trustedDevices } = server.app.services
    const key = passwordAttempts.keyFor(email, trustedDevices.hashOf(client.webId))
    for (let failure = 0; failure < 6; failure++) await passwordAttempts.fail(key)
    const locked = await client.call(passwordLogin, { email, password })
    expect(locked.error).toBe('password_locked')
  })
})

test('counts the codes of a mailbox, whatever its tag', async () => {
  const server = await createTestServer()
  const errors: (string | undefined)[] = []
  for (const email of [
    'ann+1@example.com',
    'ann+2@example.com',
    'ann@example.com',
    'ann+3@example.com',
    'ann+4@example.com',
    'ann+5@example.com',
    'bob+5@example.com',
  ]) {
    errors.push((await server.client().call(sendCode, { email, type: 13 })).error)
  }
  const five = Array.from<undefined>({ length: 5 })
  expect(errors).toEqual([...five, 'code_frequency', undefined])
})
