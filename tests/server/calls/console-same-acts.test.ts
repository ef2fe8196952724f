import { expect, test } from 'vitest'
import { passwordLogin } from '#protocol/web/login.ts'
import { adminClient, addToken } from '../../support/admin-api.ts'
import { typeCommand } from '../../support/command.ts'
import { createConsoleServer, signInOperator } from '../../support/console.ts'
import type { TestServer } from '../../support/test-server.ts'

const personal = new Set([
  'id',
  'name',
  'nameKey',
  'email',
  'username',
  'passwordHash',
  'createdAt',
])

/** Returns what is stored of somebody, without what differs between people and between actors. */
async function rowsOf({ app, database }: TestServer, userId: string): Promise<unknown> {
  const { accounts, events, formerAddresses, sessions, trustedDevices } = app.services
  const account = await accounts.byId(userId)
  const { list } = await events.list(userId, { offset: 0, limit: 9 })
  const live = await sessions.list({ accountId: userId, hash: '' }, { offset: 0, limit: 9 })
  const recipients = [account?.email ?? '']
  const outbox = database.query.selectFrom('outbox').where('recipient', 'in', recipients)
  const waiting = await outbox.select('channel').execute()
  return {
    account: Object.entries(account ?? {}).filter(([name]) => !personal.has(name)),
    events: list.map(({ kind, aid, device, address, by }) => ({
      kind,
      aid,
      device,
      address,
      by: by.replace(/^(?:cli|token:\w+|operator:\d+)/, 'actor').replace(': Ticket 77', ''),
    })),
    former: (await formerAddresses.listFormer(userId, app.services.clock())).length,
    sessions: live.list.map(({ device }) => device),
    trusted: (await trustedDevices.browsersOf(userId)).length,
    waiting,
  }
}

test('puts an address back by console, command and API alike', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'support')
  const call = adminClient(server, (await addToken(server)).text)
  const ways = {
    console: (id: string, address: string) => ann.act(`/people/${id}`, 'restore', { address }),
    command: (_id: string, address: string) => typeCommand(server, ['user', 'restore', address]),
    api: (id: string, address: string) =>
      call('POST', `/users/${id}/restore`, { body: { address, reason: 'Ticket 77' } }),
  }
  const after: Record<string, unknown> = {}
  for (const [way, restore] of Object.entries(ways)) {
    const { userId } = await server.person()
    const address = `${way}@example.com`
    const leftAt = server.clock.now()
    const former = { id: way, accountId: userId, channel: 'email', address, leftAt } as const
    const expiresAt = leftAt + 3_600_000
    await server.app.services.formerAddresses.addFormer({ ...former, expiresAt })
    const before = await rowsOf(server, userId)
    await restore(userId, address)
    expect((await server.app.services.accounts.byId(userId))?.email).toBe(address)
    after[way] = await rowsOf(server, userId)
    expect(after[way]).not.toEqual(before)
  }
  expect(after.command).toEqual(after.console)
  expect(after.api).toEqual(after.console)
  expect(after.console).toMatchObject({ sessions: [], trusted: 0 })
})

test('ends one session by console, command and API alike, and leaves the other', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'support')
  const call = adminClient(server, (await addToken(server)).text)
  const ways = {
    console: (id: string, session: string) => ann.act(`/people/${id}`, 'end-session', { session }),
    command: (id: string, session: string) =>
      typeCommand(server, ['sessions', 'end', session, '--user', id]),
    api: (id: string, session: string) => call('DELETE', `/users/${id}/sessions/${session}`),
  }
  const after: Record<string, unknown> = {}
  for (const [way, end] of Object.entries(ways)) {
    const { email, password, userId } = await server.person()
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Firefox/153.0' }
    await server.client().call(passwordLogin, { email, password }, { headers })
    const page = { offset: 0, limit: 9 }
    const { list } = await server.app.services.sessions.list({ accountId: userId, hash: '' }, page)
    const ended = list.find(({ device }) => device === 'Firefox on Linux')
    const shown = await typeCommand(server, ['user', 'show', userId])
    expect(shown.output).toContain(`${ended?.id}  Firefox on Linux`)
    await end(userId, ended?.id ?? '')
    after[way] = await rowsOf(server, userId)
  }
  expect(after.command).toEqual(after.console)
  expect(after.api).toEqual(after.console)
  expect(after.console).toMatchObject({
    sessions: [''],
    events: [{ kind: 'session_revoked' }, {}, {}],
  })
})

test('gives the same copy of a person by console, command and API, and changes nothing', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'admin')
  const call = adminClient(server, (await addToken(server)).text)
  const { userId } = await server.person()
  const before = await rowsOf(server, userId)
  const { output } = await typeCommand(server, ['user', 'export', userId])
  const copy = JSON.parse(output) as object
  expect(JSON.parse((await ann.act(`/people/${userId}`, 'export')).text)).toEqual(copy)
  expect((await call('GET', `/users/${userId}/export`)).body).toEqual(copy)
  expect(await rowsOf(server, userId)).toEqual(before)
})
