import { expect, test } from 'vitest'
import { createConcurrencyLimit } from '../../../server/lib/concurrency-limit.ts'
import { PassportError } from '../../../server/lib/passport-error.ts'

const never = new AbortController().signal

test('runs jobs in order up to the limit, and rejects them when the queue is full', async () => {
  const gate = createConcurrencyLimit(2, 2)
  const done: number[] = []
  let most = 0
  let running = 0
  const job = (number: number) => async (): Promise<void> => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running--
    done.push(number)
  }
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => gate.run(never, job(n))))
  expect(results.map(({ status }) => status)).toEqual([
    ...Array<string>(4).fill('fulfilled'),
    'rejected',
  ])
  expect(done).toEqual([1, 2, 3, 4])
  expect(most).toBe(2)
})

test('runs no job for a caller that has disconnected', async () => {
  const gate = createConcurrencyLimit(1, 5)
  const gone = new AbortController()
  let worked = 0
  const first = gate.run(never, () => new Promise<void>((resolve) => setTimeout(resolve, 5)))
  const second = gate.run(gone.signal, () => Promise.resolve(worked++))
  gone.abort()
  await expect(second).rejects.toBeInstanceOf(PassportError)
  await first
  expect(worked).toBe(0)
  await expect(gate.run(never, () => Promise.resolve(7))).resolves.toBe(7)
})
