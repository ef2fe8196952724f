import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { changePassword, resetByEmail, resetByMobile } from '#protocol/web/password.ts'
import { createTestServer } from '../support/test-server.ts'

const newPassword = 'eight louder otters'

test('sets a new password by mail, ends every session, signs nobody in, and tells the owner', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const visitor = server.client()
  await visitor.call(sendCode, { email: ann.email, type: 6 })
  const code = await server.codeFor(ann.email)
  const answer = await visitor.call(resetByEmail, {
    email: ann.email,
    code,
    password: newPassword,
  })
  expect(answer.error).toBeUndefined()
  expect(visitor.cookies.has('sessionid')).toBe(false)
  expect((await ann.client.call(accountInfo, {})).error).toBe('session_expired')
  const login = { email: ann.email }
  const old = await visitor.call(passwordLogin, { ...login, password: ann.password })
  expect(old.error).toBe('password_error')
  const fresh = await visitor.call(passwordLogin, { ...login, password: newPassword })
  expect(fresh.error).toBeUndefined()
  expect((await server.mail(ann.email)).map(({ subject }) => subject)).toContain(
    'Your Sable password was changed',
  )
})

test('sets a new password by text', async () => {
  const server = await createTestServer()
  const mobile = '+819012345678'
  await server.person({ mobile })
  const visitor = server.client()
  await visitor.call(sendCode, { mobile, type: 4 })
  const code = await server.codeFor(mobile)
  await visitor.call(resetByMobile, { mobile, code, password: newPassword })
  const login = await visitor.call(passwordLogin, { mobile, password: newPassword })
  expect(login.error).toBeUndefined()
})

test('mails an unknown address that there is no account, without a code, and answers the same', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const known = await server.client().call(sendCode, { email: ann.email, type: 6 })
  const unknown = await server.client().call(sendCode, { email: 'nobody@example.com', type: 6 })
  expect({ ...unknown.data, email: '' }).toEqual({ ...known.data, email: '' })
  const [message] = await server.mail('nobody@example.com')
  expect(message?.subject).toBe('No Sable account under this address')
  expect(message?.code).toBe('')
  expect(message?.body).not.toMatch(/\b\d{6}\b/)
  const guess = await server.client().call(resetByEmail, {
    email: 'nobody@example.com',
    code: '123456',
    password: newPassword,
  })
  expect(guess.error).toBe('code_error')
})

test('sends no text to an unknown number', async () => {
  const server = await createTestServer()
  const answer = await server.client().call(sendCode, { mobile: '+819012345678', type: 4 })
  expect(answer.error).toBeUndefined()
  expect(await server.mail('+819012345678')).toEqual([])
})

test('builds links in messages from the settings, whatever host is asked for', async () => {
  const server = await createTestServer()
  const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  await server.client().call(sendCode, { email: 'a@example.com', type: 6 }, { headers: forged })
  const [message] = await server.mail('a@example.com')
  expect(message?.body).toContain('http://localhost:4321/sign-up')
  expect(message?.body).not.toContain('evil')
})

test('changes the password of who knows it, and ends the other sessions', async () => {
  const server = await createTestServer()
  const { client, email, password } = await server.person()
  const phone = server.client()
  await phone.call(passwordLogin, { email, password })
  const wrong = await client.call(changePassword, {
    current_password: 'not the one',
    password: newPassword,
  })
  expect(wrong.error).toBe('password_error')
  const right = await client.call(changePassword, {
    current_password: password,
    password: newPassword,
  })
  expect(right.error).toBeUndefined()
  expect((await client.call(accountInfo, {})).error).toBeUndefined()
  expect((await phone.call(accountInfo, {})).error).toBe('session_expired')
})

test('does not let a stolen session guess the password for long', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const errors: (string | undefined)[] = []
  for (let guess = 0; guess < 8; guess++) {
    const answer = await client.call(changePassword, {
      current_password: `guess ${guess}`,
      password: newPassword,
    })
    errors.push(answer.error)
  }
  expect(errors.slice(0, 6)).toEqual(Array(6).fill('password_error'))
  expect(errors.slice(6)).toEqual(['password_locked', 'password_locked'])
})

test('asks strangers to sign in before a password is changed', async () => {
  const server = await createTestServer()
  const answer = await server.client().call(changePassword, {
    current_password: 'something',
    password: newPassword,
  })
  expect(answer.error).toBe('session_expired')
})
