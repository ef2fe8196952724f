import { expect, test } from 'vitest'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { addToken, adminClient } from '../../support/admin-api.ts'
import { typeCommand } from '../../support/command.ts'
import { consoleBrowser, createConsoleServer, signInOperator } from '../../support/console.ts'
import { createTwoServers, type TestServer } from '../../support/test-server.ts'

async function record(server: TestServer): Promise<string[]> {
  const list = await server.app.services.operatorRecord.list({}, undefined, 100)
  return list.map(({ actor, action, target, reason, detail }) =>
    [actor, action, target, reason, detail].filter((part) => part !== '').join(' '),
  )
}

async function stateOf({ app }: TestServer, id: string): Promise<string | undefined> {
  return (await app.services.accounts.byId(id))?.state
}

test('writes every view of a person and every act into the record, with operator and reason', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'support')
  const { userId, client } = await server.person()
  const path = `/people/${userId}`
  const page = await ann.get(path)
  expect(page.text).toContain(userId)
  expect(await record(server)).toContain(`${ann.person.userId} person.view ${userId}`)
  const frozen = await ann.act(path, 'freeze')
  expect([frozen.status, frozen.headers.get('location')]).toEqual([303, `${path}?done=freeze`])
  expect(await stateOf(server, userId)).toBe('frozen')
  expect((await client.call(accountInfo, {})).error).toBe('session_expired')
  expect(await record(server)).toContain(`${ann.person.userId} person.freeze ${userId} Ticket 77`)
  expect((await ann.get(`${path}?done=freeze`)).text).toContain('The account is frozen.')
  const { output } = await typeCommand(server, ['events', '--user', userId, '--limit', '1'])
  expect(output).toContain(`operator:${ann.person.userId}: Ticket 77`)

  const again = await ann.act(path, 'freeze')
  expect([again.status, again.text.includes('is frozen.')]).toEqual([409, true])
  const entries = await record(server)
  for (const reason of ['', '  ', 'a\u202Eb', 'x'.repeat(501)]) {
    const reply = await ann.act(path, 'unfreeze', { reason })
    expect([reply.status, reply.text.includes('Each act needs a reason')]).toEqual([422, true])
  }
  const acts = (all: string[]): string[] => all.filter((entry) => !entry.includes('.view'))
  expect(acts(await record(server))).toEqual(acts(entries))
  expect((await ann.act(path, 'nonsense')).status).toBe(422)
  expect((await ann.act(path, 'constructor')).status).toBe(422)
  expect((await ann.get('/people/1')).status).toBe(404)
})

test('lets each role do what is its own, whatever form is posted', async () => {
  const server = await createConsoleServer()
  const may = {
    support: ['freeze', 'unfreeze', 'limit', 'unlimit', 'end-sessions'],
    admin: ['ban', 'unban', 'export'],
    owner: ['set'],
  }
  const roles = ['support', 'admin', 'owner'] as const
  for (const [rank, role] of roles.entries()) {
    const ann = await signInOperator(server, role)
    const { userId } = await server.person()
    for (const [needed, names] of Object.entries(may)) {
      const isAllowed = rank >= roles.findIndex((one) => one === needed)
      for (const name of names) {
        const path = needed === 'owner' ? '/operators' : `/people/${userId}`
        const more = needed === 'owner' ? { who: userId, role: 'support' } : {}
        // The token is that of any page, since a page that is refused has none.
        const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await ann.get('/')).text) ?? []
        const fields = { csrf, act: name, reason: 'Ticket 77', ...more }
        const { status, text } = await ann.send(path, fields)
        expect([role, name, status, text.slice(0, 0)]).toEqual([
          role,
          name,
          isAllowed ? (name === 'export' ? 200 : 303) : 403,
          '',
        ])
      }
    }
    const pages = ['/', '/people', '/operators', '/record']
    const statuses = await Promise.all(pages.map(async (one) => (await ann.get(one)).status))
    expect(statuses).toEqual(role === 'owner' ? [200, 200, 200, 200] : [200, 200, 403, 403])
  }
})

