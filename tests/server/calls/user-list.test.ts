import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { emailCodeLogin } from '#protocol/web/login.ts'
import { addToken, adminClient, createAdminServer } from '../../support/admin-api.ts'
import { runCommand } from '../../support/organizations.ts'
import { typeCommand } from '../../support/command.ts'
import { searchAccounts } from '../../../server/operators/list-accounts.ts'
import { onStatement } from '../../support/databases.ts'
import { createTestServer } from '../../support/test-server.ts'

test('lists accounts, newest first, by state and time', async () => {
  const server = await createTestServer()
  const ann = await server.person({ email: 'ann@example.com' })
  server.clock.passSeconds(86_400)
  const bob = await server.person({ mobile: '+819012345678' })
  await runCommand(server, 'user', 'ban', bob.userId, '--reason', 'spam')
  const ids = async (...flags: string[]) => {
    const output = await runCommand(server, 'user', 'list', ...flags)
    return output
      .split('\n')
      .slice(1)
      .map((line) => line.split(' ')[0])
  }
  expect(await ids()).toEqual([bob.userId, ann.userId])
  expect(await ids('--limit', '1')).toEqual([bob.userId])
  expect(await ids('--state', 'active')).toEqual([ann.userId])
  expect(await ids('--since', '2026-11-22')).toEqual([bob.userId])
  expect(await runCommand(server, 'user', 'list')).toContain('ann@example.com')
  const wrong = await typeCommand(server, ['user', 'list', '--state', 'gone'])
  expect(wrong).toMatchObject({ code: 2 })
  expect(wrong.errors).toContain('must be one of active, limited')
})

test('lists as JSON, page after page by what came before', async () => {
  const server = await createTestServer()
  for (let at = 0; at < 3; at++) await server.person()
  const { query } = server.database
  const [row] = await query.selectFrom('accounts').selectAll().execute()
  const copies = Array.from({ length: 120 }, (_, at) => ({
    ...row!,
    id: `7${String(at).padStart(18, '0')}`,
    email: null,
  }))
  await query.insertInto('accounts').values(copies).execute()
  const statements: string[] = []
  const stop = onStatement((sql) => statements.push(sql))
  const output = await runCommand(server, 'user', 'list', '--json', '--limit', '110')
  stop()
  const users = output.split('\n').map((line) => JSON.parse(line) as { id: string })
  expect(new Set(users.map(({ id }) => id)).size).toBe(110)
  expect(users[0]).toMatchObject({ state: 'active', has_password: true })
  expect(statements.join('\n')).not.toMatch(/offset/i)
})

test('finds an address and a number however they are spelled', async () => {
  const server = await createTestServer()
  const ann = await server.person({ email: 'ann@xn--mller-kva.example.com' })
  const bob = await server.person({ mobile: '+819012345678' })
  const mobile = ['--mobile', '+819012345679']
  await runCommand(server, 'user', 'add', '--email', 'carl@例え.jp', ...mobile)
  for (const [text, found] of [
    ['Ann@MÜLLER.example.com', ann.userId],
    ['ann@xn--mller-kva.exam', ann.userId],
    ['+81 90-1234-5678', bob.userId],
    ['carl@例え.jp', 'carl@xn--r8jz45g.jp'],
  ] as const) {
    expect([text, await runCommand(server, 'user', 'list', '--search', text)]).toEqual([
      text,
      expect.stringContaining(found),
    ])
  }
})

test('prints the copy that a person gets, without secrets', async () => {
  const server = await createTestServer()
  const ann = await server.person({ email: 'ann@example.com' })
  const copy = await runCommand(server, 'user', 'export', 'ann@example.com')
  expect(JSON.parse(copy)).toMatchObject({ account: { user_id_str: ann.userId } })
  expect(copy).not.toMatch(/argon2/)
  expect(await typeCommand(server, ['user', 'export', 'bob@example.com'])).toMatchObject({
    code: 1,
  })
})

