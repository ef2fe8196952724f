// Session checks, sign-ins and codes a second on each database, beside what the same machine does
// without us: bare node:http with one indexed read, hashing alone, commits of one row. All in one run,
// in turn, because a machine is not as fast in one minute as in the next.
import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { userCallsOf } from './admin-users.ts'
import { onBothDatabases, type BenchDatabase } from './both-databases.ts'
import { fillAccounts } from '../tests/support/fill-accounts.ts'
import { commitRate, hashAlone, speedOfHttp, speedOfProcessor } from './floors.ts'
import { callsOf } from './calls.ts'
import { busyMs, costingLoad, load, memoryOf, signUp, type Load } from './load.ts'
import type { BenchServer } from './server.ts'
import { median } from './table.ts'
import { atLeast, atMost, loadFigure, printFigures, rateOf, within } from './verdict.ts'

const ROUNDS = 3
const STARTS = 5
const PEOPLE = 100_000
/** Rate at which the admin API returns an account, of that of session checks. */
const USER_SHARE = 0.4
const MANY_CODES = '1000000'
/** After this a server that has just started counts as idle. */
const IDLE_MS = 2000

const goals = {
  // `beside`: how many times the floor's p99; `codes`: share of plain commits; `mostMib`: memory at most.
  SQLite: {
    checks: 8000,
    p99: 25,
    beside: 6,
    checkUs: 125,
    signIns: 0.75,
    codes: 0.15,
    mostMib: 350,
  },
  PostgreSQL: {
    checks: 4500,
    p99: 50,
    beside: 3,
    checkUs: 200,
    signIns: 0.7,
    codes: 0.05,
    mostMib: 420,
  },
}

await onBothDatabases(async ({ name, env: database, location, start }) => {
  const env = {
    ...database,
    CAPTCHA_ON_SEND: 'off',
    SECOND_VERIFICATION: 'off',
    CODES_PER_ADDRESS_HOUR: MANY_CODES,
    CODES_PER_ADDRESS_DAY: MANY_CODES,
    CODES_PER_WEB_ID_HOUR: MANY_CODES,
    CODES_PER_APP_HOUR: MANY_CODES,
    LOG_LEVEL: 'silent',
    ADMIN_API: 'on',
  }
  const { server, firstMs, laterMs, idleMib } = await startTimes(env, start)
  const bare = await start('bench/floor.ts', {})
  const floor = await start('bench/floor.ts', { FLOOR_DATABASE: location })
  const cookies = await signUp(server.origin)
  const { check, login, sendCode } = callsOf(server.origin, cookies)
  const readUser = await userCallsOf(server.origin, location)

  const rates: Record<
    'bare' | 'floor' | 'beside' | 'check' | 'user' | 'login' | 'codes' | 'busy',
    Load[]
  > = {
    bare: [],
    floor: [],
    beside: [],
    check: [],
    user: [],
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
    const [beside] = await Promise.all([load(50, { url: floor.origin }), hashAlone()])
    rates.beside.push(beside)
    commits.push(await commitRate(location))
    for (const [what, call] of [
      ['check', check],
      ['login', login],
    ] as const) {
      const { processorMs, ...done } = await costingLoad(server.pid, 50, call)
      rates[what].push(done)
      costs[what].push(processorMs)
    }
    rates.user.push(await load(50, readUser))
    rates.codes.push(await load(50, sendCode))
    const [during] = await Promise.all([load(50, check), load(50, login)])
    rates.busy.push(during)
  }
  const checks = { few: [await load(10, check)], many: [await load(100, check)] }
  await load(100, login)
  const afterwardsMs = await busyMs(server.pid)
  const codes = { few: [await load(10, sendCode)], many: [await load(100, sendCode)] }
  await fillAccounts(location, PEOPLE)
  const full = [await load(50, check)]
  const memory = memoryOf(server.pid)

  const read = rateOf(rates.floor)
  const commit = median(commits)
  const hash = median(hashes.map(({ rate }) => rate))
  const hashMs = median(hashes.map(({ processorMs }) => processorMs))
  const processor = speedOfProcessor(hashMs)
  const http = speedOfHttp(rateOf(rates.bare))
  const goal = goals[name]
  printFigures(`${name}: medians of ${ROUNDS} runs`, [
    loadFigure('node:http alone, 50 connections', rates.bare, rateOf(rates.bare)),
    { what: 'Argon2id alone', value: hash, unit: '/s', ratio: 1 },
    { what: 'Argon2id alone, processor', value: hashMs, unit: ' ms', ratio: 1 },
    loadFigure('node:http with one indexed read, 50 connections', rates.floor, read),
    loadFigure('the same beside Argon2id', rates.beside, read),
    loadFigure('session check, 10 connections', checks.few, read),
    {
      ...loadFigure('session check, 50 connections', rates.check, read),
      goal: atLeast(goal.checks, http),
    },
    {
      ...loadFigure('session check, 100 connections', checks.many, read),
      goal: within(goal.p99, http),
    },
    {
      ...loadFigure('GET /users/{id}, 50, of the session check', rates.user, rateOf(rates.check)),
      goal: atLeast(USER_SHARE * rateOf(rates.check)),
    },
    loadFigure(`session check, 50, with ${PEOPLE} accounts`, full, read),
    {
      ...loadFigure('session check, 50, while 50 others sign in', rates.busy, read),
      goal: within(goal.beside * median(rates.beside.map(({ p99 }) => p99))),
    },
    {
      ...loadFigure('password sign-in, of hashing alone', rates.login, hash),
      goal: atLeast(goal.signIns * hash),
    },
    {
      what: 'session check, processor',
      value: median(costs.check) * 1000,
      unit: ' µs',
      goal: atMost(goal.checkUs, http),
    },
    {
      what: 'password sign-in, processor, of one hash',
      value: median(costs.login),
      unit: ' ms',
      ratio: median(costs.login) / hashMs,
      goal: atMost(12, processor),
    },
    {
      what: 'busy after 100 callers that were signing in left',
      value: afterwardsMs,
      unit: ' ms',
      goal: atMost(300),
    },
    { what: 'commits of one row', value: commit, unit: '/s', ratio: 1 },
    loadFigure('send_code, of such commits, 10 connections', codes.few, commit),
    {
      ...loadFigure('send_code, 50 connections', rates.codes, commit),
      goal: atLeast(goal.codes * commit),
    },
    loadFigure('send_code, 100 connections', codes.many, commit),
    { what: 'start to ready', value: laterMs, unit: ' ms', goal: atMost(600, processor) },
    { what: 'start for the first time', value: firstMs, unit: ' ms' },
    { what: 'memory when idle', value: idleMib, unit: ' MiB', goal: atMost(140) },
    { what: `memory with ${PEOPLE} accounts, after all this`, value: memory.now, unit: ' MiB' },
    { what: 'memory at most', value: memory.most, unit: ' MiB', goal: atMost(goal.mostMib) },
  ])
})

// What Node keeps of the sources is made at the first start, and an empty database gets its tables.
async function startTimes(
  env: Record<string, string> & { DATA_DIR: string },
  start: BenchDatabase['start'],
): Promise<{ server: BenchServer; firstMs: number; laterMs: number; idleMib: number }> {
  const kept = { ...env, NODE_COMPILE_CACHE: mkdtempSync(path.join(env.DATA_DIR, 'compiled-')) }
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
    server.stop()
    await server.ended
  }
}