test('takes no form from another origin, another port, another session, or without its token', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'owner')
  const bob = await signInOperator(server, 'owner')
  const { userId } = await server.person()
  const path = `/people/${userId}`
  const csrfOf = async (one: typeof ann): Promise<string> =>
    /name="csrf" value="([^"]+)"/.exec((await one.get('/')).text)?.[1] ?? ''
  const csrf = await csrfOf(ann)
  const fields = { csrf, act: 'freeze', reason: 'x' }
  for (const origin of [
    'https://evil.example',
    'http://localhost:4321',
    'http://localhost',
    'http://127.0.0.1:4399',
    'https://localhost:4399',
    'null',
    '',
  ]) {
    expect((await ann.send(path, fields, { origin })).status, origin).toBe(403)
  }
  for (const wrong of [await csrfOf(bob), '', 'x', csrf.slice(1)]) {
    expect((await ann.send(path, { ...fields, csrf: wrong })).status).toBe(403)
  }
  // By GET nothing is done.
  expect((await ann.get(`${path}?${new URLSearchParams(fields)}`)).status).toBe(200)
  expect((await consoleBrowser(server).send(path, fields)).status).toBe(401)
  expect(await stateOf(server, userId)).toBe('active')
  expect(server.lines.filter((line) => line.includes('attempt refused')).length).toBe(11)
  expect((await ann.send(path, fields)).status).toBe(303)
})

test('asks for a proof of the last ten minutes before what cannot be undone', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'owner')
  const { userId, email } = await server.person()
  const path = `/people/${userId}`
  server.clock.passSeconds(11 * 60)
  const page = await ann.get(path)
  expect(page.text).toContain(`href="/sign-in?next=${encodeURIComponent(path)}"`)
  expect(page.text).not.toContain('name="confirm"')
  for (const [where, name, more] of [
    [path, 'erase', { confirm: userId }],
    [path, 'export', {}],
    ['/operators', 'set', { who: userId, role: 'owner' }],
    ['/operators', 'remove', { who: userId }],
  ] as const) {
    expect((await ann.act(where, name, more)).status, name).toBe(403)
  }
  expect((await ann.act(path, 'limit')).status).toBe(303)
  await ann.prove()
  const copy = await ann.act(path, 'export')
  expect(copy.headers.get('content-disposition')).toBe(`attachment; filename="${userId}.json"`)
  expect(JSON.parse(copy.text)).toMatchObject({ account: { email } })
  expect((await ann.act(path, 'erase', { confirm: '1' })).status).toBe(422)
  expect(await stateOf(server, userId)).toBe('limited')
  const gone = (await ann.act(path, 'erase', { confirm: userId })).headers.get('location') ?? ''
  expect((await ann.get(gone)).text).toContain('The account is erased.')
  expect(await stateOf(server, userId)).toBeUndefined()
  expect(await record(server)).toContain(`${ann.person.userId} person.erase ${userId} Ticket 77`)
})

test('lets nobody act on an operator of a higher role, nor on themself', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'support')
  const bob = await signInOperator(server, 'admin')
  const cara = await signInOperator(server, 'owner')
  const idOf = (one: typeof ann): string => one.person.userId
  for (const [who, whom, name] of [
    [ann, bob, 'freeze'],
    [ann, cara, 'end-sessions'],
    [bob, cara, 'ban'],
    [bob, cara, 'erase'],
    [bob, cara, 'export'],
    [cara, cara, 'erase'],
    [ann, ann, 'freeze'],
  ] as const) {
    const reply = await who.act(`/people/${idOf(whom)}`, name, { confirm: idOf(whom) })
    expect(reply.status, `${name} ${idOf(whom)}`).toBe(409)
    expect(reply.text).toMatch(/That cannot be done\..*(?:higher role|ask another one)/s)
    expect(await stateOf(server, idOf(whom))).toBe('active')
  }
  expect((await bob.act(`/people/${idOf(ann)}`, 'ban')).status).toBe(303)
  expect((await ann.get('/')).status).toBe(302)
})

