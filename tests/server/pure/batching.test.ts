import { expect, test, vi } from 'vitest'
import { batched } from '../../../server/store/batching.ts'
import { ConnectionLost } from '../../../server/store/database-errors.ts'

// A batch that ends when the test says so.
function heldBatches(concurrency: number) {
  const batches: { items: readonly number[]; end: () => void }[] = []
  const double = batched({ maxSize: 8, concurrency }, (items: readonly number[]) => {
    const { promise, resolve } = Promise.withResolvers<number[]>()
    batches.push({ items, end: () => resolve(items.map((item) => item * 2)) })
    return promise
  })
  return { batches, double }
}

const nextLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('combines items of one event loop round and returns a result for each', async () => {
  const { batches, double } = heldBatches(1)
  const answers = Promise.all([1, 2, 3, 4].map(double))
  await nextLoop()
  expect(batches.map(({ items }) => items)).toEqual([[1, 2, 3, 4]])
  batches[0]?.end()
  expect(await answers).toEqual([2, 4, 6, 8])
})

test('queues items that arrive during a batch, in powers of two up to the limit', async () => {
  const { batches, double } = heldBatches(1)
  const first = double(0)
  await nextLoop()
  const later = Promise.all(Array.from({ length: 13 }, (_, at) => double(at + 1)))
  await nextLoop()
  expect(batches).toHaveLength(1)
  for (let batch = 0; batch < 4; batch++) {
    batches[batch]?.end()
    await nextLoop()
  }
  expect(batches.map(({ items }) => items.length)).toEqual([1, 8, 4, 1])
  expect(await first).toBe(0)
  expect(await later).toEqual(Array.from({ length: 13 }, (_, at) => (at + 1) * 2))
})

test('runs no more batches at the same time than allowed', async () => {
  const { batches, double } = heldBatches(2)
  const answers: Promise<number>[] = []
  for (const item of [1, 2, 3]) {
    answers.push(double(item))
    await nextLoop()
  }
  expect(batches.map(({ items }) => items)).toEqual([[1], [2]])
  batches[1]?.end()
  expect(await answers[1]).toBe(4)
  await nextLoop()
  expect(batches.map(({ items }) => items)).toEqual([[1], [2], [3]])
  for (const { end } of batches) end()
  await Promise.all(answers)
})

test('starts the next batch after a second when one does not end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { batches, double } = heldBatches(1)
  const held = double(1)
  await nextLoop()
  const next = [double(2)]
  vi.advanceTimersByTime(999)
  expect(batches.map(({ items }) => items)).toEqual([[1]])
  vi.advanceTimersByTime(1)
  expect(batches.map(({ items }) => items)).toEqual([[1], [2]])
  next.push(double(3))
  batches[0]?.end()
  expect(await held).toBe(2)
  await nextLoop()
  // It released its slot already and must not release it twice.
  expect(batches).toHaveLength(2)
  batches[1]?.end()
  await nextLoop()
  batches[2]?.end()
  expect(await Promise.all(next)).toEqual([4, 6])
})

test('fails no item because of another', async () => {
  const batches: (readonly number[])[] = []
  const even = batched({ maxSize: 8, concurrency: 1 }, async (items: readonly number[]) => {
    batches.push(items)
    const odd = items.find((item) => item % 2 === 1)
    if (odd !== undefined) throw new Error(`${odd} is odd`)
    return items
  })
  const answers = await Promise.allSettled([2, 3, 4, 5].map(even))
  expect(batches).toEqual([[2, 3, 4, 5], [2], [3], [4], [5]])
  expect(answers.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
  ])
  expect(answers[3]).toMatchObject({ reason: new Error('5 is odd') })
})

test('does not try each item alone while the database is away', async () => {
  let tries = 0
  const work = batched({ maxSize: 8, concurrency: 1 }, async () => {
    tries += 1
    throw new ConnectionLost(new Error('gone'))
  })
  const answers = await Promise.allSettled([1, 2, 3, 4].map(work))
  expect(tries).toBe(1)
  expect(answers.every(({ status }) => status === 'rejected')).toBe(true)
})

test('tries each item alone after a lock timeout', async () => {
  const held = Object.assign(new Error('lock timeout'), { code: '55P03' })
  const work = batched({ maxSize: 8, concurrency: 1 }, async (items: readonly number[]) => {
    if (items.includes(3)) throw held
    return items
  })
  const answers = await Promise.allSettled([1, 2, 3, 4].map(work))
  expect(answers).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'fulfilled', value: 2 },
    { status: 'rejected', reason: held },
    { status: 'fulfilled', value: 4 },
  ])
})
