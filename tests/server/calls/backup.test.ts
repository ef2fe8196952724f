import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { logout } from '#protocol/web/session.ts'
import { createClient } from '../../support/client.ts'
import { copyTestDatabase, createTestDatabase } from '../../support/databases.ts'
import { recordSealedLogin, sendRecorded } from '../../support/recorded-requests.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

const HOURS_12 = 12 * 3600

test('accepts from a restored backup only sessions, which can be ended', async () => {
  const original = await createTestDatabase(true)
  const server = await createTestServer({ database: original })
  const { clock } = server
  const ann = await server.person()
  const email = 'bob@example.com'
  await server.client().call(sendCode, { email, type: 13 })
  const code = await server.codeFor(email)
  const { tickets } = server.app.services
  const ticket = { purpose: 'rebind', aid: 1001, holder: ann.userId }
  const reference = await tickets.issue(ticket)
  const sealed = await recordSealedLogin(server, { email: ann.email, password: ann.password })
  const backup = await copyTestDatabase(original)

  // All of these are used after the backup, which does not record it.
  expect((await server.client().call(emailCodeLogin, { email, code })).error).toBeUndefined()
  expect(await tickets.use('rebind', 1001, reference)).toBeDefined()
  expect((await sendRecorded(server, sealed)).error).toBeUndefined()
  const cookies = [...ann.client.cookies]
  await ann.client.call(logout, {})
  clock.passSeconds(HOURS_12)

  const restored = await createTestServer({ database: backup, clock })
  const stranger = restored.client()
  expect((await stranger.call(emailCodeLogin, { email, code })).error).toBe('code_expired')
  const { services } = restored.app
  expect(await services.tickets.use('rebind', 1001, reference)).toBeUndefined()
  expect((await sendRecorded(restored, sealed)).error).toBe('seal_bad')
  const login = { email: ann.email, password: ann.password }
  expect((await stranger.call(passwordLogin, login)).error).toBeUndefined()

  const back = createClient(restored.fetch, ORIGIN)
  for (const [name, value] of cookies) back.cookies.set(name, value)
  expect((await back.call(accountInfo, {})).data.user_id_str).toBe(ann.userId)
  await services.sessions.endEverybody()
  expect((await back.call(accountInfo, {})).error).toBe('session_expired')
})
