import { expect, test } from 'vitest'
import { runCommand } from '../../support/organizations.ts'
import { typeCommand } from '../../support/command.ts'
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
