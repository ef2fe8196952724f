import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { readConfig } from '../../../server/config/config.ts'
import { startServer } from '../../../server/start.ts'
import { migrate } from '../../../server/store/migrate.ts'
import { typeCommand, type Outcome } from '../../support/command.ts'
import { createEmptyDatabase, createTestDatabase } from '../../support/databases.ts'
import { fileOf, personOf, typeImport } from '../../support/import-files.ts'
import { freePort } from '../../support/free-port.ts'
import { PROCESS_TEST_MS, sharedSecrets } from '../../support/server-process.ts'
import { createTestServer } from '../../support/test-server.ts'

test('lets no other user of the machine read the database', async () => {
  const { location, open } = await createEmptyDatabase()
  const folder = path.dirname(location)
  const database = open()
  await migrate(database, Date.now)
  const modes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).mode & 0o777)
  await database.close()
  expect(modes).toEqual([0o600, 0o600, 0o600])
})

test.each([0, 2])('refuses a file whose page %i is damaged, and says what to do', async (page) => {
  const { location, open, env } = await createTestDatabase(true)
  const database = open()
  await migrate(database, Date.now)
  await database.close()
  const bytes = readFileSync(location)
  bytes.fill(0xa5, page * 4096, (page + 20) * 4096)
  writeFileSync(location, bytes)
  const started = startServer(readConfig({ ...env, PORT: '0' }))
  await expect(started).rejects.toThrow(
    /^DATA_DIR is "[^"]*", but the database there is damaged; move its files away and restore a backup as docs\/backup\.md shows\.$/,
  )
})

test('says in one sentence that a command cannot open the file, and leaves no half a copy', async () => {
  const { location } = await createTestDatabase(true)
  const config = readConfig({ DATA_DIR: path.join(path.dirname(location), 'data') })
  // As on a volume that cannot be written, where its log cannot be opened.
  mkdirSync(config.databaseFile, { recursive: true })
  const checked = await typeCommand(await createTestServer(), ['db', 'check'], config)
  expect([checked.code, checked.errors]).toEqual([
    1,
    'The database cannot be used: unable to open database file.',
  ])
  const copy = path.join(path.dirname(location), 'copy')
  const { code } = await typeCommand(await createTestServer(), ['backup', copy], config)
  expect([code, existsSync(copy)]).toEqual([1, false])
})

test('starts on a known file while another process locks it, and says why it does not on a new one', async () => {
  const { location, open, env } = await createTestDatabase(true)
  const config = readConfig({ ...env, PORT: String(await freePort()), LOG_LEVEL: 'silent' })
  const database = open()
  await migrate(database, Date.now)
  await database.close()
  const lock = (): DatabaseSync => {
    const holder = new DatabaseSync(location, { timeout: 5000 })
    holder.exec('begin immediate')
    return holder
  }
  const first = lock()
  await expect(startServer(config)).rejects.toThrow(
    /^DATA_DIR is "[^"]*", but the database there cannot be used: database is locked\.$/,
  )
  first.close()
  await (await startServer(config)).close()
  const second = lock()
  const server = await startServer(config)
  expect((await fetch(`http://localhost:${server.port}/readyz`)).ok).toBe(true)
  second.close()
  await server.close()
})

test('answers with retry-after while another process locks the file', async () => {
  const database = await createTestDatabase(true)
  const one = await createTestServer({ database })
  const holder = new DatabaseSync(database.location)
  // The server's own work may hold the lock for a moment.
  await expect.poll(() => holder.exec('begin immediate')).toBeUndefined()
  const answer = await one.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  const page = await one.client().form('/form/sign-up', { email: 'bea@example.com' })
  holder.exec('rollback')
  holder.close()
  expect(answer.error).toBe('server_busy')
  expect(answer.headers.get('retry-after')).toBe('2')
  expect(page.status).toBe(answer.status)
  expect(page.headers.get('retry-after')).toBe('2')
  const again = await one.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  expect(again.error).toBeUndefined()
})

test('backs up database and keys of a running server, readable by their owner only', async () => {
  const database = await createTestDatabase(true)
  const server = await createTestServer({ database })
  const { email } = await server.person()
  const { DATA_DIR = '' } = database.env
  writeFileSync(path.join(DATA_DIR, 'secrets.json'), '{}', { mode: 0o600 })
  const folder = path.join(DATA_DIR, 'backup')
  const config = readConfig(database.env)
  const backUp = (): Promise<Outcome> => typeCommand(server, ['backup', folder], config)
  expect((await backUp()).code).toBe(0)
  expect(readdirSync(folder).toSorted()).toEqual(['passport.sqlite', 'secrets.json'])
  for (const name of readdirSync(folder)) {
    expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600)
  }
  const copy = new DatabaseSync(path.join(folder, 'passport.sqlite'), { readOnly: true })
  expect(copy.prepare('select email from accounts').all()).toEqual([{ email }])
  copy.close()
  expect(await backUp()).toMatchObject({
    code: 1,
    errors: expect.stringContaining('is there already'),
  })
})

test(
  'leaves nothing that looks like a backup when it is killed',
  async () => {
    const { location, env } = await createTestDatabase(true)
    // So that it takes a while.
    const ballast = new DatabaseSync(location)
    ballast.exec('create table ballast as select randomblob(100000000) as bytes')
    ballast.close()
    const folder = path.dirname(location)
    const child = spawn(
      process.execPath,
      ['server/main.ts', 'backup', path.join(folder, 'backup')],
      {
        env: { ...process.env, ...sharedSecrets, ...env },
        stdio: 'inherit',
      },
    )
    const ended = once(child, 'exit')
    const begun = (): string[] => readdirSync(folder).filter((name) => name.startsWith('backup'))
    await expect.poll(begun, { interval: 1, timeout: PROCESS_TEST_MS }).not.toEqual([])
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(begun()).toEqual([expect.stringMatching(/^backup\.half-/)])
  },
  PROCESS_TEST_MS,
)

test('backs up no former keys where the settings have the keys', async () => {
  const database = await createTestDatabase(true)
  const server = await createTestServer({ database })
  const { DATA_DIR = '' } = database.env
  writeFileSync(path.join(DATA_DIR, 'secrets.json'), '{}', { mode: 0o600 })
  const folder = path.join(DATA_DIR, 'backup')
  const key = 'k'.repeat(43)
  const config = readConfig({ ...database.env, SERVER_SECRET: key, SEAL_ROOT_KEY: key })
  expect((await typeCommand(server, ['backup', folder], config)).code).toBe(0)
  expect(readdirSync(folder)).toEqual(['passport.sqlite'])
})

test('imports on while another process locks the file for longer than a call waits', async () => {
  const database = await createTestDatabase(true)
  const server = await createTestServer({ database })
  const { imports } = server.app.services
  const { begin } = imports
  vi.spyOn(imports, 'begin').mockImplementationOnce(async (run) => {
    const isNew = await begin(run)
    const holder = new DatabaseSync(database.location)
    await expect.poll(() => holder.exec('begin immediate')).toBeUndefined()
    setTimeout(() => holder.close(), 5000)
    return isNew
  })
  const { errors, report } = await typeImport(
    server,
    'passport',
    fileOf(personOf('ann')),
    '--apply',
  )
  expect(errors).toBe('')
  expect(report.ann).toBe('created no_password')
})
