import { expect, test, vi } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { resetByEmail } from '#protocol/web/password.ts'
import { detailText } from '../../../server/lib/attempt-detail.ts'
import { cleanUp } from '../../../server/store/cleanup.ts'
import { tracedSteps } from '../../../server/trace/traced-steps.ts'
import { allEndpoints } from '../../../protocol/index.ts'
import * as forms from '../../../protocol/forms.ts'
import { onStatement } from '../../support/databases.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const DAY = 86_400

async function rowsOf({ database, settled }: TestServer) {
  await settled()
  return await database.query.selectFrom('attempts').selectAll().orderBy('id').execute()
}

test('keeps no account, address or web id, and the same of unknown and known logins', async () => {
  // Otherwise a worker's poll could add a statement to one of the calls.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const server = await createTestServer()
  const { email, userId } = await server.person({ email: 'ann@example.com' })
  await server.settled()
  await server.database.query.deleteFrom('attempts').execute()
  const observe = async (address: string) => {
    const client = server.client()
    const statements: string[] = []
    const stop = onStatement((sql) => statements.push(sql))
    await client.call(passwordLogin, { email: address, password: 'wrong' })
    await client.call(sendCode, { email: address, type: 13 })
    await server.settled()
    await client.call(emailCodeLogin, { email: address, code: '000000' })
    await client.call(resetByEmail, { email: address, code: '000000', password: 'seven odd owls' })
    await server.settled()
    stop()
    const rows = await rowsOf(server)
    await server.database.query.deleteFrom('attempts').execute()
    const shapes = rows.map(({ aid, browser, count, detail, device, error, network, step }) => {
      expect(browser === '' ? step : 'call').toBe(step === 'message' ? 'message' : 'call')
      return { aid, count, detail, device, error, network, step }
    })
    for (const text of [address, client.webId, userId]) {
      expect(JSON.stringify(rows)).not.toContain(text)
    }
    return { shapes, statements, sizes: rows.map((row) => JSON.stringify(row).length) }
  }
  const known = await observe(email)
  const unknown = await observe('bob@example.com')
  expect(known.shapes.map(({ step }) => step)).toEqual(['sign-in', 'message', 'sign-in', 'reset'])
  expect(unknown).toEqual(known)
})

test('keeps 60 attempts of a login in an hour, 30 of one network, and counts the others', async () => {
  const server = await createTestServer()
  const { attempts } = server.app.services
  const caller = { userAgent: '', origin: undefined, webId: '' }
  for (let at = 0; at < 200; at++) {
    const address = at < 100 ? '203.0.113.1' : `198.51.100.${at}`
    attempts.note({
      at: server.clock.now(),
      logId: '',
      step: 'sign-in',
      error: 'password_error',
      aid: 1001,
      text: 'ann@example.com',
      caller: { ...caller, address, prefix: address },
    })
    if (at % 50 === 0) await attempts.flush()
  }
  const rows = await rowsOf(server)
  expect(rows.filter(({ step }) => step === 'sign-in')).toHaveLength(60)
  const [more, ...others] = rows.filter(({ step }) => step === 'many')
  expect(others).toEqual([])
  expect(more).toMatchObject({ count: 140, subject: attempts.subjectOf('ann@example.com') })
})

test('keeps 300 attempts of a network in an hour, whatever logins it tries', async () => {
  const server = await createTestServer()
  for (let at = 0; at < 320; at++) {
    server.app.services.attempts.note({
      at: server.clock.now(),
      logId: '',
      step: 'sign-in',
      error: 'password_error',
      aid: 1001,
      text: `person${at}@example.com`,
      caller: { userAgent: '', origin: undefined, webId: '', address: '::1', prefix: '::/64' },
    })
  }
  const rows = await rowsOf(server)
  expect(rows).toHaveLength(301)
  expect(rows.find(({ step }) => step === 'many')).toMatchObject({ count: 20, subject: '' })
})

test('forgets attempts after their days', async () => {
  const server = await createTestServer()
  await server.client().call(passwordLogin, { email: 'ann@example.com', password: 'wrong' })
  await server.settled()
  const { query } = server.database
  const kept = { eventsMs: 1, auditMs: 1, telemetryMs: 1, attemptsMs: 14 * DAY * 1000 }
  const cleanAt = (now: number, holder: string) => cleanUp(query, holder, now, () => false, kept)
  await cleanAt(server.clock.now() + 13 * DAY * 1000, 'one')
  expect(await rowsOf(server)).toHaveLength(1)
  await cleanAt(server.clock.now() + 15 * DAY * 1000, 'two')
  expect(await rowsOf(server)).toEqual([])
})

test('keeps a detail in 200 bytes', () => {
  const long = 'x'.repeat(1000)
  const detail = { limit: long, method: long, provider: long, reply: long, rule: long }
  expect(Buffer.byteLength(detailText(detail))).toBeLessThanOrEqual(200)
})

test('names operations that exist', () => {
  const known = new Set([
    ...allEndpoints.map(({ operation }) => operation),
    ...Object.values(forms).flatMap((form) =>
      typeof form === 'object' && 'operation' in form ? [form.operation] : [],
    ),
  ])
  const named = [...tracedSteps.keys()]
  expect(named.filter((operation) => !known.has(operation))).toEqual([])
  expect(named).toContain('user_login')
})
