import { describe, expect, test } from 'vitest'
import { passwordLogin } from '#protocol/web/login.ts'
import { changePassword } from '#protocol/web/password.ts'
import { listSecurityEvents } from '#protocol/web/security.ts'
import { listSessions, logout, revokeSession } from '#protocol/web/session.ts'
import { createIds } from '../../../server/accounts/ids.ts'
import { createEvents } from '../../../server/events/events.ts'
import { eventRepository } from '../../../server/store/event-repository.ts'
import type { Client } from '../../support/client.ts'
import { passCaptcha } from '../../support/pass-captcha.ts'
import { typeCommand } from '../../support/command.ts'
import { createTestServer } from '../../support/test-server.ts'

interface Event {
  kind: string
  by: string
  device: string
  address: string
}

async function eventsOf(client: Client): Promise<Event[]> {
  const { data } = await client.call(listSecurityEvents, { page_size: 100 })
  return data.list
}

describe('security events', () => {
  test('contain the unknown client fields of a call', async () => {
    const server = await createTestServer()
    const { email, password } = await server.person()
    const app = server.client()
    const sent = { email, password, account_type: 3 }
    await app.call(passwordLogin, sent, {
      params: { is_native_h5: '1', passport_jssdk_version: '2.0.0' },
    })
    const { output } = await typeCommand(server, ['events', '--user', email, '--json'])
    const [latest] = JSON.parse(output) as { kind: string; clientFields: string }[]
    expect(latest?.kind).toBe('signed_in')
    expect(JSON.parse(latest?.clientFields ?? '')).toEqual({
      account_type: 3,
      is_native_h5: 1,
      passport_jssdk_version: '2.0.0',
    })
    const wrong = await app.call(passwordLogin, { email, password, account_type: 0.5 })
    expect(wrong.error).toBe('bad_parameter')
  })

  test('are listed for the account, newest first', async () => {
    const server = await createTestServer()
    const { client, email, password } = await server.person()
    const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/153.0' }
    const elsewhere = server.client('203.0.113.9')
    for (const action of [
      () => elsewhere.call(passwordLogin, { email, password }, { headers }),
      async () => {
        const { data } = await client.call(listSessions, {})
        const [, other] = data.list as { session_id: string }[]
        await client.call(revokeSession, { session_id: other?.session_id ?? '' })
      },
      () =>
        client.call(changePassword, { current_password: password, password: 'eight calm herons' }),
      () => client.call(logout, {}),
      () => client.call(passwordLogin, { email, password: 'eight calm herons' }),
    ]) {
      server.clock.passSeconds(1)
      await action()
    }
    const events = await eventsOf(client)
    expect(events.map(({ kind }) => kind)).toEqual([
      'signed_in',
      'signed_out',
      'password_changed',
      'session_revoked',
      'signed_in',
      'signed_up',
    ])
    expect(events.at(-2)).toMatchObject({
      by: 'user_login',
      device: 'Firefox on Windows',
      address: '203.0.113.…',
    })
  })

  test('are paged', async () => {
    const server = await createTestServer()
    const { client, email, password } = await server.person()
    for (let time = 0; time < 11; time++) await client.call(passwordLogin, { email, password })
    const first = await client.call(listSecurityEvents, {})
    expect(first.data).toMatchObject({ total: 12, page: 1, page_size: 10, has_more: true })
    const second = await client.call(listSecurityEvents, { page: 2 }, { method: 'POST' })
    expect(second.data).toMatchObject({ total: 12, page: 2, has_more: false })
    expect(first.data.list).toHaveLength(10)
    expect(second.data.list).toHaveLength(2)
    const beyond = await client.call(listSecurityEvents, { page: 3 })
    expect(beyond.data).toMatchObject({ list: [], total: 12, has_more: false })
  })

  test.each([{ page: 0 }, { page_size: 0 }, { page_size: 101 }, { page: 10_001 }])(
    'refuse the page %j',
    async (payload) => {
      const server = await createTestServer()
      const { client } = await server.person()
      const answer = await client.call(listSecurityEvents, payload)
      expect(answer.error).toBe('bad_parameter')
    },
  )

  test('are listed for their owner only', async () => {
    const server = await createTestServer()
    const [one, other] = [await server.person(), await server.person()]
    await one.client.call(passwordLogin, { email: one.email, password: one.password })
    expect(await eventsOf(one.client)).toHaveLength(2)
    expect(await eventsOf(other.client)).toHaveLength(1)
    const stranger = await server.client().call(listSecurityEvents, {})
    expect(stranger.error).toBe('session_expired')
  })

  test('contain attempt limits, and guesses at unknown accounts for the operator only', async () => {
    const server = await createTestServer()
    const { client, email } = await server.person()
    const { events, passwordAttempts: locks } = server.app.services
    const guesser = server.client('203.0.113.9')
    for (const typed of [email, 'nobody@example.com']) {
      for (let failure = 1; failure <= 5; failure++) await locks.fail(locks.keyFor(typed))
      const guess = { email: typed, password: 'a wrong guess' }
      await passCaptcha(guesser, await guesser.call(passwordLogin, guess))
      const answer = await guesser.call(passwordLogin, guess, { params: { is_resend: '1' } })
      expect(answer.error).toBe('password_error')
    }
    const list = await events.latest({}, 10)
    const locked = list.filter(({ kind }) => kind === 'password_locked')
    expect(locked).toHaveLength(2)
    expect(locked[0]?.accountId).toBe('')
    expect((await eventsOf(client)).map(({ kind }) => kind)).toEqual([
      'password_locked',
      'signed_up',
    ])
  })
})

test('stores every event when ids of two instances collide', async () => {
  const server = await createTestServer()
  const events = eventRepository(server.database.query)
  const source = { app: { aid: 1001 }, caller: { address: '', userAgent: '' }, operation: 'test' }
  const [one, other] = [1, 2].map(() =>
    createEvents(
      events,
      server.app.services.webhooks,
      createIds(server.clock.now, 7),
      server.clock.now,
    ),
  )
  for (let count = 0; count < 5; count++) {
    await one?.note(source, 'signed_in', '17')
    await other?.note(source, 'signed_out', '17')
  }
  expect((await events.list('17', { offset: 0, limit: 10 })).total).toBe(10)
})