test('finds accounts by the beginning of a name or an address', async () => {
  const server = await createTestServer()
  const ann = await server.person({ email: 'ann@example.com' })
  await server.person({ email: 'bob@example.com' })
  const output = await runCommand(server, 'user', 'list', '--search', 'ANN@ex', '--json')
  expect(JSON.parse(output)).toMatchObject({ id: ann.userId })
  expect(await typeCommand(server, ['user', 'list', '--search', 'an'])).toMatchObject({ code: 2 })
  const both = ['user', 'list', '--search', 'ann', '--state', 'active']
  expect(await typeCommand(server, both)).toMatchObject({ code: 2 })
})

test('finds who has an address that nobody proved by all of it', async () => {
  const server = await createAdminServer()
  const call = adminClient(server, (await addToken(server)).text)
  const made = await call('POST', '/users', {
    body: { email: 'typed@example.com', username: 'ann' },
  })
  const find = async (text: string): Promise<string[]> =>
    (await call('GET', `/users?search=${text}`)).body.users.map(({ id }: { id: string }) => id)
  expect(await find('Typed@Example.com')).toEqual([made.body.id])
  expect(await find('typed@example.co')).toEqual([])
  const output = await runCommand(server, 'user', 'list', '--search', 'typed@example.com')
  expect(output).toContain(made.body.id)
  const { text } = await addToken(server, { flags: ['--aid', '1002'] })
  const other = await adminClient(server, text)('GET', '/users?search=typed@example.com')
  expect(other.body.users).toEqual([])
})

test('goes on where a page of a search ended, also after names that fill it', async () => {
  const server = await createTestServer()
  const { services } = server.app
  await server.person({ email: 'aaron@example.com' })
  const named = [await server.person({ email: 'ann1@example.com' })]
  named.push(await server.person({ email: 'ann2@example.com' }))
  const zoe = await server.person({ email: 'ann3@example.com' })
  await services.profiles.update(zoe.userId, { name: 'Zoe' })
  const view = { aid: null, now: server.clock.now() }
  const foundBy = async (limit: number): Promise<string[]> => {
    const ids: string[] = []
    let after: Parameters<typeof searchAccounts>[3]['after']
    do {
      const { accounts, next } = await searchAccounts(services, 'ann', view, { after, limit })
      ids.push(...accounts.map(({ id }) => id))
      after = next
    } while (after !== undefined)
    return ids
  }
  const all = [...named.map(({ userId }) => userId), zoe.userId]
  expect(await foundBy(2)).toEqual(all)
  expect(await foundBy(1)).toEqual(all)
})

test('makes an account that signs in by code, and tells nobody', async () => {
  const server = await createTestServer()
  const email = 'ann@example.com'
  const output = await runCommand(
    server,
    'user',
    'add',
    '--email',
    'Ann@Example.com',
    '--verified',
    '--name',
    'Ann',
  )
  const id = /^Ann has account (\d+)\.$/.exec(output)?.[1]
  expect(await server.mail(email)).toEqual([])
  const client = server.client()
  await client.call(sendCode, { email, type: 13 })
  const { data } = await client.call(emailCodeLogin, { email, code: await server.codeFor(email) })
  expect(data.user_id_str).toBe(id)
})

test.each([
  [['--email', 'ann@example.com'], 2, 'Nobody could sign in'],
  [['--username', 'ann_otter'], 2, 'Nobody could sign in'],
  [['--email', 'bob@example.com', '--verified'], 1, 'belongs to another account'],
  [['--mobile', '+819012345678', '--locale', '<b>'], 2, '--locale'],
  [['--mobile', '09012345678'], 2, 'with + and its country code'],
  [['--mobile', '+819012345678', '--aid', '77'], 1, 'no application 77'],
])('makes no account by %j', async (flags, code, text) => {
  const server = await createTestServer()
  await server.person({ email: 'bob@example.com' })
  const outcome = await typeCommand(server, ['user', 'add', ...flags])
  expect(outcome.code).toBe(code)
  expect(outcome.errors).toContain(text)
  expect(await server.database.query.selectFrom('accounts').select('id').execute()).toHaveLength(1)
})
