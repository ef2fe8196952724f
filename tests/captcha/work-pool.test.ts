import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { defaultWork } from '../../server/captcha/proof-of-work.ts'
import { createWorkPool, type WorkPool } from '../../server/captcha/work-pool.ts'

function poolOf(ready: number): WorkPool {
  const pool = createWorkPool(defaultWork.n, ready)
  onTestFinished(() => pool.close())
  return pool
}

/** Counts the takes that are answered at once, without deriving a key first. */
async function readyOf(pool: WorkPool, count: number): Promise<number> {
  let ready = 0
  for (let i = 0; i < count; i++) {
    const late = new Promise<false>((resolve) => setImmediate(() => resolve(false)))
    ready += (await Promise.race([pool.take(16).then(() => true), late])) ? 1 : 0
  }
  return ready
}

test('prepares work ahead of time after the first request', async () => {
  const pool = poolOf(3)
  expect(await readyOf(pool, 1)).toBe(0)
  await expect.poll(async () => await readyOf(pool, 3), { interval: 2000 }).toBe(3)
})

test('limits the amount of prepared work', async () => {
  const pool = poolOf(2)
  await pool.take(16)
  await expect.poll(async () => await readyOf(pool, 3), { interval: 2000 }).toBe(2)
})

test('never hands out the same work twice', async () => {
  const pool = createWorkPool(16, 4)
  onTestFinished(() => pool.close())
  const salts = new Set<string>()
  for (let round = 0; round < 5; round++) {
    const made = await Promise.all(Array.from({ length: 20 }, () => pool.take(16)))
    for (const { work } of made) salts.add(work.salt)
    await wait(5)
  }
  expect(salts.size).toBe(100)
})

test('returns work of the requested size', async () => {
  const pool = createWorkPool(16, 4)
  onTestFinished(() => pool.close())
  for (const max of [4, 16, 4, 16]) {
    expect((await pool.take(max)).work.max).toBe(max)
    await wait(20)
  }
})

test('answers or refuses each call of a burst on an empty pool, and fills again', async () => {
  // Cheap keys, so that none is too late on a slow machine.
  const pool = createWorkPool(16, 4)
  onTestFinished(() => pool.close())
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => pool.take(16)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(34)
  await expect.poll(async () => await readyOf(pool, 4), { interval: 2000 }).toBe(4)
})
