import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { accountInfo } from '#protocol/web/login.ts'
import { runCommand } from '../../../server/admin/run.ts'
import { createTools } from '../../../server/admin/tools.ts'
import { readConfig } from '../../../server/config/config.ts'
import { startServer } from '../../../server/start.ts'
import { copiedTables, copyDatabase } from '../../../server/store/copy/copy-database.ts'
import { insertRows, type Row } from '../../../server/store/copy/table-rows.ts'
import type { TableShape } from '../../../server/store/copy/table-shapes.ts'
import { openDatabase, type Database } from '../../../server/store/database.ts'
import { migrate } from '../../../server/store/migrate.ts'
import { createUntouchedDatabase } from '../../support/databases.ts'
import { freePort } from '../../support/free-port.ts'
import { createProxy } from '../../support/proxy.ts'
import {
  PROCESS_TEST_MS,
  signUpPerson,
  startServerProcess,
  type ServerProcess,
} from '../../support/server-process.ts'
import type { Client } from '../../support/client.ts'

const OPTIONS = { isBackup: false, restarts: false, onTable: () => {} }

/** Largest number that a column may hold, and text that SQL, JSON or arrays could break. */
const LARGEST = Number.MAX_SAFE_INTEGER
const AWKWARD = `9007199254740993 {"a",\\'b'} NULL ü 漢 🦦 \u202e\r\n\t`
const BYTES = Uint8Array.from({ length: 256 }, (_, at) => at)

test('takes a row of each table along and back, with large numbers and odd bytes', async () => {
  const shapes = await copiedTables()
  const first = await open(makeFolder())
  for (const shape of shapes) {
    await insertRows(first.query, shape, [rowOf(shape, 'a'), rowOf(shape, 'B')])
  }
  const middle = openAt(await createUntouchedDatabase())
  const there = await copyDatabase(first, middle, Date.now, OPTIONS)
  const last = openAt(fileIn(makeFolder()))
  const back = await copyDatabase(middle, last, Date.now, OPTIONS)
  expect([...there.tables.values()].map(({ rows }) => rows)).toEqual(shapes.map(() => 2))
  expect(back.tables).toEqual(there.tables)
})

test('takes more rows than are read at once', async () => {
  const source = await open(makeFolder())
  const shape = await shapeOf('identifiers')
  const accounts = await shapeOf('accounts')
  const marks = Array.from({ length: 2500 }, (_, at) => String(at))
  await source.tx(async (tx) => {
    for (const one of [accounts, shape]) {
      await insertRows(
        tx,
        one,
        marks.map((mark) => rowOf(one, mark)),
      )
    }
  })
  const target = openAt(await createUntouchedDatabase())
  const { tables } = await copyDatabase(source, target, Date.now, OPTIONS)
  expect(tables.get('identifiers')?.rows).toBe(2500)
})

test(
  'sessions go on after the move, and after the way back',
  { timeout: PROCESS_TEST_MS },
  async () => {
    const [folder, other] = [makeFolder(), makeFolder()]
    const url = await createUntouchedDatabase()
    const before = await startServerProcess({ DATA_DIR: folder })
    const browser = await signUpPerson(before, 'hana@example.com')
    await before.kill()
    expect(await type({ DATA_DIR: folder }, 'db', 'copy', '--to', url)).toContain(
      'Both are the same',
    )
    const there = await startServerProcess({ DATABASE_URL: url, DATA_DIR: folder })
    expect(await addressIn(there, browser)).toBe('hana@example.com')
    await there.kill()
    expect(await type({ DATABASE_URL: url }, 'db', 'copy', '--to', other)).toContain('the same')
    const back = await startServerProcess({ DATA_DIR: other })
    expect(await addressIn(back, browser)).toBe('hana@example.com')
  },
)

test('begins neither beside a server nor into a database with data', async () => {
  const folder = makeFolder()
  const source = await open(folder)
  const url = await createUntouchedDatabase()
  await source.query
    .insertInto('leases')
    .values({ name: 'cleanup', holder: 'a', expiresAt: Date.now() + 60_000 })
    .execute()
  const copy = ['db', 'copy', '--to', url]
  expect(await type({ DATA_DIR: folder }, ...copy)).toContain('A server uses the database')
  expect(await type({ DATA_DIR: folder }, ...copy, '--from-backup', folder)).toContain('the same')
  await source.query.deleteFrom('leases').execute()
  const apps = await shapeOf('apps')
  const target = openAt(url)
  await insertRows(target.query, apps, [rowOf(apps, 'a')])
  for (const words of [copy, [...copy, '--restart']]) {
    expect(await type({ DATA_DIR: folder }, ...words)).toContain('is not empty, it has apps')
  }
  expect(await type({ DATA_DIR: folder }, 'db', 'copy', '--to', folder)).toContain('itself')
  const file = path.join(folder, 'passport.sqlite')
  expect(await type({ DATA_DIR: folder }, 'db', 'copy', '--to', file)).toMatch(
    /^"\S+" cannot be made: EEXIST.*\.$/,
  )
})

