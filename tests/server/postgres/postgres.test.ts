import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Client, DatabaseError, type PoolClient } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { updateUser } from '#protocol/web/profile.ts'
import { readConfig } from '../../../server/config/config.ts'
import { copyDatabase } from '../../../server/store/copy/copy-database.ts'
import { ConnectionLost, UnknownOutcome } from '../../../server/store/database-errors.ts'
import { databaseOn, openDatabase, type Database } from '../../../server/store/database.ts'
import { migrate } from '../../../server/store/migrate.ts'
import { openMigratedDatabase } from '../../../server/store/open-database.ts'
import { connectionsTo } from '../../../server/store/postgres-hosts.ts'
import { createPool, postgresDialect } from '../../../server/store/postgres.ts'
import type { Answer } from '../../support/client.ts'
import { createTestDatabase, createUntouchedDatabase } from '../../support/databases.ts'
import { createProxy, type Proxy } from '../../support/proxy.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const proxies: Proxy[] = []

afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close()
})

test('creates the tables once when instances start together on an empty database', async () => {
  const location = await createUntouchedDatabase()
  const instances = Array.from({ length: 6 }, () => openDatabase(location, { poolSize: 2 }))
  await Promise.all(instances.map((instance) => migrate(instance, Date.now)))
  const [first] = instances
  const applied = await first?.query.selectFrom('migrations').select('name').execute()
  expect(applied?.map(({ name }) => name)).toContain('001-baseline')
  expect(await first?.query.selectFrom('leases').selectAll().execute()).toEqual([])
  await Promise.all(instances.map((instance) => instance.close()))
})

