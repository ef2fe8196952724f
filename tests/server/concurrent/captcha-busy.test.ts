import { expect, test } from 'vitest'
import { passwordLogin } from '#protocol/web/login.ts'
import { passCaptcha } from '../../support/pass-captcha.ts'
import { createTestServer } from '../../support/test-server.ts'

test('gives a captcha back to a sign-in that found no room, once', async () => {
  const server = await createTestServer({ settings: { HASH_WIDTH: '1', HASH_QUEUE: '1' } })
  const { email, password } = await server.person()
  const client = server.client()
  const signIn = (typed = password) => client.call(passwordLogin, { email, password: typed })
  for (let guess = 0; guess < 3; guess += 1) await signIn('wrong')
  await passCaptcha(client, await signIn())
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const { signal } = new AbortController()
  const { passwords } = server.app.services
  const others = [1, 2, 3].map(() => passwords.inTurn(signal, () => isOver))
  expect((await signIn()).error).toBe('server_busy')
  end()
  await Promise.all(others)
  expect((await signIn('still wrong')).error).toBe('password_error')
  expect((await signIn()).error).toBe('captcha_slide')
})