test('says in a sentence that a database is away, unknown or damaged', async () => {
  const folder = makeFolder()
  await (await open(folder)).close()
  const url = new URL(await createUntouchedDatabase())
  const copyTo = async (part: Partial<URL>): Promise<string> =>
    await type({ DATA_DIR: folder }, 'db', 'copy', '--to', Object.assign(new URL(url), part).href)
  expect(await copyTo({ pathname: '/nowhere' })).toMatch(
    /^The database cannot be used: database "nowhere" does not exist\.$/,
  )
  expect(await copyTo({ username: 'nobody' })).toContain('role "nobody" does not exist')
  const port = String(await freePort())
  expect(await copyTo({ port })).toContain('cannot be used: connect ECONNREFUSED')
  const away = Object.assign(new URL(url), { port }).href
  expect(await type({ DATABASE_URL: away }, 'db', 'check')).toContain('ECONNREFUSED')
  writeFileSync(path.join(folder, 'passport.sqlite'), 'no database '.repeat(100))
  for (const words of [
    ['db', 'check'],
    ['backup', path.join(folder, 'copy')],
  ]) {
    expect(await type({ DATA_DIR: folder }, ...words)).toBe(
      'The database cannot be used: file is not a database.',
    )
  }
})

test('begins again after its connection was cut', async () => {
  const folder = makeFolder()
  const source = await open(folder)
  for (const shape of await copiedTables()) {
    await insertRows(source.query, shape, [rowOf(shape, 'a')])
  }
  const url = await createUntouchedDatabase()
  const proxy = await createProxy(url)
  onTestFinished(() => proxy.close())
  const target = openAt(proxy.url)
  const cut = (name: string): void => {
    if (name === 'memberships') void proxy.cut()
  }
  await expect(
    copyDatabase(source, target, Date.now, { ...OPTIONS, onTable: cut }),
  ).rejects.toThrow()
  await proxy.restore()
  await expect(copyDatabase(source, target, Date.now, OPTIONS)).rejects.toThrow('by half')
  const config = readConfig({ PORT: '0', DATABASE_URL: url, DATA_DIR: makeFolder() })
  await expect(startServer(config)).rejects.toThrow('by half')
  const { tables } = await copyDatabase(source, target, Date.now, { ...OPTIONS, restarts: true })
  expect(tables.get('accounts')?.rows).toBe(1)
})

test('notices that something changed the source meanwhile', async () => {
  const source = await open(makeFolder())
  const apps = await shapeOf('apps')
  const target = openAt(await createUntouchedDatabase())
  const write = (name: string): void => {
    if (name === 'webhook_endpoints') void insertRows(source.query, apps, [rowOf(apps, 'a')])
  }
  await expect(
    copyDatabase(source, target, Date.now, { ...OPTIONS, onTable: write }),
  ).rejects.toThrow('not the same in apps')
})

test('finds what contradicts itself', async () => {
  const folder = makeFolder()
  await (await open(folder)).close()
  const check = async (): Promise<string> => await type({ DATA_DIR: folder }, 'db', 'check')
  expect(await check()).toContain('Nothing contradicts itself.')
  for (const [statement, words] of [
    [
      `insert into sessions (hash, id, account_id, membership_id, aid, source, device, address, created_at, proved_at, last_seen_at, expires_at) values ('h', 's', '17', '', 1, '', '', '', 0, 0, 0, 0)`,
      'Rows of sessions whose account_id is in no row of accounts: 1, such as 17.',
    ],
    [
      `insert into linked_accounts values ('google', '1', '18', '', '', 0, 0)`,
      'Rows of linked_accounts whose account_id is in no row of accounts: 1, such as 18.',
    ],
    [
      `insert into accounts (id, name, email, locale, description, gender, birthday, state, created_aid, created_at) values ('19', '', 'a@example.com', '', '', 0, '', 'active', 1, 0)`,
      'Accounts whose email is not their identifier: 1, such as 19.',
    ],
    [
      `insert into organizations (id, aid, name, logo_url, is_frozen, created_at) values ('20', 1, '', '', 0, 0)`,
      'Organizations without one manager: 1, such as 20.',
    ],
  ] as const) {
    const file = new DatabaseSync(fileIn(folder), { enableForeignKeyConstraints: false })
    file.exec(statement)
    file.close()
    expect(await check()).toContain(words)
  }
})

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-copy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function fileIn(folder: string): string {
  return path.join(folder, 'passport.sqlite')
}

function openAt(location: string): Database {
  const database = openDatabase(location, { poolSize: 2 })
  onTestFinished(() => database.close())
  return database
}

async function open(folder: string): Promise<Database> {
  const database = openAt(fileIn(folder))
  await migrate(database, Date.now)
  return database
}

async function shapeOf(name: string): Promise<TableShape> {
  const shape = (await copiedTables()).find((one) => one.name === name)
  if (shape === undefined) throw new Error(`there is no table ${name}`)
  return shape
}

/** A row whose references are to the row with the same mark in other tables. */
function rowOf({ columns, key, references }: TableShape, mark: string): Row {
  return columns.map(({ name, type: kind }) => {
    const isId = key.includes(name) || references.some(({ column }) => column === name)
    if (kind === 'bytea') return BYTES
    if (kind === 'bigint') return LARGEST - mark.charCodeAt(0)
    return isId ? mark : `${mark} ${AWKWARD}`
  })
}

/** Runs a command as in a terminal; what it prints, and its errors. */
async function type(env: Record<string, string>, ...words: string[]): Promise<string> {
  const lines: string[] = []
  const write = (line: string): void => void lines.push(line)
  await runCommand(words, { ...createTools(env), print: write }, write)
  return lines.join('\n')
}

async function addressIn(server: ServerProcess, browser: Client): Promise<unknown> {
  const moved = server.client()
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value)
  return (await moved.call(accountInfo, { get_info_type: 2 })).data.email
}