test('keeps the last owner, also when owners remove each other at once', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'owner')
  const { userId } = ann.person
  const alone = await ann.act('/operators', 'remove', { who: userId })
  expect([alone.status, alone.text.includes('The last owner stays')]).toEqual([409, true])
  expect((await ann.act('/operators', 'set', { who: userId, role: 'admin' })).status).toBe(409)
  expect(await typeCommand(server, ['operator', 'remove', userId])).toMatchObject({ code: 1 })
  const bob = await signInOperator(server, 'owner')
  await Promise.all([
    ann.act('/operators', 'remove', { who: bob.person.userId }),
    bob.act('/operators', 'remove', { who: userId }),
  ])
  const left = await server.app.services.operators.list()
  expect(left.map(({ role }) => role)).toEqual(['owner'])
})

test('does not count an owner who is banned', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'owner')
  const { userId } = await server.person()
  await typeCommand(server, ['operator', 'add', userId, '--role', 'owner'])
  await typeCommand(server, ['user', 'ban', userId, '--reason', 'sold it'])
  const own = { who: ann.person.userId }
  expect((await ann.act('/operators', 'remove', own)).status).toBe(409)
  expect((await ann.act('/operators', 'remove', { who: userId })).status).toBe(303)
})

test('shows a role that was taken or lowered no more', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'owner')
  const { userId } = await server.person()
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await ann.get('/')).text) ?? []
  await signInOperator(server, 'owner')
  const lower = ['operator', 'add', ann.person.userId, '--role', 'support']
  expect(await typeCommand(server, lower)).toMatchObject({ code: 0 })
  const ban = { csrf, act: 'ban', reason: 'x' }
  expect((await ann.send(`/people/${userId}`, ban)).status).toBe(403)
  expect((await ann.get('/operators')).status).toBe(403)
  await typeCommand(server, ['operator', 'remove', ann.person.userId])
  expect((await ann.send(`/people/${userId}`, ban)).status).toBe(401)
  expect((await ann.get(`/people/${userId}`)).status).toBe(302)
})

test('writes what people typed as text', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'owner')
  const { userId } = await server.person()
  const markup = '"><script>alert(1)</script><b a=\''
  await server.database.query
    .updateTable('accounts')
    .set({ name: markup, username: markup })
    .where('id', '=', userId)
    .execute()
  for (const table of ['sessions', 'securityEvents'] as const) {
    await server.database.query
      .updateTable(table)
      .set({ device: markup, address: markup })
      .where('accountId', '=', userId)
      .execute()
  }
  await ann.act(`/people/${userId}`, 'limit', { reason: markup })
  const refused = await ann.act(`/people/${userId}`, 'limit', { reason: markup })
  const pages = [`/people/${userId}`, '/people', `/people?q=${encodeURIComponent(markup)}`]
  const more = ['/record', `/record?q=${encodeURIComponent(markup)}`, '/operators']
  const replies = await Promise.all([...pages, ...more].map((path) => ann.get(path)))
  for (const { status, text } of [refused, ...replies]) {
    expect([200, 409]).toContain(status)
    expect(text).not.toContain('<script')
    expect(text).not.toContain('<b a')
  }
  expect(replies[0]?.text).toContain('&lt;script&gt;')
})

test('does by console, command and API the very same to an account', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'owner')
  const call = adminClient(server, (await addToken(server)).text)
  const ways = {
    console: (id: string, verb: string) => ann.act(`/people/${id}`, verb, { confirm: id }),
    command: (id: string, verb: string) => {
      const words =
        verb === 'end-sessions' ? ['sessions', 'end-all', '--user', id] : ['user', verb, id]
      const confirm = verb === 'erase' ? ['--confirm', id] : []
      const reason = verb === 'end-sessions' ? [] : ['--reason', 'Ticket 77']
      return typeCommand(server, [...words, ...reason, ...confirm])
    },
    api: (id: string, verb: string) => {
      const body = { reason: 'Ticket 77' }
      if (verb === 'end-sessions') return call('DELETE', `/users/${id}/sessions`)
      return verb === 'erase'
        ? call('DELETE', `/users/${id}`, { body })
        : call('POST', `/users/${id}/${verb}`, { body })
    },
  }
  const after: Record<string, unknown[]> = {}
  for (const [way, act] of Object.entries(ways)) {
    const steps: unknown[] = []
    for (const verbs of [
      ['freeze', 'unfreeze'],
      ['limit', 'unlimit'],
      ['ban', 'unban'],
      ['end-sessions'],
      ['erase'],
    ]) {
      const { userId } = await server.person()
      for (const verb of verbs) {
        await act(userId, verb)
        const { accounts, events, sessions } = server.app.services
        const account = await accounts.byId(userId)
        const { list } = await events.list(userId, { offset: 0, limit: 3 })
        const page = { offset: 0, limit: 9 }
        const live = await sessions.list({ accountId: userId, hash: '' }, page)
        const kinds = list.map(({ kind, aid, device, address, by }) => [
          kind,
          aid,
          device,
          address,
          by.replace(/^(?:cli|token:\w+|operator:\d+)/, 'actor'),
        ])
        steps.push([verb, account?.state, kinds, live.total])
      }
    }
    after[way] = steps.map((step) => JSON.stringify(step).replaceAll(': Ticket 77', ''))
  }
  expect(after.command).toEqual(after.console)
  expect(after.api).toEqual(after.console)
  expect(after.console?.join()).toContain('"account_deleted"')
})

