// Session checks, sign-ins and codes a second on each database, beside what the same machine does
// without us: bare node:http with one indexed read, hashing alone, commits of one row. All in one run,
// in turn, because a machine is not as fast in one minute as in the next.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fill } from './fill.ts'
import { commitRate, hashAlone, speedOf, speedOfProcessor } from './floors.ts'
import { callsOf } from './calls.ts'
import { busyMs, costingLoad, load, memoryOf, signUp, type Load } from './load.ts'
import { serve, type BenchServer } from './server.ts'
import { median } from './table.ts'
import { printFigures, printVerdict, type Figure, type Goal } from './verdict.ts'
import { createPostgresServer } from '../support/postgres-server.ts'

const ROUNDS = 3
const STARTS = 5
const PEOPLE = 100_000
const MANY_CODES = '1000000'
/** After this a server that has just started counts as idle. */
const IDLE_MS = 2000

const goals = {
  SQLite: { checks: 8000, p99: 25, checkUs: 125, codes: 1500 },
  PostgreSQL: { checks: 4500, p99: 50, checkUs: 200, codes: 2500 },
}

const servers = new Set<BenchServer>()
const folder = mkdtempSync(path.join(tmpdir(), 'passport-bench-'))
try {
  console.log(`\nNode ${process.versions.node}`)
  const file = path.join(folder, 'passport.sqlite')
  await measure('SQLite', { DATA_DIR: folder }, file)
  const postgres = await createPostgresServer({ isDurable: true })
  try {
    const env = { DATA_DIR: path.join(folder, 'postgres'), DATABASE_URL: postgres.url }
    mkdirSync(env.DATA_DIR)
    await measure('PostgreSQL', env, postgres.url)
  } finally {
    stopAll()
    await postgres.remove()
  }
  printVerdict()
} finally {
  stopAll()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(
  name: keyof typeof goals,
  database: Record<string, string>,
  location: string,
): Promise<void> {
  const env = {
    ...database,
    CAPTCHA_ON_SEND: 'off',
    SECOND_VERIFICATION: 'off',
    CODES_PER_ADDRESS_HOUR: MANY_CODES,
    CODES_PER_ADDRESS_DAY: MANY_CODES,
    CODES_PER_WEB_ID_HOUR: MANY_CODES,
    CODES_PER_APP_HOUR: MANY_CODES,
    LOG_LEVEL: 'silent',
  }
  const { server, firstMs, laterMs, idleMib } = await startTimes(env)
  const bare = await start('tests/bench/floor.ts', {})
  const floor = await start('tests/bench/floor.ts', { FLOOR_DATABASE: location })
  const cookies = await signUp(server.origin)
  const { check, login, sendCode } = callsOf(server.origin, cookies)

  const rates: Record<'bare' | 'floor' | 'check' | 'login' | 'codes' | 'busy', Load[]> = {
    bare: [],
    floor: [],
    check: [],
    login: [],
    codes: [],
    busy: [],
  }
  const commits: number[] = []
  const hashes: { rate: number; processorMs: number }[] = []
  const costs: Record<'check' | 'login', number[]> = { check: [], login: [] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare.push(await load(50, { url: bare.origin }))
    hashes.push(await hashAlone())
    rates.floor.push(await load(50, { url: floor.origin }))
    commits.push(await commitRate(location))
    for (const [what, call] of [
      ['check', check],
      ['login', login],
    ] as const) {
      const { processorMs, ...done } = await costingLoad(server.pid, 50, call)
      rates[what].push(done)
      costs[what].push(processorMs)
    }
    rates.codes.push(await load(50, sendCode))
    const [during] = await Promise.all([load(50, check), load(50, login)])
    rates.busy.push(during)
  }
  const checks = { few: [await load(10, check)], many: [await load(100, check)] }
  await load(100, login)
  const afterwardsMs = await busyMs(server.pid)
  const codes = { few: [await load(10, sendCode)], many: [await load(100, sendCode)] }
  await fill(location, PEOPLE)
  const full = [await load(50, check)]
  const memory = memoryOf(server.pid)

  const read = rateOf(rates.floor)
  const commit = median(commits)
  const hash = median(hashes.map(({ rate }) => rate))
  const hashMs = median(hashes.map(({ processorMs }) => processorMs))
  const processor = speedOfProcessor(hashMs)
  const http = speedOf('http', rateOf(rates.bare))
  const hashing = speedOf('hashes', hash)
  const goal = goals[name]
  printFigures(`${name}: medians of ${ROUNDS} runs`, [
    figure('node:http alone, 50 connections', rates.bare, rateOf(rates.bare)),
    { what: 'Argon2id alone', value: hash, unit: '/s', ratio: 1 },
    { what: 'Argon2id alone, processor', value: hashMs, unit: ' ms', ratio: 1 },
    figure('node:http with one indexed read, 50 connections', rates.floor, read),
    figure('session check, 10 connections', checks.few, read),
    {
      ...figure('session check, 50 connections', rates.check, read),
      goal: least(goal.checks, http),
    },
    { ...figure('session check, 100 connections', checks.many, read), goal: fast(goal.p99, http) },
    figure(`session check, 50, with ${PEOPLE} accounts`, full, read),
    {
      ...figure('session check, 50, while 50 others sign in', rates.busy, read),
      goal: fast(25, hashing),
    },
    {
      ...figure('password sign-in, of hashing alone', rates.login, hash),
      goal: least(120, hashing),
    },
    {
      what: 'session check, processor',
      value: median(costs.check) * 1000,
      unit: ' µs',
      goal: most(goal.checkUs, http),
    },
    {
      what: 'password sign-in, processor, of one hash',
      value: median(costs.login),
      unit: ' ms',
      ratio: median(costs.login) / hashMs,
      goal: most(12, processor),
    },
    {
      what: 'busy after 100 callers that were signing in left',
      value: afterwardsMs,
      unit: ' ms',
      goal: most(300),
    },
    { what: 'commits of one row', value: commit, unit: '/s', ratio: 1 },
    figure('send_code, of such commits, 10 connections', codes.few, commit),
    { ...figure('send_code, 50 connections', rates.codes, commit), goal: least(goal.codes, http) },
    figure('send_code, 100 connections', codes.many, commit),
    { what: 'start to ready', value: laterMs, unit: ' ms', goal: most(500, http) },
    { what: 'start for the first time', value: firstMs, unit: ' ms' },
    { what: 'memory when idle', value: idleMib, unit: ' MiB', goal: most(120) },
    { what: `memory with ${PEOPLE} accounts, after all this`, value: memory.now, unit: ' MiB' },
    { what: 'memory at most', value: memory.most, unit: ' MiB', goal: most(350) },
  ])
  for (const one of [server, bare, floor]) stop(one)
}

// What Node keeps of the sources is made at the first start, and an empty database gets its tables.
async function startTimes(
  env: Record<string, string>,
): Promise<{ server: BenchServer; firstMs: number; laterMs: number; idleMib: number }> {
  const kept = { ...env, NODE_COMPILE_CACHE: mkdtempSync(path.join(folder, 'compiled-')) }
  const times: number[] = []
  for (;;) {
    const startedAt = performance.now()
    const server = await start('server/main.ts', kept)
    times.push(performance.now() - startedAt)
    if (times.length > STARTS) {
      await sleep(IDLE_MS)
      const [firstMs = Number.NaN, ...later] = times
      return { server, firstMs, laterMs: median(later), idleMib: memoryOf(server.pid).now }
    }
    stop(server)
    await server.ended
  }
}

async function start(script: string, env: Record<string, string>): Promise<BenchServer> {
  const server = await serve(script, env)
  servers.add(server)
  return server
}

function stop(server: BenchServer): void {
  servers.delete(server)
  server.stop()
}

function stopAll(): void {
  for (const server of servers) stop(server)
}

function rateOf(loads: readonly Load[]): number {
  return median(loads.map(({ rate }) => rate))
}

function figure(what: string, loads: readonly Load[], of: number): Figure {
  const value = rateOf(loads)
  const p50 = median(loads.map((one) => one.p50))
  const p99 = median(loads.map((one) => one.p99))
  return { what, value, unit: '/s', ratio: value / of, p50, p99 }
}

function least(number: number, speed = 1): Goal {
  return { of: 'value', is: 'least', number, speed }
}

function most(number: number, speed = 1): Goal {
  return { of: 'value', is: 'most', number, speed }
}

function fast(number: number, speed = 1): Goal {
  return { of: 'p99', is: 'most', number, speed }
}
