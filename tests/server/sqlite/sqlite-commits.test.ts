import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextRound } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { captchaRepository } from '../../../server/store/captcha-repository.ts'
import { databaseOn, type Database } from '../../../server/store/database.ts'
import { migrate } from '../../../server/store/migrate.ts'
import { sqliteDialect } from '../../../server/store/sqlite.ts'
import { createTestDatabase, type TestDatabase } from '../../support/databases.ts'

const counter = (key: string): { key: string; count: number; expiresAt: number } => ({
  key,
  count: 1,
  expiresAt: 1,
})
const insert = ({ query }: Pick<Database, 'query'>, key: string): Promise<unknown> =>
  query.insertInto('rateLimits').values(counter(key)).execute()
const keysIn = async ({ query }: Pick<Database, 'query'>): Promise<string[]> =>
  (await query.selectFrom('rateLimits').select('key').orderBy('key').execute()).map(
    ({ key }) => key,
  )

async function open(): Promise<{ database: Database; place: TestDatabase }> {
  const place = await createTestDatabase(true)
  // Not limited to portable SQL.
  const database = databaseOn(sqliteDialect(place.location))
  await migrate(database, Date.now)
  return { database, place }
}

// A frame of the write-ahead log that ends a commit names the size of the database after it.
function commitsIn(location: string): number {
  const log = readFileSync(`${location}-wal`)
  const frameBytes = log.readUInt32BE(8) + 24
  let commits = 0
  for (let at = 32; at < log.length; at += frameBytes) {
    if (log.readUInt32BE(at + 4) !== 0) commits += 1
  }
  return commits
}

/** Records the level of synchronization of each commit from now on. */
function watchSyncs(): string[] {
  const syncs: string[] = []
  const run = DatabaseSync.prototype.exec
  const watch = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
    this: DatabaseSync,
    text,
  ) {
    if (text === 'commit') {
      const level = this.prepare('pragma synchronous').get()?.synchronous
      syncs.push(level === 1 ? 'normal' : level === 2 ? 'full' : String(level))
    }
    run.call(this, text)
  })
  onTestFinished(() => watch.mockRestore())
  return syncs
}

test('commits transactions of one round together, without those that failed', async () => {
  const { database, place } = await open()
  const before = commitsIn(place.location)
  const ends = await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) =>
      database.tx(async (query) => {
        await query
          .insertInto('rateLimits')
          .values(counter(`tx ${10 + at}`))
          .execute()
        if (at % 2 === 1) throw new Error('not this one')
      }),
    ).concat(Array.from({ length: 10 }, (_, at) => insert(database, `one ${at}`).then(() => {}))),
  )
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
  expect(commitsIn(place.location) - before).toBeLessThan(5)
  await database.close()
  const again = place.open()
  expect(await keysIn(again)).toEqual([
    ...Array.from({ length: 10 }, (_, at) => `one ${at}`),
    ...Array.from({ length: 20 }, (_, at) => `tx ${10 + 2 * at}`),
  ])
  await again.close()
})

test('shows only committed data to others while a transaction is open', async () => {
  const { database } = await open()
  await insert(database, 'before')
  let others: string[] = []
  const own = await database.tx(async (query) => {
    await query.insertInto('rateLimits').values(counter('new')).execute()
    await nextRound()
    others = await keysIn(database)
    return await keysIn({ query })
  })
  expect({ own, others }).toEqual({ own: ['before', 'new'], others: ['before'] })
  expect(await keysIn(database)).toEqual(['before', 'new'])
  await database.close()
})

