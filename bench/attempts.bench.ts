// Refused sign-ins a second with and without keeping them for support, in turn in one run, and the bytes of a row.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { onBothDatabases } from './both-databases.ts'
import { load, visitor, type Load } from './load.ts'
import { atLeast, atMost, printFigures, rateOf } from './verdict.ts'

const ROUNDS = 5
/** Rate of refused sign-ins, of that without keeping them. */
const SHARE = 0.95
const ROW_BYTES = 400
/** After this all rows are written. */
const WRITTEN_MS = 2000

let people = 0

// Each from a network of its own to a login of its own, so that each becomes a row.
function refused(origin: string): Parameters<typeof load>[1] {
  return {
    url: origin,
    success: '"error_code":1009',
    requests: [
      {
        method: 'POST',
        path: '/passport/web/user/login?aid=1001&fp=verify_bench_browser',
        headers: visitor,
        setupRequest: (request: object) => {
          const at = people++
          const address = `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`
          return {
            ...request,
            headers: { ...visitor, 'x-forwarded-for': address },
            body: `account=person${at}%40example.com&password=wrong`,
          }
        },
      },
    ],
  }
}

await onBothDatabases(async ({ name, env: database, location, start }) => {
  const env = {
    ...database,
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: '127.0.0.1,::1',
  }
  const other = { ...env, DATA_DIR: path.join(database.DATA_DIR, 'without') }
  mkdirSync(other.DATA_DIR)
  const kept = await start('server/main.ts', env)
  const without = await start('bench/attempts-server.ts', database.DATABASE_URL ? env : other)
  const rates: Record<'kept' | 'without', Load[]> = { kept: [], without: [] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.without.push(await load(20, refused(without.origin)))
    rates.kept.push(await load(20, refused(kept.origin)))
  }
  await sleep(WRITTEN_MS)
  const bare = rateOf(rates.without)
  printFigures(`${name}: medians of ${ROUNDS} runs, with the hashes as shipped`, [
    { what: 'refused sign-ins without attempts', value: bare, unit: '/s', ratio: 1 },
    {
      what: 'refused sign-ins with attempts',
      value: rateOf(rates.kept),
      unit: '/s',
      ratio: rateOf(rates.kept) / bare,
      goal: atLeast(SHARE * bare),
    },
    {
      what: 'an attempt with its indexes',
      value: await bytesOfRow(location),
      unit: ' bytes',
      goal: atMost(ROW_BYTES),
    },
  ])
})

async function bytesOfRow(location: string): Promise<number> {
  if (location.startsWith('postgres')) {
    const pool = new Pool({ connectionString: location, max: 1 })
    const { rows } = await pool.query<{ bytes: string; count: string }>(
      `select pg_total_relation_size('attempts') as bytes, count(*) as count from attempts`,
    )
    await pool.end()
    return Number(rows[0]?.bytes) / Number(rows[0]?.count)
  }
  const file = new DatabaseSync(location, { readOnly: true })
  const size = file
    .prepare(`select sum(pgsize) as bytes from dbstat where name like '%attempts%'`)
    .get()
  const { count } = file.prepare('select count(*) as count from attempts').get() ?? {}
  file.close()
  return Number(size?.bytes) / Number(count)
}
