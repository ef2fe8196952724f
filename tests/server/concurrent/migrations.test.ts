import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../../server/admin/run.ts'
import { createTools } from '../../../server/admin/tools.ts'
import { startServer } from '../../../server/start.ts'
import { ConfigError, readConfig } from '../../../server/config/config.ts'
import type { Database } from '../../../server/store/database.ts'
import { isUpToDate, migrate } from '../../../server/store/migrate.ts'
import { readMigrations } from '../../../server/store/migrations.ts'
import { openMigratedDatabase } from '../../../server/store/open-database.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../support/databases.ts'
import { freePort } from '../../support/free-port.ts'
import { PROCESS_TEST_MS } from '../../support/server-process.ts'

const root = path.join(import.meta.dirname, '../../..')
const folder = path.join(root, 'server/store/migrations')
const baseline = '001-baseline'
const shipped = readMigrations().map(({ name }) => name)

test('creates the tables once, whichever instance is first', async () => {
  const database = (await createEmptyDatabase()).open()
  await Promise.all([migrate(database, Date.now), migrate(database, Date.now)])
  await migrate(database, Date.now)
  expect(await appliedIn(database)).toEqual(
    readMigrations().map(({ name, digest }) => ({ name, digest })),
  )
  expect(await database.query.selectFrom('leases').selectAll().execute()).toEqual([])
  expect(await isUpToDate(database)).toBe(true)
  await database.close()
})

test('applies a new file of the folder, and nothing of it when one statement fails', async () => {
  const { database } = await openMigrated()
  const missing = withFile(
    '900-notes.sql',
    '-- Notes.\ncreate table "notes" ("id" text);\ncreate table "notes" ("id" text);',
  )
  await expect(migrate(database, Date.now, missing)).rejects.toThrow()
  expect(await appliedIn(database)).toHaveLength(shipped.length)
  expect(await isUpToDate(database, missing)).toBe(false)
  const mended = withFile('900-notes.sql', '-- Notes.\ncreate table "notes" ("id" text);\n')
  await migrate(database, Date.now, mended)
  await sql`insert into ${sql.table('notes')} values ('one')`.execute(database.query)
  expect((await appliedIn(database)).map(({ name }) => name)).toEqual([...shipped, '900-notes'])
  expect(await isUpToDate(database, mended)).toBe(true)
  await database.close()
})

test('has the same digest whatever the line endings of a checkout are', () => {
  const [first] = readMigrations()
  const text = readFileSync(path.join(folder, `${baseline}.sql`), 'utf8')
  const copy = folderWith({ [`${baseline}.sql`]: text.replaceAll('\n', '\r\n') })
  expect(readMigrations(copy)).toEqual([first])
  expect(first?.digest).toMatch(/^[0-9a-f]{64}$/)
})

// These replaced tables that no server outside had.
const replacing = new Set(['015-oauth-consent'])

test('takes nothing away that a server of the version before uses', () => {
  const taking =
    /\bdrop (?:table|column)|\brename\b|\balter column|(?<!\bis )\bnot null(?!.*\bdefault\b)/i
  const statements = readMigrations()
    .filter(({ name }) => !replacing.has(name))
    .flatMap((migration) => migration.statements)
    .filter((statement) => !/^\s*create table/m.test(statement))
  expect(statements.filter((statement) => taking.test(statement))).toEqual([])
  expect('alter table "a" drop column "b"').toMatch(taking)
})

test('lets a server of the version before found organizations', async () => {
  const { database } = await openMigrated()
  const founding = sql`insert into "organizations" ("id", "aid", "name", "name_key", "logo_url", "base_infos", "detail_infos", "is_frozen", "created_at") values `
  for (const id of ['1', '2']) {
    await sql`${founding}(${id}, 1001, 'Heron', 'heron', '', '{}', '{}', 0, 1)`.execute(
      database.query,
    )
  }
  const named = database.query.selectFrom('organizations').select('id').where('name', '=', 'Heron')
  expect(await named.execute()).toHaveLength(2)
  await database.close()
})

test('refuses a file whose statements cannot be told apart', () => {
  const one = 'create table "a" ("id" text);'
  for (const text of [
    `${one} -- Why\n${one}`,
    `${one} \n${one}`,
    `${one} ${one}`,
    `-- Why;\n${one}`,
    `create table "a" ( -- Why;\n"id" text);`,
    `insert into "a" values (';');`,
  ]) {
    expect(() => readMigrations(folderWith({ '900-a.sql': text })), text).toThrow(
      /^900-a\.sql has a “;” that is not the last character/,
    )
  }
  const files = { '900-a.sql': `-- Why; so\n${one}\r\n\n-- Then\n${one}` }
  expect(readMigrations(folderWith(files))[0]?.statements).toHaveLength(2)
})

