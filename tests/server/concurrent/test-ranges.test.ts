import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { smsLogin } from '#protocol/web/login.ts'
import { emailRegister } from '#protocol/web/registration.ts'
import { createTestDatabase } from '../../support/databases.ts'
import { setApp } from '../../support/qr.ts'
import { createTestServer } from '../../support/test-server.ts'

const password = 'ten tall cranes'
const settings = { test_ranges: '@qa.test,+120255501', test_code: '424242' }

test('accepts the fixed code for addresses of the range, sends nothing and warns', async () => {
  const server = await createTestServer()
  await setApp(server, settings)
  const client = server.client()
  await client.call(sendCode, { email: 'new@qa.test', type: 16 })
  const registered = await client.call(emailRegister, {
    email: 'new@qa.test',
    code: '424242',
    password,
  })
  expect(registered.error).toBeUndefined()
  const phone = server.client()
  await phone.call(sendCode, { mobile: '+12025550123', type: 24 })
  const signedIn = await phone.call(smsLogin, { mobile: '+12025550123', code: '424242' })
  expect(signedIn.error).toBeUndefined()
  expect(await server.mail('new@qa.test')).toEqual([])
  const warnings = server.lines.filter((line) => line.includes('"level":40'))
  expect(warnings.join('')).toMatch(/"aid":1001,"msg":"a test address got the fixed code"/)
  expect(warnings.join('')).not.toContain('qa.test"')
})

test('rejects it for other addresses, other applications, and by default', async () => {
  const server = await createTestServer()
  const register = async (email: string, options = {}): Promise<string | undefined> => {
    const client = server.client()
    await client.call(sendCode, { email, type: 16 }, options)
    const payload = { email, code: '424242', password }
    return (await client.call(emailRegister, payload, options)).error
  }
  expect(await register('first@qa.test')).toBe('code_error')
  await setApp(server, settings)
  expect(await register('ann@example.com')).toBe('code_error')
  expect(await register('ann@sub.qa.test')).toBe('code_error')
  expect(await register('ann@evilqa.test')).toBe('code_error')
  expect(await register('second@qa.test', { aid: 1002 })).toBe('code_error')
  await setApp(server, { test_code: '' })
  expect(await register('third@qa.test')).toBe('code_error')
})

test('counts attempts and uses the code up', async () => {
  const server = await createTestServer()
  await setApp(server, settings)
  const client = server.client()
  const mobile = '+12025550123'
  await client.call(sendCode, { mobile, type: 24 })
  expect((await client.call(smsLogin, { mobile, code: '111111' })).error).toBe('code_error')
  expect((await client.call(smsLogin, { mobile, code: '424242' })).error).toBeUndefined()
  expect((await client.call(smsLogin, { mobile, code: '424242' })).error).toBe('code_expired')
})

test('warns at start about every application with a fixed code', async () => {
  const database = await createTestDatabase(true)
  await setApp(await createTestServer({ database }), settings)
  const started = await createTestServer({ database })
  expect(started.lines.join('')).toContain('anybody can sign in to accounts with addresses')
})
