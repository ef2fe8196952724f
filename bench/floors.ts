import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { hash } from '@node-rs/argon2'
import { Pool } from 'pg'
import { account } from './load.ts'

const HASH_MS = 4000
const COMMIT_MS = 2000
const CALLERS = 50
const POOL_SIZE = 10

/** Replies per second of node:http on the idle machine on which the goals were set. */
const REFERENCE_HTTP = 56_000

/** Processor time of one Argon2id hash on the reference machine. */
const REFERENCE_HASH_MS = 9

/**
 * Returns the speed of this machine relative to the reference, at most 1. Goals are scaled by it, so
 * that a slower or busier machine can reach them.
 */
export function speedOfHttp(perSecond: number): number {
  return Math.min(1, perSecond / REFERENCE_HTTP)
}

/** Returns the speed of the processor alone, from the milliseconds of one hash. */
export function speedOfProcessor(hashMs: number): number {
  return Math.min(1, REFERENCE_HASH_MS / hashMs)
}

/**
 * Argon2id hashes with nothing beside them, as many at once as the server lets run: how many a
 * second, and the milliseconds of processor for each.
 */
export async function hashAlone(): Promise<{ rate: number; processorMs: number }> {
  const before = process.cpuUsage()
  const aSecond = await rate(HASH_MS, 2, async () => {
    await hash(account.password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  })
  const { user, system } = process.cpuUsage(before)
  return { rate: aSecond, processorMs: (user + system) / aSecond / HASH_MS }
}

/** Measures commits of one row each per second, with fifty callers. */
export async function commitRate(location: string): Promise<number> {
  let next = 0
  const text = (place: string): string => `insert into bench_commits values (${place})`
  const make = 'create table if not exists bench_commits (key bigint primary key)'
  const drop = 'drop table bench_commits'
  if (location.startsWith('postgres')) {
    const pool = new Pool({ connectionString: location, max: POOL_SIZE })
    await pool.query(make)
    const done = await rate(COMMIT_MS, CALLERS, async () => {
      await pool.query({ name: 'insert', text: text('$1'), values: [next++] })
    })
    await pool.query(drop)
    await pool.end()
    return done
  }
  const database = new DatabaseSync(location, { timeout: COMMIT_MS })
  database.exec(`pragma synchronous = full; ${make}`)
  const insert = database.prepare(text('?'))
  const done = await rate(COMMIT_MS, 1, async () => {
    insert.run(next++)
  })
  database.exec(drop)
  database.close()
  return done
}

async function rate(ms: number, lanes: number, work: () => Promise<void>): Promise<number> {
  const end = performance.now() + ms
  let done = 0
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return (done * 1000) / ms
}