test('accepts migrations that a newer instance has applied', async () => {
  const { database, place } = await openMigrated()
  await database.query
    .insertInto('migrations')
    .values({ name: '999-later', digest: 'later', appliedAt: 1 })
    .execute()
  await database.close()
  const opened = await openMigratedDatabase(readConfig(place.env), Date.now)
  expect(await appliedIn(opened)).toHaveLength(shipped.length + 1)
  await opened.close()
})

test('refuses a database where a migration had another text, in one sentence', async () => {
  const { database, place } = await openMigrated()
  await database.query.updateTable('migrations').set({ digest: 'other' }).execute()
  await expect(migrate(database, Date.now)).rejects.toThrow('another text')
  await database.close()
  expect(await startErrorOf(place)).toMatch(
    /, but .* cannot be used: 001-baseline was applied with another text than this version has; use the version that applied it, or an empty database\.$/,
  )
})

test('refuses a database from before the baseline, in one sentence', async () => {
  const { database, place } = await openMigrated()
  await sql`alter table ${sql.table('migrations')} drop column ${sql.ref('digest')}`.execute(
    database.query,
  )
  await database.query
    .updateTable('migrations')
    .set({ name: '001-accounts' })
    .where('name', '=', baseline)
    .execute()
  await database.close()
  expect(await startErrorOf(place)).toMatch(
    /, but .* cannot be used: its tables are older than 001-baseline and nothing converts them; use an empty database\.$/,
  )
})

test('prints the rejection when the server starts', { timeout: PROCESS_TEST_MS }, async () => {
  const { database, place } = await openMigrated()
  await database.query.updateTable('migrations').set({ digest: 'other' }).execute()
  await database.close()
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...place.env, PORT: String(await freePort()) },
  })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^(?:DATA_DIR|DATABASE_URL) is [^\n]* or an empty database\.\n$/)
})

test('lists and applies migrations by a command', async () => {
  const { env, open } = await createEmptyDatabase()
  const lines: string[] = []
  const tools = { ...createTools(env), print: (line: string) => void lines.push(line) }
  const all = readMigrations().map(({ name }) => name)
  for (const typed of [['migrate', '--plan'], ['migrate'], ['migrate', '--plan'], ['--version']]) {
    expect(await runCommand(typed, tools, () => {})).toBe(0)
  }
  const isEmpty = lines[0] !== 'The tables are up to date.'
  expect(lines.slice(-2)).toEqual(['The tables are up to date.', '0.1.0'])
  expect(isEmpty ? lines.slice(0, 2) : []).toEqual(
    isEmpty ? [`To apply: ${all.join(', ')}.`, `Applied: ${all.join(', ')}.`] : [],
  )
  const database = open()
  expect((await appliedIn(database)).map(({ name }) => name)).toEqual(all)
  await database.close()
})

test('makes no folder when migrations are only listed', async () => {
  const { env } = await createEmptyDatabase()
  const DATA_DIR = path.join(env.DATA_DIR ?? '', 'later')
  const tools = { ...createTools({ ...env, DATA_DIR }), print: () => {} }
  expect(await runCommand(['migrate', '--plan'], tools, () => {})).toBe(0)
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('migrates nothing if secrets or metrics port are unusable', async () => {
  const { database, place } = await openMigrated()
  const later = readMigrations().at(-1)?.name ?? ''
  await database.query
    .insertInto('secretMarks')
    .values({ name: 'SERVER_SECRET', mark: 'x' })
    .execute()
  await database.query.deleteFrom('migrations').where('name', '=', later).execute()
  const taken = createServer().listen(0, 'localhost')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  for (const [more, sentence] of [
    [{}, /^SERVER_SECRET is not the one/],
    [{ METRICS_PORT: String(port) }, /^Port \d+ is taken: .* METRICS_PORT /],
  ] as const) {
    const config = readConfig({ ...place.env, PORT: '0', LOG_LEVEL: 'silent', ...more })
    await expect(startServer(config)).rejects.toThrow(sentence)
    expect((await appliedIn(database)).map(({ name }) => name)).not.toContain(later)
  }
  taken.close()
  await database.close()
})

async function openMigrated(): Promise<{ database: Database; place: TestDatabase }> {
  const place = await createTestDatabase(true)
  return { database: place.open(), place }
}

async function appliedIn({ query }: Database): Promise<{ name: string; digest: string }[]> {
  return await query.selectFrom('migrations').select(['name', 'digest']).orderBy('name').execute()
}

async function startErrorOf({ env }: TestDatabase): Promise<string> {
  const error: unknown = await openMigratedDatabase(readConfig(env), Date.now).then(
    (opened) => opened.close(),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ConfigError)
  return error instanceof ConfigError ? error.message : ''
}

function withFile(name: string, text: string): ReturnType<typeof readMigrations> {
  return [...readMigrations(), ...readMigrations(folderWith({ [name]: text }))]
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'passport-migrations-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(dir, name), text)
  return dir
}