test('ends one session, and puts an address back', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'support')
  const { userId, client } = await server.person()
  const { text } = await ann.get(`/people/${userId}`)
  const session = /name="session" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const wrong = await ann.act(`/people/${ann.person.userId}`, 'end-session', { session })
  expect(wrong.status).toBe(409)
  const { userId: other } = await server.person()
  expect((await ann.act(`/people/${other}`, 'end-session', { session })).status).toBe(404)
  expect((await client.call(accountInfo, {})).error).toBeUndefined()
  expect((await ann.act(`/people/${userId}`, 'end-session', { session })).status).toBe(303)
  expect((await client.call(accountInfo, {})).error).toBe('session_expired')
  const address = 'former@example.com'
  const none = await ann.act(`/people/${userId}`, 'restore', { address })
  expect([none.status, none.text.includes('has left no account')]).toEqual([404, true])
  const leftAt = server.clock.now()
  await server.app.services.formerAddresses.addFormer({
    id: 'former',
    accountId: userId,
    channel: 'email',
    address,
    leftAt,
    expiresAt: leftAt + 3_600_000,
  })
  expect((await ann.get(`/people/${userId}`)).text).toContain(`value="${address}"`)
  expect((await ann.act(`/people/${userId}`, 'restore', { address })).status).toBe(303)
  expect((await server.app.services.accounts.byId(userId))?.email).toBe(address)
})

test('is the same at each instance', async () => {
  const settings = { CONSOLE_PORT: '4399' }
  const [first, second] = await createTwoServers({ settings })
  const ann = await signInOperator(first, 'owner')
  const other = consoleBrowser(second)
  for (const [name, value] of ann.cookies) other.cookies.set(name, value)
  const { userId } = await first.person()
  expect((await other.act(`/people/${userId}`, 'freeze')).status).toBe(303)
  expect(await stateOf(first, userId)).toBe('frozen')
  const bob = await first.person()
  await typeCommand(first, ['operator', 'add', bob.userId, '--role', 'owner'])
  await typeCommand(first, ['operator', 'remove', ann.person.userId])
  expect((await other.get('/')).status).toBe(302)
})

test('tells what somebody tried, and writes the view into the record', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'support')
  const { userId, email } = await server.person()
  const { body } = await server.client().call(passwordLogin, { email, password: 'wrong otters' })
  await server.app.services.attempts.flush()
  server.clock.passSeconds(5)
  const logId = (body as { log_id?: string }).log_id ?? ''
  for (const path of [`/people/${userId}/trace`, `/trace?log=${logId}`, `/trace?log=${email}`]) {
    const { status, text } = await ann.get(path)
    expect([path, status, text.includes(logId)]).toEqual([path, 200, true])
    expect(text.includes('&gt; sign-in: '), path).toBe(path.endsWith(logId))
  }
  const views = (await record(server)).filter((entry) => entry.includes('trace.view'))
  expect(views).toEqual(Array(3).fill(`${ann.person.userId} trace.view ${userId}`))
  for (const query of ['log=nobody%40example.com', 'log=1', `log=${email}&at=25:99`, 'at=10:02']) {
    expect((await ann.get(`/trace?${query}`)).status, query).toBe(200)
  }
  expect((await ann.get('/')).text).toContain('password_error')
  expect((await ann.get('/?language=ja')).text).toMatch(/>サインイン<[^]*>password_error</)
})
