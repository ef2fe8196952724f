// Session checks, sign-ins and codes a second on each database, beside bare node:http with one indexed
// read of the same database and beside hashing alone, interleaved in one run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { hash } from '@node-rs/argon2'
import { account, load, memoryOf, signUp, visitor, type Load } from './load.ts'
import { serve, type BenchServer } from './server.ts'
import { median, printTable } from './table.ts'
import { createPostgresServer } from '../support/postgres-server.ts'
import { openDatabase } from '../../server/store/database.ts'

const ROUNDS = 3
const HASH_MS = 4000
const COMMIT_MS = 2000
const PEOPLE = 100_000
const BATCH = 1000
const MANY_CODES = '1000000'

const goals = {
  SQLite: { checks: 8000, p99: 25, codes: 1500 },
  PostgreSQL: { checks: 4500, p99: 50, codes: 2500 },
}

const servers: BenchServer[] = []
try {
  const floor = await start('tests/bench/floor.ts', {})
  const bare = await load(50, { url: floor.origin })
  const hashes = await hashRate()
  console.log(
    `\nNode ${process.versions.node}; bare node:http ${bare.rate.toFixed(0)}/s, Argon2id alone ${hashes.toFixed(0)}/s`,
  )
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-bench-'))
  try {
    await measure('SQLite', { DATA_DIR: folder }, path.join(folder, 'passport.sqlite'), hashes)
    const postgres = await createPostgresServer({ isDurable: true })
    try {
      const env = { DATA_DIR: folder, DATABASE_URL: postgres.url }
      await measure('PostgreSQL', env, postgres.url, hashes)
    } finally {
      stopAll()
      await postgres.remove()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
} finally {
  stopAll()
}

async function measure(
  name: keyof typeof goals,
  env: Record<string, string>,
  location: string,
  hashes: number,
): Promise<void> {
  const startedAt = performance.now()
  const server = await start('server/main.ts', {
    ...env,
    CAPTCHA_ON_SEND: 'off',
    SECOND_VERIFICATION: 'off',
    CODES_PER_ADDRESS_HOUR: MANY_CODES,
    CODES_PER_ADDRESS_DAY: MANY_CODES,
    CODES_PER_WEB_ID_HOUR: MANY_CODES,
    LOG_LEVEL: 'silent',
  })
  const startMs = performance.now() - startedAt
  const idle = memoryOf(server.pid)
  const floor = await start('tests/bench/floor.ts', { FLOOR_DATABASE: location })
  const api = `${server.origin}/passport/web`
  const cookie = await signUp(server.origin)
  const check = { url: `${api}/account/info/v2?aid=1001`, headers: { cookie } }
  const login = {
    url: `${api}/user/login?aid=1001`,
    method: 'POST' as const,
    headers: visitor,
    body: new URLSearchParams(account).toString(),
  }
  let people = 0
  const sendCode = {
    requests: [
      {
        method: 'POST' as const,
        path: '/passport/web/send_code?aid=1001',
        headers: visitor,
        setupRequest: (request: object) => ({
          ...request,
          body: `type=13&email=person${people++}%40example.com`,
        }),
      },
    ],
    url: server.origin,
  }

  const rates: Record<'floor' | 'check' | 'login' | 'codes' | 'busy', Load[]> = {
    floor: [],
    check: [],
    login: [],
    codes: [],
    busy: [],
  }
  const commits: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rates.floor.push(await load(50, { url: floor.origin }))
    commits.push(await commitRate(location))
    rates.check.push(await load(50, check))
    rates.login.push(await load(50, login))
    rates.codes.push(await load(50, sendCode))
    const [during] = await Promise.all([load(50, check), load(50, login)])
    rates.busy.push(during)
  }
  const few = await load(10, check)
  const many = await load(100, check)
  await fill(location)
  const full = await load(50, check)
  const memory = memoryOf(server.pid)

  const read = rateOf(rates.floor)
  const { checks, codes, p99 } = goals[name]
  printTable(
    `${name}: 50 connections where nothing else is said, medians of ${ROUNDS} runs`,
    ['what', 'per second', 'ratio', 'p50', 'p99', 'goal'],
    [
      row('node:http with one indexed read', read, '1.00', rates.floor),
      row(
        'session check',
        rateOf(rates.check),
        ratio(rates.check, read),
        rates.check,
        `≥ ${checks}`,
      ),
      row('… 10 connections', few.rate, '', [few]),
      row('… 100 connections', many.rate, '', [many], `p99 ≤ ${p99} ms`),
      row(`… with ${PEOPLE} accounts`, full.rate, ratio([full], read), [full]),
      row('… while all sign in', rateOf(rates.busy), '', rates.busy, 'p99 ≤ 25 ms'),
      row(
        'password sign-in, of hashing alone',
        rateOf(rates.login),
        ratio(rates.login, hashes),
        rates.login,
        '≥ 120',
      ),
      ['commits of one row alone', median(commits).toFixed(0), '1.00', '', '', ''],
      row(
        'send_code, of such commits',
        rateOf(rates.codes),
        ratio(rates.codes, median(commits)),
        rates.codes,
        `≥ ${codes}`,
      ),
      ['start to ready', `${startMs.toFixed(0)} ms`, '', '', '', '≤ 500 ms'],
      ['memory when idle', `${idle.now.toFixed(0)} MiB`, '', '', '', '≤ 120 MiB'],
      ['… at most', `${memory.most.toFixed(0)} MiB`, '', '', '', '≤ 350 MiB'],
    ],
  )
}

async function start(script: string, env: Record<string, string>): Promise<BenchServer> {
  const server = await serve(script, env)
  servers.push(server)
  return server
}

function stopAll(): void {
  for (const server of servers.splice(0)) server.stop()
}

// As many at once as the server lets run.
async function hashRate(): Promise<number> {
  const end = performance.now() + HASH_MS
  let done = 0
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      await hash(account.password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
      done += 1
    }
  }
  await Promise.all([lane(), lane()])
  return (done * 1000) / HASH_MS
}

