import { expect, test } from 'vitest'
import { passwordLogin } from '#protocol/web/login.ts'
import { addToken, adminClient, createAdmin, createAdminServer } from '../../support/admin-api.ts'
import { typeCommand } from '../../support/command.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'
import { createOutside } from '../../../server/http/outside.ts'

test('protects an external id by If-Match, and tells only of another one', async () => {
  const server = await createAdminServer()
  const { text } = await addToken(server)
  const call = adminClient(server, text)
  const body = { email: 'ann@example.com', email_verified: true }
  const { body: made } = await call('POST', '/users', { body, headers: { 'idempotency-key': 'a' } })
  const path = `/users/${made.id}`
  const events = async (): Promise<number> =>
    (await call('GET', `${path}/events`)).body.events.filter(
      ({ kind }: { kind: string }) => kind === 'profile_changed',
    ).length
  await call('PATCH', path, { body: { external_id: 'e1' } })
  const before = await events()
  await call('PATCH', path, { body: { external_id: 'e1' } })
  expect(await events()).toBe(before)
  const etag = (await call('GET', path)).headers.get('etag') ?? ''
  const headers = { 'if-match': etag }
  const change = (id: string) => call('PATCH', path, { body: { external_id: id }, headers })
  expect((await change('e2')).status).toBe(200)
  expect((await change('e3')).status).toBe(412)
  expect((await change('e\u202e4')).body.errors).toEqual([
    { field: 'external_id', reason: 'pattern' },
  ])
  expect(await events()).toBe(before + 1)
})

test('gives another ETag with a sign-in and a linked account, and needs something to change', async () => {
  const { server, call } = await createAdmin()
  const login = { email: 'ann@example.com', password: 'seven quiet otters' }
  const { userId } = await server.person(login)
  const path = `/users/${userId}`
  const read = async () => (await call('GET', path)).headers.get('etag')
  const first = await read()
  server.clock.passSeconds(60)
  expect((await server.client().call(passwordLogin, login)).error).toBeUndefined()
  const second = await read()
  const link = { accountId: userId, screenName: '', avatar: '', createdAt: 0, updatedAt: 0 }
  const values = { ...link, provider: 'github' as const, sub: '7' }
  await server.database.query.insertInto('linkedAccounts').values(values).execute()
  expect(new Set([first, second, await read()]).size).toBe(3)
  const headers = { 'if-match': second ?? '' }
  expect((await call('PATCH', path, { body: { name: 'One' }, headers })).status).toBe(412)
  expect((await call('PATCH', path, { body: {} })).status).toBe(422)
  expect((await call('PATCH', '/users/1', { body: {} })).status).toBe(404)
})

test('logs the id of each refusal, also of what reaches no call', async () => {
  const server = await createAdminServer()
  for (const [path, body] of [
    ['/admin/v1/users', '{'],
    ['/admin/v1/nothing', '{}'],
    ['/admin/v1/users/%ff', '{}'],
  ] as const) {
    const headers = { 'content-type': 'application/json' }
    const request = new Request(`${ORIGIN}${path}`, { method: 'POST', headers, body })
    const { log_id: logId } = (await (await server.fetch(request)).json()) as { log_id: string }
    expect(
      server.lines.filter((line) => line.includes(logId)),
      path,
    ).toHaveLength(1)
  }
})

test('keeps a frozen account frozen where it is to be limited', async () => {
  const server = await createTestServer()
  const { email } = await server.person()
  await typeCommand(server, ['user', 'freeze', email, '--reason', 'theft'])
  const { errors } = await typeCommand(server, ['user', 'limit', email, '--reason', 'spam'])
  expect(errors).toContain('frozen')
})

test('lists the events of who was erased by the bare id', async () => {
  const server = await createTestServer()
  const { email } = await server.person()
  const { output } = await typeCommand(server, ['user', 'show', email])
  const id = /\b\d{15,}\b/.exec(output)?.[0] ?? ''
  await typeCommand(server, ['user', 'erase', id, '--reason', 'asked', '--confirm', id])
  const events = await typeCommand(server, ['events', '--user', id])
  expect([events.code, events.output]).toEqual([0, expect.stringContaining('account_deleted')])
  expect((await typeCommand(server, ['events', '--user', email])).code).toBe(1)
})

test('makes no token for every network by an empty --from', async () => {
  const server = await createAdminServer()
  await expect(addToken(server, { flags: ['--from', ''] })).rejects.toThrow('--from is empty')
})

test('tells a name that cannot be found from an inside one', async () => {
  const outside = createOutside(['127.0.0.1:9'])
  const request = { method: 'GET', headers: {}, body: '', mayBeLocal: false }
  await expect(outside(new URL('https://app.example.com/'), request)).rejects.toThrow(
    'app.example.com cannot be found',
  )
})