test('keeps exactly the acknowledged transactions when the disk is full', async () => {
  const { database, place } = await open()
  const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(database.query)
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.pageCount ?? 0) + 20)}`.execute(
    database.query,
  )
  const acknowledged: string[] = []
  const refused: unknown[] = []
  const write = async (name: string): Promise<void> => {
    const key = `${name} ${'x'.repeat(3000)}`
    await database
      .tx(async (query) => {
        await query.insertInto('rateLimits').values(counter(key)).execute()
      })
      .then(
        () => acknowledged.push(key),
        (error: unknown) => refused.push(error),
      )
  }
  for (let round = 1; round < 8; round++) {
    await Promise.all(Array.from({ length: round }, (_, at) => write(`${round} ${at}`)))
  }
  expect(refused.length).toBeGreaterThan(0)
  expect(acknowledged.length).toBeGreaterThan(0)
  await database.close()
  const again = place.open()
  expect(await keysIn(again)).toEqual(acknowledged.toSorted())
  await again.close()
})

test('rolls back all callers when the savepoint of one cannot be rolled back', async () => {
  const { database, place } = await open()
  const ends = await Promise.allSettled([
    insert(database, 'first'),
    database.tx(async (query) => {
      await query.insertInto('rateLimits').values(counter('half')).execute()
      // A disk error may have rolled the transaction back already.
      await sql`release caller`.execute(query)
      throw new Error('not this one')
    }),
    insert(database, 'after'),
  ])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(await keysIn(database)).toEqual(['after'])
  await database.close()
  const again = place.open()
  expect(await keysIn(again)).toEqual(['after'])
  await again.close()
})

test('finishes open transactions before it closes', async () => {
  const { database, place } = await open()
  let closing: Promise<void> | undefined
  await database.tx(async (query) => {
    await query.insertInto('rateLimits').values(counter('last')).execute()
    closing = database.close()
    await nextRound()
  })
  await closing
  await expect(keysIn(database)).rejects.toThrow('destroyed')
  const again = place.open()
  expect(await keysIn(again)).toEqual(['last'])
  await again.close()
})

test('syncs each commit unless all of its transactions are deferred', async () => {
  const { database, place } = await open()
  const syncs = watchSyncs()
  await insert(database, '0')
  expect(syncs.splice(0)).toEqual(['full'])
  const lose = (key: string): Promise<unknown> =>
    database.deferredTx((query) => query.insertInto('rateLimits').values(counter(key)).execute())
  await Promise.all([lose('a'), lose('b')])
  expect(syncs.splice(0)).toEqual(['normal'])
  let beside: Promise<unknown> | undefined
  await database.deferredTx(async (query) => {
    await query.insertInto('rateLimits').values(counter('c')).execute()
    beside = Promise.all([insert(database, 'd'), lose('e')])
  })
  await beside
  expect(syncs.splice(0)).toEqual(['normal', 'full'])
  await insert(database, 'f')
  expect(syncs.splice(0)).toEqual(['full'])
  const failed = database.deferredTx(async (query) => {
    await query.insertInto('rateLimits').values(counter('g')).execute()
    throw new Error('not this one')
  })
  await expect(failed).rejects.toThrow('not this one')
  await database.tx((query) => query.insertInto('rateLimits').values(counter('h')).execute())
  expect(syncs.splice(0).at(-1)).toBe('full')
  await database.close()
  const again = place.open()
  expect(await keysIn(again)).toEqual(['0', 'a', 'b', 'c', 'd', 'e', 'f', 'h'])
  await again.close()
})

test('syncs the use of a challenge, and defers its issue', async () => {
  const { database } = await open()
  const store = captchaRepository(database)
  const call = { aid: 1, webId: 'verify_one', operation: 'send_code', requestDigest: 'somebody' }
  const times = { createdAt: 1, expiresAt: 1000 }
  await store.addDecision({ ...call, id: 'decision', kind: 'slide', contact: '', ...times })
  const syncs = watchSyncs()
  const challenge = { id: 'challenge', decisionId: 'decision', webId: call.webId, kind: 'slide' }
  const row = { ...challenge, answer: '{}', issuedAt: 1, expiresAt: 1000 }
  await store.count([{ key: 'browser', add: 1, windowMs: 1000 }], 1)
  await store.issue(row, 2, 1)
  expect(syncs.splice(0)).toEqual(['normal', 'normal'])
  expect(await store.takeChallenge('challenge', call.webId, 2)).toBeDefined()
  expect(await store.takeTry('decision', 3, 2)).toBeDefined()
  expect(await store.pass('decision', 1000, 2)).toBeDefined()
  expect(await store.consume(call, 3)).toBe('decision')
  expect(syncs).toEqual(['full', 'full', 'full', 'full'])
  await database.close()
})
