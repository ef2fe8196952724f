import { randomBytes } from 'node:crypto'
import type { Drawn } from '@passport/puzzles'
import { expect, test } from 'vitest'
import type { Challenge } from '#protocol/captcha/challenge.ts'
import { readDecision, type Decision } from '#protocol/captcha/decision.ts'
import { defaultLimits } from '../../../server/captcha/captcha-limits.ts'
import { createCaptcha, type Captcha } from '../../../server/captcha/captcha.ts'
import type { Clock } from '../../../server/lib/clock.ts'
import { captchaRepository } from '../../../server/store/captcha-repository.ts'
import type { Database } from '../../../server/store/database.ts'
import { findProof } from '../../../widget/captcha/find-proof.ts'
import { quickWork } from '../../captcha/server.ts'
import { retryWhileUnavailable } from '../../support/retry-while-busy.ts'
import { createTwoServers } from '../../support/test-server.ts'

const asker = { aid: 1001, address: '192.0.2.7', language: 'en' } as const
const call = {
  aid: 1001,
  webId: 'verify_ann0123456789',
  operation: 'send_code',
  requestDigest: 'digest of ann@example.com',
}
const RIGHT = 123

/** A puzzle as the pool holds it; what it shows matters to nobody here. */
const puzzle: Drawn = {
  puzzle: {
    subtype: 'slide',
    geom: { w: 320, h: 160, size: 52, y: 40 },
    parts: { bg: 'UklGRg', piece: 'UklGRg' },
  },
  solution: { x: RIGHT },
}

interface Instance {
  captcha: Captcha
  /** Returns the number of puzzles that its pool has handed out. */
  handedOut(): number
  get(decision: Decision): Promise<Challenge | undefined>
}

function instance(database: Database, clock: Clock, secret: Buffer): Instance {
  let handedOut = 0
  const captcha = createCaptcha({
    repository: captchaRepository(database),
    clock,
    secret,
    settings: { js_v2: {}, back_up_js_v2: {}, integrity: {}, scene_level: 'p0' },
    limits: defaultLimits,
    site: { least: 0, busyPerMinute: 1e6 },
    work: quickWork,
    pool: {
      take: async () => {
        handedOut += 1
        return puzzle
      },
      close: async () => {},
    },
  })
  return {
    captcha,
    handedOut: () => handedOut,
    get: async ({ detail, fp }) => {
      const wish = { detail, fp, region: 'sg', mode: 'visual' } as const
      const outcome = await retryWhileUnavailable(() => captcha.get(wish, asker))
      return 'challenge' in outcome ? outcome.challenge : undefined
    },
  }
}

/** Does the work of a challenge and gives an answer. */
async function solve(challenge: Challenge | undefined, x: number) {
  if (!challenge) throw new Error('No challenge was issued.')
  const proof = await findProof(challenge.pow, { sliceMs: 1000 })
  return { id: challenge.id, fp: call.webId, proof, answer: { x } }
}

async function startTwo(): Promise<{
  one: Instance
  two: Instance
  open(webId?: string): Promise<Decision>
  wait(seconds: number): void
}> {
  const [first, second] = await createTwoServers()
  const secret = randomBytes(32)
  const one = instance(first.database, first.clock.now, secret)
  const two = instance(second.database, first.clock.now, secret)
  return {
    one,
    two,
    open: async (webId = call.webId) => {
      const text = await one.captcha.decide({ ...call, webId, logId: '', region: 'sg' })
      const decision = readDecision(text)
      if (!decision) throw new Error('The decision cannot be read.')
      return decision
    },
    wait: (seconds) => first.clock.passSeconds(seconds),
  }
}

test('accepts the answer to a puzzle of another instance, once', async () => {
  const { one, two, open, wait } = await startTwo()
  const decision = await open()
  const challenge = await one.get(decision)
  wait(2)
  const answer = await solve(challenge, RIGHT)
  expect(await two.captcha.verify(answer, asker)).toMatchObject({ result: 'pass' })
  for (const { captcha } of [one, two]) {
    expect(await captcha.verify(answer, asker)).toEqual({ result: 'expired' })
  }
  expect(await one.captcha.consume(call)).toBeDefined()
  expect(await two.captcha.consume(call)).toBeUndefined()
})

test('checks one of two hundred answers sent to both instances at once', async () => {
  const { one, two, open, wait } = await startTwo()
  const right = await solve(await one.get(await open()), RIGHT)
  wait(2)
  const verdicts = await Promise.all(
    Array.from({ length: 200 }, (_, x) => {
      const { captcha } = x % 2 === 0 ? one : two
      return retryWhileUnavailable(() => captcha.verify({ ...right, answer: { x } }, asker))
    }),
  )
  expect(verdicts.filter(({ result }) => result !== 'expired')).toHaveLength(1)
})

test('counts the puzzles that a browser fetches from both instances', async () => {
  const { one, two, open } = await startTwo()
  const most = defaultLimits.browser.issue[0]?.max ?? 0
  const decisions: Decision[] = []
  for (let i = 0; i < 3 * most; i++) decisions.push(await open())
  const fetched = await Promise.all(
    decisions.map((decision, i) => (i % 2 === 0 ? one : two).get(decision)),
  )
  expect(fetched.filter((challenge) => challenge !== undefined)).toHaveLength(most)
})

test('issues at most two puzzles for one decision under concurrent requests', async () => {
  const { one, two, open } = await startTwo()
  const decision = await open()
  const fetched = await Promise.all(
    Array.from({ length: 9 }, (_, i) => (i % 2 === 0 ? one : two).get(decision)),
  )
  const issued = fetched.filter((challenge) => challenge !== undefined)
  expect(issued).toHaveLength(2)
  // Each replaces the one before, so only one can be answered.
  const verdicts = await Promise.all(
    issued.map(async (challenge) => two.captcha.verify(await solve(challenge, 1), asker)),
  )
  expect(verdicts.filter(({ result }) => result !== 'expired')).toHaveLength(1)
})

test('draws nothing when a rate limit is reached', async () => {
  const { one, two, open } = await startTwo()
  for (let i = 0; i < 10; i++) await one.get(await open())
  expect(await two.get(await open())).toBeUndefined()
  expect(two.handedOut()).toBe(0)
})
