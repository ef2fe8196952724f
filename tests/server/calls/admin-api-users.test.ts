import { describe, expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { resetByEmail } from '#protocol/web/password.ts'
import { addToken, adminClient, createAdmin, type AdminClient } from '../../support/admin-api.ts'
import { typeCommand } from '../../support/command.ts'
import type { TestServer } from '../../support/test-server.ts'
import { recordFormer } from '../../../server/addresses/former-address.ts'
import { fillSearchKeys } from '../../../server/store/search-keys.ts'

const problem = (name: string): string => `urn:passport:${name}`

async function kindsOf(call: AdminClient, id: string): Promise<[string, string][]> {
  const { body } = await call('GET', `/users/${id}/events`)
  return body.events.map(({ kind, by }: { kind: string; by: string }) => [kind, by])
}

const signIn = async (
  server: TestServer,
  email: string,
  password: string,
): Promise<string | undefined> =>
  (await server.client().call(passwordLogin, { email, password })).error

describe('changing an account', () => {
  test('needs the ETag that it has, if one is sent', async () => {
    const { server, call, tokenId } = await createAdmin()
    const { userId } = await server.person()
    const etag = (await call('GET', `/users/${userId}`)).headers.get('etag') ?? ''
    const headers = { 'if-match': etag }
    const both = await Promise.all(
      ['One', 'Two'].map((name) => call('PATCH', `/users/${userId}`, { body: { name }, headers })),
    )
    const statuses = both.map(({ status }) => status)
    expect(statuses.toSorted((one, next) => one - next)).toEqual([200, 412])
    expect((await kindsOf(call, userId))[0]?.[0]).toBe('name_changed')
    const event = await server.database.query
      .selectFrom('securityEvents')
      .select('clientFields')
      .where('kind', '=', 'name_changed')
      .executeTakeFirstOrThrow()
    expect(event.clientFields).toContain(`token:${tokenId}`)
  })

  test('takes several ETags, of which one must be that of the account', async () => {
    const { server, call } = await createAdmin()
    const { userId } = await server.person()
    const change = async (toHeader: (etag: string) => string): Promise<number> => {
      const etag = (await call('GET', `/users/${userId}`)).headers.get('etag') ?? ''
      const headers = { 'if-match': toHeader(etag) }
      return (await call('PATCH', `/users/${userId}`, { body: { name: 'One' }, headers })).status
    }
    expect(await change((etag) => `"other", ${etag}`)).toBe(200)
    expect(await change((etag) => `${etag},"other"`)).toBe(200)
    expect(await change(() => '*')).toBe(200)
    expect(await change(() => '"other", "another"')).toBe(412)
    expect(await change((etag) => `W/${etag}`)).toBe(412)
  })

  test('answers 304 to a reader who has the ETag, and HEAD as GET', async () => {
    const { server, call } = await createAdmin()
    const { userId } = await server.person()
    const { status, headers } = await call('HEAD', `/users/${userId}`)
    const etag = headers.get('etag') ?? ''
    expect([status, etag]).toEqual([200, expect.stringMatching(/^"/)])
    const read = (tags: string) =>
      call('GET', `/users/${userId}`, { headers: { 'if-none-match': tags } })
    for (const tags of [etag, '*', `"other", W/${etag}`]) {
      const reply = await read(tags)
      expect([reply.status, reply.body, reply.headers.get('etag')]).toEqual([304, undefined, etag])
    }
    expect((await read('"other"')).status).toBe(200)
    await call('PATCH', `/users/${userId}`, { body: { name: 'One' } })
    expect((await read(etag)).status).toBe(200)
    expect((await call('HEAD', '/users/1')).status).toBe(404)
    expect((await call('HEAD', '/users')).status).toBe(200)
  })

  test('gives and takes usernames and external ids', async () => {
    const { server, call } = await createAdmin()
    const [one, other] = [await server.person(), await server.person()]
    const body = { username: 'captain', external_id: 'crm-7', locale: 'zh' }
    expect((await call('PATCH', `/users/${one.userId}`, { body })).body).toMatchObject({
      username: 'captain',
      locale: 'zh',
      external_ids: [{ source: 'api', id: 'crm-7' }],
    })
    for (const taken of [{ username: 'captain' }, { external_id: 'crm-7' }]) {
      const refused = await call('PATCH', `/users/${other.userId}`, { body: taken })
      const errors = [{ field: Object.keys(taken)[0], reason: 'taken' }]
      expect(refused).toMatchObject({ status: 409, body: { type: problem('taken'), errors } })
    }
    const found = await call('GET', '/users?external_id=crm-7')
    expect(found.body.users[0].id).toBe(one.userId)
    expect((await call('GET', '/users?external_id=crm-7&source=auth0')).body.users).toEqual([])
    const taken = { username: '', external_id: '' }
    const bare = await call('PATCH', `/users/${one.userId}`, { body: taken })
    expect(bare.body).toMatchObject({ external_ids: [] })
    expect(bare.body.username).toBeUndefined()
    for (const field of ['state', 'id', 'password_form', 'email']) {
      const reply = await call('PATCH', `/users/${one.userId}`, { body: { [field]: 'x' } })
      expect(reply).toMatchObject({ status: 422, body: { errors: [{ field, reason: 'unknown' }] } })
    }
    for (const field of ['name', 'username']) {
      const reply = await call('PATCH', `/users/${one.userId}`, { body: { [field]: 'admin' } })
      expect(reply).toMatchObject({ status: 422, body: { errors: [{ field, reason: 'refused' }] } })
    }
  })
})

describe('acting on an account', () => {
  test.each([
    ['ban', 'unban', 'banned'],
    ['freeze', 'unfreeze', 'frozen'],
    ['limit', 'unlimit', 'limited'],
  ])('%s and %s change its state and say why', async (verb, undo, state) => {
    const { server, call, tokenId } = await createAdmin()
    const { userId } = await server.person()
    expect((await call('POST', `/users/${userId}/${verb}`, { body: {} })).status).toBe(422)
    const body = { reason: 'sold the account' }
    const done = await call('POST', `/users/${userId}/${verb}`, { body })
    expect(done).toMatchObject({ status: 200, body: { state } })
    expect((await call('POST', `/users/${userId}/${verb}`, { body })).status).toBe(409)
    expect((await kindsOf(call, userId))[0]?.[1]).toBe(`token:${tokenId}: sold the account`)
    const after = await call('POST', `/users/${userId}/${undo}`, { body })
    expect(after.body.state).toBe('active')
  })

  test('ends a password and tells its owner', async () => {
    const { server, call } = await createAdmin()
    const { client, email, password, userId } = await server.person()
    const body = { reason: 'phished' }
    const reset = await call('POST', `/users/${userId}/password-reset`, { body })
    expect(reset.body).toMatchObject({ has_password: false })
    expect((await client.call(accountInfo, {})).error).toBe('session_expired')
    expect(await signIn(server, email, password)).toBe('password_error')
    const [newest] = await server.mail(email)
    expect(newest?.subject).toContain('needs a new password')
    const lonely = await call('POST', '/users', { body: { email: 'x@example.com' } })
    const refused = await call('POST', `/users/${lonely.body.id}/password-reset`, { body })
    expect(refused.status).toBe(409)
  })

  test('ends no newer password by a late repetition with the same key', async () => {
    const { server, call } = await createAdmin()
    const { email, userId } = await server.person()
    const reset = (id: string, reason: string) =>
      call('POST', `/users/${id}/password-reset`, {
        body: { reason },
        headers: { 'idempotency-key': 'ticket-17' },
      })
    expect((await reset(userId, 'phished')).body).toMatchObject({ has_password: false })
    const client = server.client()
    await client.call(sendCode, { email, type: 6 })
    const password = 'nine calm herons'
    const chosen = { email, code: await server.codeFor(email), password }
    expect((await client.call(resetByEmail, chosen)).error).toBeUndefined()
    expect((await reset(userId, 'phished')).body).toMatchObject({ has_password: true })
    expect(await signIn(server, email, password)).toBeUndefined()
    for (const other of [
      await reset(userId, 'sold'),
      await reset((await server.person()).userId, 'phished'),
    ]) {
      expect(other.body.errors).toEqual([{ field: 'Idempotency-Key', reason: 'used' }])
    }
  })

  test.each([
    ['/ban', '/unban', 'active'],
    ['/freeze', '/unfreeze', 'active'],
    ['/unlimit', '/limit', 'limited'],
  ])('%s does nothing anew by a late repetition with its key', async (first, then, state) => {
    const { call } = await createAdmin()
    const made = await call('POST', '/users', { body: { username: 'captain' } })
    const act = (verb: string, headers = {}) =>
      call('POST', `/users/${made.body.id}${verb}`, { body: { reason: 'spam' }, headers })
    if (first === '/unlimit') await act('/limit')
    const headers = { 'idempotency-key': 'ticket-17' }
    expect((await act(first, headers)).status).toBe(200)
    // Right away, too.
    expect((await act(first, headers)).status).toBe(200)
    await act(then)
    expect((await act(first, headers)).body).toMatchObject({ state })
    expect((await act(then, headers)).status).toBe(422)
  })

  test('signs nobody out again by a late repetition with the same key', async () => {
    const { server, call } = await createAdmin()
    const { email, password, userId } = await server.person()
    const end = () =>
      call('DELETE', `/users/${userId}/sessions`, { headers: { 'idempotency-key': 'k' } })
    expect((await end()).status).toBe(204)
    await signIn(server, email, password)
    expect((await end()).status).toBe(204)
    expect((await call('GET', `/users/${userId}/sessions`)).body.sessions).toHaveLength(1)
  })

  test('lists and ends sessions', async () => {
    const { server, call } = await createAdmin()
    const { client, email, password, userId } = await server.person()
    const second = server.client()
    await second.call(passwordLogin, { email, password })
    const { sessions } = (await call('GET', `/users/${userId}/sessions`)).body
    expect(sessions).toHaveLength(2)
    const stranger = await server.person()
    const foreign = `/users/${stranger.userId}/sessions/${sessions[0].id}`
    expect((await call('DELETE', foreign)).status).toBe(404)
    const own = `/users/${userId}/sessions/${sessions[0].id}`
    expect((await call('DELETE', own)).status).toBe(204)
    expect((await call('DELETE', own)).status).toBe(404)
    expect((await call('DELETE', `/users/${userId}/sessions`)).status).toBe(204)
    expect((await client.call(accountInfo, {})).error).toBe('session_expired')
    expect((await second.call(accountInfo, {})).error).toBe('session_expired')
    expect((await kindsOf(call, userId)).map(([kind]) => kind)).toEqual(
      expect.arrayContaining(['session_revoked', 'signed_out_everywhere']),
    )
  })

  test('exports, and lists events and applications', async () => {
    const { server, call } = await createAdmin()
    const { email, userId } = await server.person()
    expect((await call('GET', `/users/${userId}/export`)).body.account.email).toBe(email)
    expect((await call('GET', '/events?kind=signed_up&limit=1')).body.events).toMatchObject([
      { kind: 'signed_up', user_id: userId, app_id: 1001 },
    ])
    const misspelt = await call('GET', '/events?kind=signedup')
    expect(misspelt.body.errors).toEqual([{ field: 'kind', reason: 'unknown' }])
    const { body } = await call('GET', '/apps')
    expect(body.apps.map((app: { app_id: number }) => app.app_id)).toEqual([1001, 1002])
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  test('tells what was tried and why it failed', async () => {
    const { server, call } = await createAdmin()
    const { email, userId } = await server.person()
    expect(await signIn(server, email, 'wrong')).toBe('password_error')
    await server.app.services.attempts.flush()
    const { body } = await call('GET', `/users/${userId}/attempts`)
    const refused = {
      at: Math.floor(server.clock.now() / 1000),
      text: expect.stringContaining('password_error'),
      log_id: expect.stringMatching(/^\w{34}$/),
    }
    expect(body.attempts).toContainEqual(expect.objectContaining(refused))
    expect(body.likely).toMatch(/password/)
    const earlier = Math.floor(server.clock.now() / 1000) - 864_000
    const { body: none } = await call('GET', `/users/${userId}/attempts?at=${earlier}`)
    expect(none.attempts).toEqual([])
  })

  test('erases it at once, with a scope of its own and not while its owner is a manager', async () => {
    const { server, call, tokenId } = await createAdmin()
    const { userId, email } = await server.person()
    const writer = adminClient(server, (await addToken(server, { scopes: 'users:write' })).text)
    const body = { reason: 'asked by letter' }
    expect((await writer('DELETE', `/users/${userId}`, { body })).status).toBe(403)
    expect((await call('DELETE', `/users/${userId}`, { body: {} })).status).toBe(422)
    const manager = await server.person()
    const added = await typeCommand(server, ['subject', 'add', '--name', 'Harbour Works'])
    const organization = /\d{5,}/.exec(added.output)?.[0] ?? ''
    await typeCommand(server, ['member', 'add', organization, manager.email, '--manager'])
    expect(await call('DELETE', `/users/${manager.userId}`, { body })).toMatchObject({
      status: 409,
      body: { type: problem('still_manager') },
    })
    expect((await call('DELETE', `/users/${userId}`, { body })).status).toBe(204)
    expect((await call('GET', `/users/${userId}`)).status).toBe(404)
    expect((await call('GET', `/users?email=${email}`)).body.users).toEqual([])
    const { events } = (await call('GET', '/events?kind=account_deleted')).body
    expect(events).toMatchObject([{ user_id: userId, by: `token:${tokenId}: asked by letter` }])
  })

  test('puts an address back', async () => {
    const { server, call } = await createAdmin()
    const { client, email, userId } = await server.person()
    const body = { reason: 'taken over', address: email }
    expect((await call('POST', `/users/${userId}/restore`, { body })).status).toBe(404)
    const unread = await call('POST', `/users/${userId}/restore`, {
      body: { ...body, address: 'a' },
    })
    expect(unread).toMatchObject({ status: 422, body: { errors: [{ field: 'address' }] } })
    await server.app.services.transaction(async (tx) => {
      await tx.accounts.setAddress(userId, 'email', email, null)
      await recordFormer(tx, userId, { channel: 'email', address: email })
    })
    expect((await call('GET', `/users/${userId}`)).body.email).toBeUndefined()
    const other = await server.person()
    expect((await call('POST', `/users/${other.userId}/restore`, { body })).status).toBe(404)
    const restored = await call('POST', `/users/${userId}/restore`, { body })
    expect(restored.body).toMatchObject({ email, email_verified: true })
    expect((await client.call(accountInfo, {})).error).toBe('session_expired')
  })
})

describe('finding accounts', () => {
  test('by beginnings of names and addresses, each once, page by page', async () => {
    const { call } = await createAdmin()
    const people = [
      { username: 'herona', name: 'Heron A' },
      { email: 'heron-b@example.com', email_verified: true, name: 'Other' },
      {
        email: 'heron-c@example.com',
        email_verified: true,
        username: 'heronc',
        name: 'ＨＥＲＯＮ c',
      },
      { username: 'egret', name: 'The Heron' },
    ]
    const ids: string[] = []
    for (const body of people) ids.push((await call('POST', '/users', { body })).body.id)
    const found: string[] = []
    let cursor = ''
    do {
      const { body } = await call('GET', `/users?search=heron&limit=1${cursor}`)
      found.push(...body.users.map(({ id }: { id: string }) => id))
      cursor = body.next_cursor === undefined ? '' : `&cursor=${body.next_cursor}`
    } while (cursor !== '')
    expect(found).toEqual([ids[0], ids[2], ids[1]])
    expect((await call('GET', '/users?search=he')).status).toBe(422)
    expect((await call('GET', '/users?search=heron&email=a@b.de')).status).toBe(422)
  })

  test('also those of before there were keys', async () => {
    const { server, call } = await createAdmin()
    await call('POST', '/users', { body: { username: 'herona', name: 'Nora' } })
    const { query } = server.database
    await query.updateTable('accounts').set({ nameKey: null }).execute()
    await query.updateTable('identifiers').set({ valueKey: null }).execute()
    expect((await call('GET', '/users?search=nora')).body.users).toEqual([])
    await fillSearchKeys(server.database)
    expect((await call('GET', '/users?search=nora')).body.users).toHaveLength(1)
    expect((await call('GET', '/users?search=heron')).body.users).toHaveLength(1)
  })
})

describe('a token of one application', () => {
  test('sees nothing of others, by the same answer as for nobody', async () => {
    const { server, call } = await createAdmin()
    const { userId: outside, email } = await server.person()
    const { text } = await addToken(server, { flags: ['--aid', '1002'] })
    const limited = adminClient(server, text)
    const inside = (await limited('POST', '/users', { body: { username: 'insider' } })).body.id
    expect((await call('GET', `/users/${inside}`)).status).toBe(200)
    const plain = ({ body, status }: Awaited<ReturnType<AdminClient>>): unknown => ({
      status,
      body: { ...body, log_id: '' },
    })
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { name: 'X' }],
      ['POST', '/ban', { reason: 'x' }],
      ['POST', '/password-reset', { reason: 'x' }],
      ['POST', '/restore', { reason: 'x', address: email }],
      ['GET', '/sessions'],
      ['DELETE', '/sessions'],
      ['DELETE', '/sessions/abc'],
      ['GET', '/events'],
    ] as const) {
      const theirs = await limited(method, `/users/${outside}${path}`, { body })
      const nobodys = await limited(method, `/users/404${path}`, { body })
      expect(plain(theirs)).toEqual(plain(nobodys))
      expect(theirs.status).toBe(404)
    }
    const list = await limited('GET', '/users?limit=1')
    expect(list.body.users.map(({ id }: { id: string }) => id)).toEqual([inside])
    expect((await limited('GET', `/users?email=${email}`)).body).toEqual({ users: [] })
    expect((await limited('GET', '/events')).body.events).toEqual([])
    expect((await limited('GET', '/apps')).body.apps).toMatchObject([{ app_id: 1002 }])
    expect((await limited('GET', `/users/${inside}/export`)).status).toBe(403)
    const elsewhere = { username: 'outsider', app_id: 1001 }
    expect((await limited('POST', '/users', { body: elsewhere })).status).toBe(403)
  })

  test('cannot use a cursor of another token, list or forger', async () => {
    const { server, call } = await createAdmin()
    for (let count = 0; count < 3; count++) await server.person()
    const cursor: string = (await call('GET', '/users?limit=1')).body.next_cursor
    const other = adminClient(server, (await addToken(server)).text)
    const forged = `${cursor.slice(0, -2)}AA`
    for (const reply of [
      await other('GET', `/users?limit=1&cursor=${cursor}`),
      await call('GET', `/users?limit=1&state=active&cursor=${cursor}`),
      await call('GET', `/events?cursor=${cursor}`),
      await call('GET', `/users?cursor=${forged}`),
    ]) {
      expect(reply).toMatchObject({ status: 422, body: { errors: [{ field: 'cursor' }] } })
    }
  })
})