// What the disk lets through: fifty callers, one row and one commit each.
async function commitRate(location: string): Promise<number> {
  const { query, close } = openDatabase(location)
  const end = performance.now() + COMMIT_MS
  let done = 0
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      const row = { key: `bench ${process.hrtime.bigint()}`, count: 0, expires_at: 0 }
      await query.insertInto('counters').values(row).execute()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: 50 }, lane))
  await query.deleteFrom('counters').where('expires_at', '=', 0).execute()
  await close()
  return (done * 1000) / COMMIT_MS
}

// Accounts with a session each, put beside the server's back: only their number matters.
async function fill(location: string): Promise<void> {
  const { query, close } = openDatabase(location)
  const now = Date.now()
  const far = now + 30 * 86_400_000
  for (let at = 0; at < PEOPLE; at += BATCH) {
    const ids = Array.from({ length: BATCH }, (_, offset) => String(at + offset))
    const blank = {
      password_hash: null,
      avatar_key: null,
      locale: 'en',
      created_aid: 1001,
      unverified_email: null,
      cancel_at: null,
      description: '',
      gender: 0,
      birthday: '',
      background_key: null,
    }
    await query
      .insertInto('accounts')
      .values(
        ids.map((id) => ({
          ...blank,
          id,
          name: `Person ${id}`,
          username: `full${id}`,
          email: `full${id}@example.com`,
          mobile: null,
          state: 'active' as const,
          created_at: now,
        })),
      )
      .execute()
    await query
      .insertInto('sessions')
      .values(
        ids.map((id) => ({
          hash: `full${id}`,
          id: `full${id}`,
          account_id: id,
          aid: 1001,
          source: 'web',
          device: '',
          address: '',
          created_at: now,
          proved_at: now,
          last_seen_at: now,
          expires_at: far,
          identity_id: '',
        })),
      )
      .execute()
  }
  await close()
}

function rateOf(loads: readonly Load[]): number {
  return median(loads.map(({ rate }) => rate))
}

function ratio(loads: readonly Load[], of: number): string {
  return (rateOf(loads) / of).toFixed(2)
}

function row(
  what: string,
  rate: number,
  share: string,
  loads: readonly Load[],
  goal = '',
): string[] {
  const at = (pick: (one: Load) => number): string => `${median(loads.map(pick)).toFixed(0)} ms`
  return [what, rate.toFixed(0), share, at((one) => one.p50), at((one) => one.p99), goal]
}
