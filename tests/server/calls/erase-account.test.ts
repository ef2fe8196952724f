import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { openDatabase } from '../../../server/store/database.ts'
import { migrate } from '../../../server/store/migrate.ts'
import { runCommand } from '../../support/organizations.ts'
import { createCompany } from '../../support/companies.ts'
import { typeCommand, type Outcome } from '../../support/command.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'
import { textColumns } from '../../support/text-columns.ts'

const email = 'zanzibara@example.com'
const word = 'Zanzibara'

type Row = Record<string, unknown>

function erase(server: TestServer, ...rest: string[]): Promise<Outcome> {
  return typeCommand(server, ['user', 'erase', ...rest])
}

// Tables by their names in SQL, with the types of their columns; the same in each database.
async function readTables() {
  const database = openDatabase(':memory:')
  await migrate(database, Date.now)
  const tables = await database.query.introspection.getTables()
  await database.close()
  return tables.map(({ columns, name }) => ({
    name,
    columns: columns.map((column) => ({
      name: column.name,
      isText: /text/i.test(column.dataType),
      isBytes: /blob|bytea/i.test(column.dataType),
    })),
  }))
}

const tables = await readTables()

test('the README of the store says of every table what it holds', () => {
  const text = readFileSync('server/store/README.md', 'utf8')
  const named = Array.from(text.matchAll(/`([a-z]\w+)`/g), ([, name = '']) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
  expect(named.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})

async function rowsOf({ database }: TestServer, table: string): Promise<Row[]> {
  return await database.query
    .selectFrom(table as 'accounts')
    .selectAll()
    .execute()
}

// Returns in which columns of which tables a text is found.
async function search(server: TestServer, text: string): Promise<string[]> {
  const found = new Set<string>()
  for (const { name } of tables) {
    for (const row of await rowsOf(server, name)) {
      for (const [column, value] of Object.entries(row)) {
        const held = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value
        if (String(held).toLowerCase().includes(text.toLowerCase())) {
          found.add(
            `${name}.${column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
          )
        }
      }
    }
  }
  return [...found].toSorted()
}

test('knows of each text column whether it may name a person', () => {
  const found = tables.flatMap(({ columns, name }) =>
    columns.filter(({ isText }) => isText).map((column) => `${name}.${column.name}`),
  )
  const listed = Object.entries(textColumns).flatMap(([table, { naming = '', other = '' }]) =>
    `${naming} ${other}`
      .trim()
      .split(/ +/)
      .map((column) => `${table}.${column}`),
  )
  expect(listed.toSorted()).toEqual(found.toSorted())
})

test('erases a person from all tables', async () => {
  const server = await createTestServer()
  const ann = await server.person({ email })
  const bob = await server.person()
  const company = await createCompany(server, 'Harbour KK', bob)
  const membershipId = /as (\d+)\.$/.exec(
    await runCommand(server, 'member', 'add', company.id, ann.userId, '--name', word),
  )?.[1]
  await fill(server, ann.userId, company.id, String(membershipId))
  const naming = Object.entries(textColumns).flatMap(([table, { naming: columns }]) =>
    columns === undefined ? [] : columns.split(' ').map((column) => `${table}.${column}`),
  )
  expect(await search(server, word)).toEqual(expect.arrayContaining(naming))

  const reason = 'She asked for it'
  const { code, output } = await erase(server, email, '--reason', reason, '--confirm', ann.userId)
  expect({ code, output }).toEqual({ code: 0, output: `Account ${ann.userId} is erased.` })

  const mails = await server.mail(email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Your Sable account was deleted'])
  expect(mails[0]?.body).not.toContain('you asked')
  await server.database.query.deleteFrom('mailbox').execute()
  expect(await search(server, word)).toEqual([])
  // The record says what she did as an operator, by her bare id.
  const kept = ['operator_events.actor', 'security_events.account_id']
  expect(await search(server, ann.userId)).toEqual(kept)
  expect(server.lines.filter((line) => line.includes('zanzibara'))).toEqual([])
  const { list } = await server.app.services.events.list(ann.userId, { offset: 0, limit: 9 })
  expect(list).toMatchObject([{ kind: 'account_deleted', by: `cli: ${reason}`, device: '' }])
  const record = await server.app.services.organizationEvents.list(
    company.id,
    { target: String(membershipId) },
    { after: '', limit: 10 },
  )
  expect(record.length).toBeGreaterThan(0)
  expect((await ann.client.call(accountInfo, {})).error).toBe('session_expired')
  const { password } = ann
  const login = await server.client().call(passwordLogin, { email, password })
  expect(login.error).toBe('password_error')
})

test('erases a person from the record of a company that she left before', async () => {
  const server = await createTestServer()
  const ann = await server.person({ email })
  const link = { provider: 'github', sub: '17', accountId: ann.userId } as const
  const blank = { screenName: word, avatar: '', createdAt: 1, updatedAt: 1 }
  await server.app.services.linkedAccounts.insert({ ...link, ...blank })
  const company = await createCompany(server, 'Harbour KK', await server.person())
  const run = (...words: string[]) => runCommand(server, 'member', ...words)
  await run('add', company.id, ann.userId, '--name', word)
  await run('freeze', company.id, ann.userId)
  await run('remove', company.id, ann.userId)
  // Joins and leaves again, so that two memberships are hers.
  await run('add', company.id, ann.userId, '--name', `${word} again`)
  await run('remove', company.id, ann.userId)
  expect(await search(server, word)).toContain('organization_events.target_name')
  await erase(server, email, '--reason', 'asked', '--confirm', ann.userId)
  expect(await server.mail(email)).toHaveLength(1)
  await server.database.query.deleteFrom('mailbox').execute()
  expect(await search(server, word)).toEqual([])
  expect(await search(server, ann.userId)).toEqual(['security_events.account_id'])
  const all = { after: '', limit: 100 }
  const record = await server.app.services.organizationEvents.list(company.id, {}, all)
  expect(record.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['member_joined', 'member_frozen', 'member_removed']),
  )
})

// Puts a word into each column that may name a person, in a row that belongs to her.
async function fill(
  server: TestServer,
  userId: string,
  organizationId: string,
  membershipId: string,
): Promise<void> {
  const { query } = server.database
  const soon = server.clock.now() + 300_000
  const hers: Row = {
    account_id: userId,
    holder: userId,
    scanned_by: userId,
    accepted_by: userId,
    organization_id: organizationId,
    membership_id: membershipId,
    actor: membershipId,
    target: membershipId,
    invited_by: membershipId,
    email,
    address: email,
    recipient: email,
    channel: 'email',
    kind: 'member_updated',
    due_at: soon,
    expires_at: soon,
  }
  for (const { columns, name } of tables) {
    const naming = new Set(textColumns[name]?.naming?.split(' '))
    if (naming.size === 0) continue
    const filled = Object.fromEntries([...naming].map((column) => [column, hers[column] ?? word]))
    const own = { accounts: 'id', memberships: 'id', sessions: 'accountId' }[name]
    if (own !== undefined) {
      await query
        .updateTable(name as 'accounts')
        .set(filled)
        .where(own as 'id', '=', name === 'memberships' ? membershipId : userId)
        .execute()
    } else if (name !== 'identifiers') {
      const blank = columns.map((column) => {
        if (column.isBytes) return [column.name, Buffer.from('any')]
        return [column.name, column.isText ? randomBytes(8).toString('hex') : 1]
      })
      const known = Object.entries(hers).filter(([key]) => columns.some((one) => one.name === key))
      const actor = name === 'operator_events' ? { actor: userId, target: '' } : {}
      const row = {
        ...Object.fromEntries(blank),
        ...Object.fromEntries(known),
        ...actor,
        ...filled,
      }
      await query
        .insertInto(name as 'accounts')
        .values(row)
        .execute()
    }
  }
  // What she sent to somebody else stays without her name.
  const { id: _id, ...invitation } = (await rowsOf(server, 'invitations'))[0] ?? {}
  const sent = {
    id: 'sent',
    address: 'bob@example.org',
    name: 'Bob',
    acceptedBy: '',
    searchText: '',
    externalId: '',
    ticketHash: 'sent',
    membershipId: 'sent',
  }
  await query
    .insertInto('invitations')
    .values({ ...invitation, ...sent } as never)
    .execute()
}

test('erases nobody who manages an organization, and names it', async () => {
  const server = await createTestServer()
  const ann = await server.person({ email })
  await createCompany(server, 'Harbour KK', ann)
  const { code, errors } = await erase(
    server,
    ann.userId,
    '--reason',
    'asked',
    '--confirm',
    ann.userId,
  )
  expect(code).toBe(1)
  expect(errors).toContain('manages Harbour KK')
  expect((await ann.client.call(accountInfo, {})).error).toBeUndefined()
})

test('erases after the id was repeated alone, and with a reason', async () => {
  const server = await createTestServer()
  const ann = await server.person({ email })
  const without = await erase(server, email, '--confirm', ann.userId)
  expect(without).toMatchObject({ code: 2 })
  for (const rest of [[], ['--confirm', email], ['--confirm', '1']]) {
    const { code, errors } = await erase(server, email, '--reason', 'asked', ...rest)
    expect([code, errors.includes(`--confirm ${ann.userId}`) || code === 2]).toEqual([code, true])
    expect(code).not.toBe(0)
  }
  expect(await server.app.services.accounts.byId(ann.userId)).toBeDefined()
})

test('erases an account in every state, once', async () => {
  const server = await createTestServer()
  const ann = await server.person({ email })
  await typeCommand(server, ['user', 'ban', email, '--reason', 'spam'])
  const again = () => erase(server, ann.userId, '--reason', 'asked', '--confirm', ann.userId)
  const codes = await Promise.all([again(), again(), again()])
  expect(codes.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(await server.app.services.accounts.byId(ann.userId)).toBeUndefined()
})
