import type { Drawn } from '@passport/puzzles'
import { afterEach, describe, expect, test } from 'vitest'
import { createWorkerPool } from '../../server/captcha/pool.ts'
import type { PuzzleOrder, Pool } from '../../server/captcha/pool.ts'
import { createTestCaptcha } from './server.ts'

const style = { secret: 'of a test', folder: '' }
const slide: PuzzleOrder = { kind: 'slide', language: 'en', level: 0 }
let pool: Pool | undefined
afterEach(async () => {
  await pool?.close()
  pool = undefined
})

/** Takes a puzzle with several tries, because a worker that has just started may be slow. */
async function takeWithRetry(from: Pool, order: PuzzleOrder = slide): Promise<Drawn | undefined> {
  for (let i = 0; i < 8; i++) {
    const drawn = await from.take(order)
    if (drawn) return drawn
  }
  return undefined
}

const empty: Pool = {
  take: async () => undefined,
  close: async () => {},
}

describe('the pool', () => {
  test('draws in a worker and returns each puzzle once', async () => {
    pool = createWorkerPool({ style, most: 320, ready: 4, warn: () => {} })
    const first = await takeWithRetry(pool)
    const second = await takeWithRetry(pool)
    expect(first?.puzzle.subtype).toBe('slide')
    expect(second?.puzzle.parts).not.toEqual(first?.puzzle.parts)
  })

  test('draws ahead, so that a puzzle is ready', async () => {
    pool = createWorkerPool({ style, most: 320, ready: 1, warn: () => {} })
    await takeWithRetry(pool)
    // Drawn after a slide that nobody asked for.
    expect(await takeWithRetry(pool, { ...slide, kind: 'whirl' })).toBeDefined()
    const soon = new Promise((resolve) => setImmediate(resolve, 'too late'))
    expect(await Promise.race([pool.take(slide), soon])).toMatchObject({
      puzzle: { subtype: 'slide' },
    })
  })

  test('queues two requests when empty, and rejects the others', async () => {
    const drained = createWorkerPool({
      style,
      most: 320,
      ready: 1,
      warn: () => {},
    })
    pool = drained
    const taken = await Promise.all(Array.from({ length: 8 }, () => drained.take(slide)))
    expect(taken.filter((drawn) => drawn === undefined).length).toBeGreaterThanOrEqual(5)
  })

  test('can stop while requests wait', async () => {
    pool = createWorkerPool({
      style,
      most: 320,
      ready: 1,
      warn: () => {},
    })
    const waiting = pool.take(slide)
    await pool.close()
    expect(await waiting).toBeUndefined()
  })

  test('falls back to proof of work when empty', async () => {
    const { open, get } = await createTestCaptcha({ pool: empty })
    expect((await get(await open())).subtype).toBe('pow')
  })

  test('does not queue requests for proof of work', async () => {
    const { captcha, open, asker } = await createTestCaptcha({ pool: empty })
    const decisions = await Promise.all(
      Array.from({ length: 80 }, (_, i) => open({ webId: `verify_${i}` })),
    )
    const outcomes = await Promise.all(
      decisions.map(({ detail, fp }) =>
        captcha.get({ detail, fp, region: 'sg', mode: 'visual' }, asker),
      ),
    )
    const refused = outcomes.filter((outcome) => 'error' in outcome)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(80)
    for (const outcome of refused) {
      expect(outcome).toEqual({ error: 'too_often', retryAfterSeconds: 2 })
    }
  })
})