test('refuses a database that cannot hold every name, before it writes anything', async () => {
  const { location } = await createTestDatabase(true)
  const admin = new Client(location)
  await admin.connect()
  const name = `latin_${randomBytes(8).toString('hex')}`
  await admin.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`)
  const url = new URL(location)
  url.pathname = name
  const opening = openMigratedDatabase(readConfig({ DATABASE_URL: url.href }), Date.now)
  await expect(opening).rejects.toThrow('is of encoding LATIN1')
  const [source, target] = [openDatabase(':memory:'), openDatabase(url.href)]
  await migrate(source, Date.now)
  const copying = copyDatabase(source, target, Date.now, {
    isBackup: false,
    restarts: false,
    onTable: () => {},
  })
  await expect(copying).rejects.toThrow('is of encoding LATIN1')
  expect(await target.query.introspection.getTables()).toEqual([])
  await source.close()
  await target.close()
  await admin.query(`drop database ${name}`)
  await admin.end()
})

test('reconnects when the database ends all connections', async () => {
  const { server, proxy } = await createServerBehindProxy()
  const { client, userId } = await server.person()
  await proxy.cut()
  await proxy.restore()
  expect((await client.call(accountInfo, {})).data.user_id_str).toBe(userId)
  await proxy.cut()
  await proxy.restore()
  expect((await client.call(updateUser, { name: 'Ann' })).error).toBeUndefined()
})

test('reports broken connections, idle or in use, but not closed ones', async () => {
  const { location } = await createTestDatabase(true)
  const proxy = await createProxy(location)
  proxies.push(proxy)
  const errors: Error[] = []
  const database = openDatabase(proxy.url, {
    poolSize: 2,
    onConnectionError: (error) => errors.push(error),
  })
  const { promise: isUsed, resolve: use } = Promise.withResolvers<void>()
  const { promise: isCut, resolve: cut } = Promise.withResolvers<void>()
  const used = database.tx(async (tx) => {
    await tx.selectFrom('leases').select('name').execute()
    use()
    await isCut
  })
  await isUsed
  await database.query.selectFrom('leases').select('name').execute()
  await proxy.cut()
  await expect.poll(() => errors.length).toBe(2)
  await proxy.restore()
  cut()
  await expect(used).rejects.toBeInstanceOf(UnknownOutcome)
  await database.close()
  expect(errors).toHaveLength(2)
})

test('answers with retry-after while the database is away, and recovers', async () => {
  const { server, proxy } = await createServerBehindProxy()
  const { client, email, password, userId } = await server.person()
  await proxy.cut()
  const answers = await Promise.all([
    client.call(accountInfo, {}),
    server.client().call(passwordLogin, { email, password }),
    client.call(updateUser, { name: 'Ann' }),
  ])
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(answer.error).toBe('database_unavailable')
    expect(answer.headers.get('retry-after')).toBe('2')
  }
  expect((await server.fetch(new Request(`${ORIGIN}/healthz`))).status).toBe(200)
  expect((await server.fetch(new Request(`${ORIGIN}/readyz`))).status).toBe(503)
  await proxy.restore()
  expect((await server.fetch(new Request(`${ORIGIN}/readyz`))).status).toBe(200)
  expect((await client.call(accountInfo, {})).data.user_id_str).toBe(userId)
})

test('gives up on a database that accepts statements and never answers', async () => {
  const { server, proxy } = await createServerBehindProxy(100)
  const { client } = await server.person()
  proxy.stall()
  const answer = await client.call(accountInfo, {})
  expect(answer.error).toBe('database_unavailable')
  expect((await server.fetch(new Request(`${ORIGIN}/readyz`))).status).toBe(503)
  await proxy.restore()
  expect((await client.call(accountInfo, {})).error).toBeUndefined()
})

test('repeats a transaction whose connection broke before the commit', async () => {
  const { database, proxy } = await openThroughProxy()
  let runs = 0
  await database.tx(async (query) => {
    runs += 1
    await query.insertInto('leases').values({ name: 'a', holder: '', expiresAt: 0 }).execute()
    if (runs === 1) {
      await proxy.cut()
      await proxy.restore()
    }
    await query.insertInto('leases').values({ name: 'b', holder: '', expiresAt: 0 }).execute()
  })
  expect(runs).toBe(2)
  expect(await database.query.selectFrom('leases').select('name').execute()).toHaveLength(2)
  await database.close()
})

test('does not repeat a change that may have been made', async () => {
  const { database, proxy } = await openThroughProxy()
  let runs = 0
  proxy.cutAfter('commit')
  const ended = database.tx(async (query) => {
    runs += 1
    await query.insertInto('leases').values({ name: 'a', holder: '', expiresAt: 0 }).execute()
  })
  await expect(ended).rejects.toBeInstanceOf(UnknownOutcome)
  expect(runs).toBe(1)
  proxy.cutAfter('insert')
  const single = database.query
    .insertInto('leases')
    .values({ name: 'b', holder: '', expiresAt: 0 })
    .execute()
  await expect(single).rejects.toBeInstanceOf(UnknownOutcome)
  const rows = await database.query.selectFrom('leases').select('name').orderBy('name').execute()
  expect(rows.map(({ name }) => name)).toEqual(['a', 'b'])
  await database.close()
})

// The row of the probe fits into an existing page; new rows need another one.
test('is not ready while the disk is full, and for half a minute after', async () => {
  const place = await createTestDatabase(true)
  const server = await createTestServer({ database: place })
  const admin = createPool(place.location, { size: 1, statementMs: 10_000 })
  const readiness = async (): Promise<number> =>
    (await server.fetch(new Request(`${ORIGIN}/readyz`))).status
  await admin.query(`create function refuse() returns trigger language plpgsql as
    $$begin raise exception 'No space left on device' using errcode = '53100'; end$$`)
  await admin.query('create trigger refuse before insert on codes execute function refuse()')
  const answer = await server.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  expect([answer.status, answer.error]).toEqual([503, 'database_unavailable'])
  expect(await readiness()).toBe(503)
  await passProbe(server.database)
  expect(await readiness()).toBe(503)
  await admin.query('drop function refuse cascade')
  await admin.end()
  server.clock.passSeconds(30)
  await expect.poll(readiness, { timeout: 30_000 }).toBe(200)
  const said = server.lines.filter((line) => line.includes('not ready, because writes fail'))
  expect(said).toEqual([expect.stringContaining('is full')])
})

test('counts as away while it lets nobody in, as on a full disk', async () => {
  const place = await createTestDatabase(true)
  const server = await createTestServer({ database: place })
  const admin = createPool(place.location, { size: 1, statementMs: 10_000 })
  await admin.query(`create function refuse() returns event_trigger language plpgsql as
    $$begin raise exception 'could not write init file' using errcode = 'XX000'; end$$`)
  await admin.query('create event trigger refuse on login execute function refuse()')
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  const answer = await server.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  expect([answer.status, answer.error]).toEqual([503, 'database_unavailable'])
  await admin.query('drop event trigger refuse')
  await admin.end()
  const again = await server.client().call(sendCode, { email: 'ann@example.com', type: 13 })
  expect(again.error).toBeUndefined()
})

/** Waits for a write of the probe, which is one every five seconds. */
async function passProbe({ query }: Database): Promise<void> {
  await query.deleteFrom('leases').where('name', '=', 'write probe').execute()
  const probes = async (): Promise<number> =>
    (await query.selectFrom('leases').where('name', '=', 'write probe').selectAll().execute())
      .length
  await expect.poll(probes, { timeout: 30_000 }).toBe(1)
}

test('does not repeat a commit with an ambiguous result', async () => {
  const { location } = await createTestDatabase(true)
  const pool = createPool(location, { size: 1, statementMs: 10_000 })
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const unsure = async (...args: unknown[]): Promise<unknown> => {
      const result = await query(...args)
      if ((args[0] as { text?: string }).text !== 'commit') return result
      throw Object.assign(new DatabaseError('result is ambiguous', 0, 'error'), { code: '40003' })
    }
    client.query = unsure as PoolClient['query']
  })
  const database = databaseOn(postgresDialect(pool))
  let runs = 0
  const ended = database.tx(async (query) => {
    runs += 1
    await query.insertInto('leases').values({ name: 'a', holder: '', expiresAt: 0 }).execute()
  })
  await expect(ended).rejects.toBeInstanceOf(UnknownOutcome)
  expect(runs).toBe(1)
  await database.close()
})

test('answers with retry-after when the outcome of a change is unknown', async () => {
  const { server, proxy } = await createServerBehindProxy()
  const { client } = await server.person()
  proxy.cutAfter('commit')
  const answer = await client.call(updateUser, { name: 'Ann' })
  expect(answer.status).toBe(503)
  expect(answer.error).toBe('database_unavailable')
  expect((await client.call(accountInfo, {})).data.name).toBe('Ann')
})

test('connects to the next host if one is away or read-only', async () => {
  const { location } = await createTestDatabase(true)
  const options = { size: 2, statementMs: 10_000 }
  const readOnly = new URL(location)
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  const away = new URL(location)
  away.port = '1'
  const pools = [away.href, readOnly.href, location].map((url) => createPool(url, options))
  const database = databaseOn(postgresDialect(connectionsTo(pools)))
  await migrate(database, Date.now)
  await database.query
    .insertInto('leases')
    .values({ name: 'a', holder: '', expiresAt: 0 })
    .execute()
  expect(await database.query.selectFrom('leases').select('name').execute()).toHaveLength(1)
  await database.close()
})

test('treats a single read-only host as away', async () => {
  const { location } = await createTestDatabase(true)
  const url = new URL(location)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  const database = openDatabase(url.href)
  const read = database.query.selectFrom('leases').select('name').execute()
  await expect(read).rejects.toBeInstanceOf(ConnectionLost)
  await database.close()
})

test('is not ready while the only host is read-only', { timeout: 120_000 }, async () => {
  const place = await createTestDatabase(true)
  const server = await createTestServer({ database: place })
  const { client } = await server.person()
  const becomes = (status: number): Promise<void> =>
    expect
      .poll(async () => (await server.fetch(new Request(`${ORIGIN}/readyz`))).status, {
        timeout: 30_000,
      })
      .toBe(status)
  const name = new URL(place.location).pathname.slice(1)
  const admin = createPool(place.location, { size: 1, statementMs: 10_000 })
  const set = async (mode: 'on' | 'off'): Promise<void> => {
    await admin.query(`begin read write`)
    await admin.query(`alter database "${name}" set default_transaction_read_only = ${mode}`)
    await admin.query(`commit`)
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  }
  await set('on')
  await becomes(503)
  const refused = await client.call(updateUser, { name: 'Ann' })
  expect([refused.status, refused.error]).toEqual([503, 'database_unavailable'])
  await set('off')
  await becomes(200)
  expect((await client.call(updateUser, { name: 'Ann' })).error).toBeUndefined()
  await admin.end()
})

test('drops a connection whose database became read-only', async () => {
  const { location } = await createTestDatabase(true)
  const database = openDatabase(location, { poolSize: 1 })
  await migrate(database, Date.now)
  await sql`set default_transaction_read_only = on`.execute(database.query)
  await database.query
    .insertInto('leases')
    .values({ name: 'a', holder: '', expiresAt: 0 })
    .execute()
  expect(await database.query.selectFrom('leases').select('name').execute()).toHaveLength(1)
  await database.close()
})

test('repeats a read whose answer was lost', async () => {
  const { database, proxy } = await openThroughProxy()
  proxy.cutAfter('select')
  expect(await database.query.selectFrom('leases').select('name').execute()).toEqual([])
  await database.close()
})

test('reads counts, sums and times as numbers', async () => {
  const { open } = await createTestDatabase()
  const { query, close } = open()
  const time = Date.UTC(2026, 10, 21)
  for (const name of ['a', 'b']) {
    await query.insertInto('leases').values({ name, holder: '', expiresAt: time }).execute()
  }
  const row = await query
    .selectFrom('leases')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('expiresAt').as('sum')])
    .executeTakeFirst()
  expect(row).toEqual({ count: 2, sum: 2 * time })
  await close()
})

test('sends all other codes while the row of one is locked', async () => {
  const place = await createTestDatabase(true)
  const open = (): Database =>
    databaseOn(
      postgresDialect(createPool(place.location, { size: 5, statementMs: 10_000, lockMs: 200 })),
    )
  const server = await createTestServer({ database: { ...place, open } })
  const emails = ['held@example.com', 'ann@example.com', 'ben@example.com']
  const ask = (email: string): Promise<Answer> =>
    server.client(`192.0.2.${emails.indexOf(email)}`).call(sendCode, { email, type: 13 })
  expect((await ask('held@example.com')).error).toBeUndefined()
  server.clock.passSeconds(60)
  const { promise: free, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const other = open()
  const holder = other.tx(async (tx) => {
    await tx.updateTable('codes').set({ tries: 0 }).execute()
    hold()
    await free
  })
  await isHeld
  const [held, ...others] = await Promise.all(emails.map(ask))
  expect(held?.error).toBe('server_busy')
  expect(held?.headers.get('retry-after')).not.toBeNull()
  expect(others.map(({ error }) => error)).toEqual([undefined, undefined])
  letGo()
  await holder
  await other.close()
  expect((await ask('held@example.com')).error).toBeUndefined()
})

async function createServerBehindProxy(
  statementMs?: number,
): Promise<{ server: TestServer; proxy: Proxy }> {
  const database = await createTestDatabase(true)
  const proxy = await createProxy(database.location)
  proxies.push(proxy)
  const open = (): Database => databaseBehind(proxy, statementMs)
  return { server: await createTestServer({ database: { ...database, open } }), proxy }
}

async function openThroughProxy(): Promise<{ database: Database; proxy: Proxy }> {
  const { location } = await createTestDatabase(true)
  const proxy = await createProxy(location)
  proxies.push(proxy)
  return { database: databaseBehind(proxy), proxy }
}

function databaseBehind(proxy: Proxy, statementMs = 10_000): Database {
  return databaseOn(postgresDialect(createPool(proxy.url, { size: 3, statementMs })))
}
