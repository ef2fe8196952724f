import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildWorker } from '../../scripts/lib/proof-worker.ts'
import { defaultWork, makeWork } from '../../server/captcha/proof-of-work.ts'
import { solveWork } from '../../widget/captcha/proof-of-work.ts'

const N = 16
const otherSalt = (): string => randomBytes(16).toString('base64url')

describe('proof of work', () => {
  test('made by the server is solved by the browser', async () => {
    for (const max of [1, 40]) {
      const { work, proof } = await makeWork(N, max)
      expect(await solveWork(work)).toBe(proof)
    }
  })

  test('needs 16 MiB for each key', async () => {
    const { work, proof } = await makeWork(defaultWork.n, 2)
    expect(128 * work.n * work.r).toBe(16 * 1024 ** 2)
    expect(await solveWork(work)).toBe(proof)
  })

  test('reveals nothing about the proof', async () => {
    const { work, proof } = await makeWork(N, 4)
    expect(proof).toMatch(/^[\w-]{22}$/)
    expect(JSON.stringify(work)).not.toContain(proof)
  })

  test('reports progress and stops when aborted', async () => {
    const { work } = await makeWork(N, 10_000)
    // With another salt, no key matches until all are tried.
    const endless = { ...work, salt: otherSalt() }
    const shares: number[] = []
    const stop = new AbortController()
    const solving = solveWork(endless, {
      signal: stop.signal,
      onProgress: (share) => {
        shares.push(share)
        if (shares.length === 3) stop.abort()
      },
    })
    await expect(solving).rejects.toThrow('abort')
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  })

  test('lets other tasks of the page run while it computes', async () => {
    const { work } = await makeWork(defaultWork.n, 4)
    let turns = 0
    const clock = setInterval(() => (turns += 1), 1)
    await solveWork({ ...work, salt: otherSalt() }).catch(() => undefined)
    clearInterval(clock)
    // Some 60 ms for each of four keys, in slices of 10 ms.
    expect(turns).toBeGreaterThan(8)
  })

  test('fails if no number is a solution', async () => {
    const { work } = await makeWork(N, 4)
    await expect(solveWork({ ...work, salt: otherSalt() })).rejects.toThrow('no number')
  })
})

const workerScript = await buildWorker()

/** Runs the built worker where there is none, as a browser would. */
class FakeWorker extends EventTarget {
  static isAllowed = true
  static started = 0

  constructor() {
    super()
    FakeWorker.started += 1
    if (!FakeWorker.isAllowed) queueMicrotask(() => this.dispatchEvent(new Event('error')))
  }

  postMessage(data: unknown): void {
    if (!FakeWorker.isAllowed) return
    const scope = new EventTarget()
    const postMessage = (answer: unknown) =>
      this.dispatchEvent(new MessageEvent('message', { data: answer }))
    const inside = Object.assign(scope, { postMessage })
    // oxlint-disable-next-line no-implied-eval
    new Function('globalThis', workerScript)(inside)
    scope.dispatchEvent(new MessageEvent('message', { data }))
  }

  terminate(): void {}
}

describe('the worker', () => {
  function provide(isAllowed: boolean): void {
    FakeWorker.isAllowed = isAllowed
    FakeWorker.started = 0
    vi.stubGlobal('Worker', FakeWorker)
    onTestFinished(() => void vi.unstubAllGlobals())
  }

  test('computes instead of the page', async () => {
    provide(true)
    const { work, proof } = await makeWork(N, 20)
    const shares: number[] = []
    expect(await solveWork(work, { onProgress: (share) => shares.push(share) })).toBe(proof)
    expect(FakeWorker.started).toBe(1)
    expect(shares[0]).toBe(0)
  })

  test('is replaced by the page if a content security policy forbids workers', async () => {
    provide(false)
    const { work, proof } = await makeWork(N, 20)
    expect(await solveWork(work)).toBe(proof)
    expect(FakeWorker.started).toBe(1)
  })
})
