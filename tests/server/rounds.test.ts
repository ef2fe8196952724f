import { expect, test, vi } from 'vitest'
import { batched } from '../../server/store/batching.ts'
import { ConnectionLost } from '../../server/store/faults.ts'

// A round that ends when the test says so.
function heldRounds(atOnce: number) {
  const rounds: { items: readonly number[]; end: () => void }[] = []
  const double = batched({ most: 8, atOnce }, (items: readonly number[]) => {
    const { promise, resolve } = Promise.withResolvers<number[]>()
    rounds.push({ items, end: () => resolve(items.map((item) => item * 2)) })
    return promise
  })
  return { rounds, double }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('serves together who comes in one turn of the event loop, and answers each', async () => {
  const { rounds, double } = heldRounds(1)
  const answers = Promise.all([1, 2, 3, 4].map(double))
  await turn()
  expect(rounds.map(({ items }) => items)).toEqual([[1, 2, 3, 4]])
  rounds[0]?.end()
  expect(await answers).toEqual([2, 4, 6, 8])
})

test('keeps who comes during a round for the next, of at most so many and a power of two', async () => {
  const { rounds, double } = heldRounds(1)
  const first = double(0)
  await turn()
  const later = Promise.all(Array.from({ length: 13 }, (_, at) => double(at + 1)))
  await turn()
  expect(rounds).toHaveLength(1)
  for (let round = 0; round < 4; round++) {
    rounds[round]?.end()
    await turn()
  }
  expect(rounds.map(({ items }) => items.length)).toEqual([1, 8, 4, 1])
  expect(await first).toBe(0)
  expect(await later).toEqual(Array.from({ length: 13 }, (_, at) => (at + 1) * 2))
})

test('lets as many rounds run at once as it is told', async () => {
  const { rounds, double } = heldRounds(2)
  const answers: Promise<number>[] = []
  for (const item of [1, 2, 3]) {
    answers.push(double(item))
    await turn()
  }
  expect(rounds.map(({ items }) => items)).toEqual([[1], [2]])
  rounds[1]?.end()
  expect(await answers[1]).toBe(4)
  await turn()
  expect(rounds.map(({ items }) => items)).toEqual([[1], [2], [3]])
  for (const { end } of rounds) end()
  await Promise.all(answers)
})

test('lets a round that does not end hold up the next for a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { rounds, double } = heldRounds(1)
  const held = double(1)
  await turn()
  const next = [double(2)]
  vi.advanceTimersByTime(999)
  expect(rounds.map(({ items }) => items)).toEqual([[1]])
  vi.advanceTimersByTime(1)
  expect(rounds.map(({ items }) => items)).toEqual([[1], [2]])
  next.push(double(3))
  rounds[0]?.end()
  expect(await held).toBe(2)
  await turn()
  // It gave its place up already, and gives none up again.
  expect(rounds).toHaveLength(2)
  rounds[1]?.end()
  await turn()
  rounds[2]?.end()
  expect(await Promise.all(next)).toEqual([4, 6])
})

test('refuses nobody for what another one asked', async () => {
  const rounds: (readonly number[])[] = []
  const even = batched({ most: 8, atOnce: 1 }, async (items: readonly number[]) => {
    rounds.push(items)
    const odd = items.find((item) => item % 2 === 1)
    if (odd !== undefined) throw new Error(`${odd} is odd`)
    return items
  })
  const answers = await Promise.allSettled([2, 3, 4, 5].map(even))
  expect(rounds).toEqual([[2, 3, 4, 5], [2], [3], [4], [5]])
  expect(answers.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
  ])
  expect(answers[3]).toMatchObject({ reason: new Error('5 is odd') })
})

test('does not repeat for each what failed because the database is away', async () => {
  let tries = 0
  const work = batched({ most: 8, atOnce: 1 }, async () => {
    tries += 1
    throw new ConnectionLost(new Error('gone'))
  })
  const answers = await Promise.allSettled([1, 2, 3, 4].map(work))
  expect(tries).toBe(1)
  expect(answers.every(({ status }) => status === 'rejected')).toBe(true)
})

test('serves each alone where one of them waited in vain for what somebody else holds', async () => {
  const held = Object.assign(new Error('lock timeout'), { code: '55P03' })
  const work = batched({ most: 8, atOnce: 1 }, async (items: readonly number[]) => {
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
