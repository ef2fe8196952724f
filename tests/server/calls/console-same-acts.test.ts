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

/**
 * Returns what is stored of somebody and which mails they got, without what differs between people
 * and between actors.
 */
async function rowsOf({ app, mail }: TestServer, userId: string): Promise<unknown> {
  const { accounts, events, formerAddresses, sessions, trustedDevices } = app.services
  const account = await accounts.byId(userId)
  const { list } = await events.list(userId, { offset: 0, limit: 9 })
  const live = await sessions.list({ accountId: userId, hash: '' }, { offset: 0, limit: 9 })
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
    mails: (await mail(account?.email ?? ''))
      .map(({ subject }) => subject.replace(/^\d{6}/, ''))
      .toSorted(),
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

test('counts the sessions that all three ways list, and not those that ended by themselves', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'support')
  const call = adminClient(server, (await addToken(server)).text)
  const { email, password, userId } = await server.person()
  await server.client().call(passwordLogin, { email, password })
  const row = { expiresAt: server.clock.now() - 1 }
  await server.database.query
    .updateTable('sessions')
    .set(row)
    .where('accountId', '=', userId)
    .execute()
  await server.client().call(passwordLogin, { email, password })
  expect((await call('GET', `/users/${userId}/sessions`)).body.sessions).toHaveLength(1)
  expect((await typeCommand(server, ['user', 'show', userId])).output).toMatch(/sessions +1\n/)
  expect((await ann.get(`/people/${userId}`)).text.match(/name="session"/g)).toHaveLength(1)
  const ended = await typeCommand(server, ['sessions', 'end-all', '--user', userId])
  expect(ended.output).toContain('Sessions ended: 1.')
  const again = await typeCommand(server, ['user', 'freeze', userId, '--reason', 'lost'])
  expect(again.output).toContain('Sessions ended: 0.')
  await server.person()
  const other = await server.person()
  await typeCommand(server, ['sessions', 'end-all'])
  const cut = await typeCommand(server, ['sessions', 'end-all', '--user', other.userId])
  expect(cut.output).toContain('Sessions ended: 0.')
})

test.each([
  ['manager', 'manages Harbour Works', 'manages Harbour Works'],
  ['last owner', 'The last owner stays', 'nobody but others'],
])('erases no %s, by no way', async (kind, said, shown) => {
  const server = await createConsoleServer()
  const admin = await signInOperator(server, 'owner')
  const call = adminClient(server, (await addToken(server)).text)
  const person = kind === 'manager' ? await server.person() : admin.person
  const { userId, email } = person
  const { output } = await typeCommand(server, ['subject', 'add', '--name', 'Harbour Works'])
  const organization = /\d{5,}/.exec(output)?.[0] ?? ''
  if (kind === 'manager')
    await typeCommand(server, ['member', 'add', organization, email, '--manager'])
  const before = await rowsOf(server, userId)
  const typed = ['user', 'erase', userId, '--reason', 'asked', '--confirm', userId]
  const command = await typeCommand(server, typed)
  expect([command.code, command.output + command.errors]).toEqual([
    1,
    expect.stringContaining(said),
  ])
  const refused = await call('DELETE', `/users/${userId}`, { body: { reason: 'asked' } })
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(said)])
  const page = await admin.act(`/people/${userId}`, 'erase', { confirm: userId })
  expect([page.status, page.text]).toEqual([409, expect.stringContaining(shown)])
  expect(await rowsOf(server, userId)).toEqual(before)
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
