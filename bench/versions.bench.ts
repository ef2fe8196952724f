// Compares this version of the server with another checkout, in turn and in one run, by the processor
// time of a call: how many calls fit into a second varies by half on a shared machine.
// Run: BENCH_OTHER=../other-checkout npm run bench versions
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { createPostgresServer } from '../tests/support/postgres-server.ts'
import { callsOf } from './calls.ts'
import { costingLoad, signUp } from './load.ts'
import { serve, type BenchServer } from './server.ts'
import { median, printTable } from './table.ts'

const ROUNDS = 7
const CONNECTIONS = 50
const MANY = '1000000'
const kinds = ['check', 'login', 'sendCode'] as const

const here = path.join(import.meta.dirname, '..')
const other = process.env['BENCH_OTHER']
if (other === undefined) {
  console.log('BENCH_OTHER names no checkout to compare with, so nothing is compared.')
} else {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-versions-'))
  const postgres = await createPostgresServer({ isDurable: true })
  const second = await createPostgresServer({ isDurable: true })
  try {
    await compare('SQLite', folder, [{}, {}])
    await compare('PostgreSQL', folder, [
      { DATABASE_URL: postgres.url },
      { DATABASE_URL: second.url },
    ])
  } finally {
    await postgres.remove()
    await second.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures both versions on a database of their own each. */
async function compare(
  name: string,
  folder: string,
  databases: readonly [Record<string, string>, Record<string, string>],
): Promise<void> {
  const checkouts = [path.resolve(other ?? ''), here]
  const envs = databases.map((database, index) => {
    const dataDir = path.join(folder, `${name}-${index}`)
    mkdirSync(dataDir)
    return {
      ...database,
      DATA_DIR: dataDir,
      CAPTCHA_ON_SEND: 'off',
      SECOND_VERIFICATION: 'off',
      CODES_PER_ADDRESS_HOUR: MANY,
      CODES_PER_ADDRESS_DAY: MANY,
      CODES_PER_WEB_ID_HOUR: MANY,
      CODES_PER_APP_HOUR: MANY,
      LOG_LEVEL: 'silent',
    }
  })
  const starts = checkouts.map((): number[] => [])
  const start = async (index: number): Promise<BenchServer> => {
    const before = performance.now()
    const server = await serve('server/main.ts', envs[index], checkouts[index])
    starts[index]?.push(performance.now() - before)
    return server
  }
  // The first start makes the database and the compile cache.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const index of [0, 1]) {
      const server = await start(index)
      server.stop()
      await server.ended
    }
  }
  const servers = [await start(0), await start(1)]
  const calls = await Promise.all(
    servers.map(async ({ origin }) => callsOf(origin, await signUp(origin))),
  )
  const costs = kinds.map(() => servers.map((): number[] => []))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [row, kind] of kinds.entries()) {
      for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const [call, server] = [calls[index]?.[kind], servers[index]]
        if (call === undefined || server === undefined) throw new Error(`no call ${kind}`)
        const { processorMs } = await costingLoad(server.pid, CONNECTIONS, call)
        costs[row]?.[index]?.push(processorMs)
      }
    }
  }
  for (const server of servers) server.stop()
  const [before = Number.NaN, after = Number.NaN] = starts.map((times) => median(times.slice(1)))
  printTable(
    `${name}, medians of ${ROUNDS} alternated rounds`,
    ['what', 'other', 'this', 'other / this'],
    [
      ...kinds.map((kind, row) => {
        const [first = Number.NaN, last = Number.NaN] = costs[row]?.map(median) ?? []
        return [`${kind}, processor ms`, first.toFixed(3), last.toFixed(3), ratio(first / last)]
      }),
      ['start, ms', before.toFixed(0), after.toFixed(0), ratio(before / after)],
    ],
  )
}

function ratio(value: number): string {
  return value.toFixed(2)
}
