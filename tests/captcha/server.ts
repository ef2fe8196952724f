import { randomBytes } from 'node:crypto'
import type { Drawn } from '@passport/puzzles'
import type { Challenge } from '#protocol/captcha/challenge.ts'
import { readDecision } from '#protocol/captcha/decision.ts'
import type { Decision } from '#protocol/captcha/decision.ts'
import { createCaptcha } from '../../server/captcha/captcha.ts'
import type {
  Requester,
  Captcha,
  CaptchaDependencies,
  ProtectedCall,
} from '../../server/captcha/captcha.ts'
import type { WorkCost } from '../../server/captcha/proof-of-work.ts'
import { createLocalPool } from '../support/local-pool.ts'
import type { Pool } from '../../server/captcha/pool.ts'
import type { CaptchaRepository } from '../../server/store/captcha-repository.ts'
import type { ChallengeMode } from '../../widget/captcha/api.ts'
import { findProof } from '../../widget/captcha/find-proof.ts'
import { createSiteAttack, type SiteAttack } from '../../server/captcha/site-level.ts'
import {
  captchaCounterRepository,
  captchaRepository,
} from '../../server/store/captcha-repository.ts'
import { openDatabase } from '../../server/store/database.ts'
import { migrate } from '../../server/store/migrate.ts'

/** Work that takes no time. */
export const quickWork: WorkCost = {
  n: 2,
  alone: { 0: 4, 1: 8, 2: 12 },
  withPicture: { 0: 1, 1: 2, 2: 3 },
}

/** Limits that no test reaches by accident. */
export const wide: NonNullable<CaptchaDependencies['limits']> = {
  browser: {
    issue: [{ max: 1e6, windowMs: 60_000 }],
    failed: { max: 1e6, windowMs: 60_000 },
    passed: { max: 1e6, windowMs: 60_000 },
  },
  address: {
    issue: [{ max: 1e6, windowMs: 60_000 }],
    failed: { max: 1e6, windowMs: 60_000 },
    passed: { max: 1e6, windowMs: 60_000 },
  },
  network: {
    issue: [{ max: 1e6, windowMs: 60_000 }],
    failed: { max: 1e6, windowMs: 60_000 },
    passed: { max: 1e6, windowMs: 60_000 },
  },
  provider: { failed: { max: 1e6, windowMs: 60_000 } },
  subject: {
    failed: { max: 1e6, windowMs: 60_000 },
    mailed: { max: 1e6, windowMs: 60_000 },
  },
  mailed: {
    browser: { max: 1e6, windowMs: 60_000 },
    address: { max: 1e6, windowMs: 60_000 },
  },
}

/** Counts the compared answers; only counted attempts are compared. */
function counting(store: CaptchaRepository): { store: CaptchaRepository; compared: () => number } {
  let compared = 0
  return {
    compared: () => compared,
    store: {
      ...store,
      takeTry: async (...args) => {
        const tries = await store.takeTry(...args)
        if (tries !== undefined) compared += 1
        return tries
      },
    },
  }
}

/** The captcha with what a test needs to look behind it. */
export interface TestCaptcha {
  /** What operators decide of the level. */
  attack: SiteAttack
  captcha: Captcha
  asker: Requester
  /** Returns the number of answers that were compared. */
  compared(): number
  wait(ms: number): void
  /** Returns the right position of the last piece that was sent out. */
  rightX(): number
  /** Answers a challenge, with its work done. */
  solve(
    decision: { fp: string },
    challenge: Challenge,
    answer?: { x: number } | { points: [number, number][] },
    from?: Requester,
  ): ReturnType<Captcha['verify']>
  /** Makes a protected call that is refused, and answers its decision. */
  open(call?: Partial<ProtectedCall>): Promise<Decision>
  get(decision: { detail: string; fp: string }, mode?: ChallengeMode): Promise<Challenge>
}

/** The real service on a database in memory, with a clock that is set by hand. */
export async function createTestCaptcha(
  parts: Partial<CaptchaDependencies> = {},
): Promise<TestCaptcha> {
  let now = Date.UTC(2026, 10, 21, 8)
  const database = openDatabase(':memory:')
  await migrate(database, () => now)
  const answers: Drawn['solution'][] = []
  const local = createLocalPool()
  const pool: Pool = parts.pool ?? {
    take: async (order) => {
      const drawn = await local.take(order)
      if (drawn) answers.push(drawn.solution)
      return drawn
    },
    close: () => local.close(),
  }
  const { store, compared } = counting(captchaRepository(database))
  const captcha = createCaptcha({
    repository: store,
    clock: () => now,
    secret: randomBytes(32),
    settings: { js_v2: {}, back_up_js_v2: {}, integrity: {}, scene_level: 'p0' },
    limits: wide,
    site: { least: 1, busyPerMinute: 1e6 },
    work: quickWork,
    ...parts,
    pool,
  })
  const asker = { aid: 1001, address: '192.0.2.7', language: 'en' } as const
  const site = parts.site ?? { least: 1, busyPerMinute: 1e6 }
  return {
    captcha,
    attack: createSiteAttack(captchaCounterRepository(database.query), site, () => now),
    compared,
    asker,
    wait: (ms: number) => {
      now += ms
    },
    rightX: () => {
      const last = answers.at(-1)
      return last && 'x' in last ? last.x : Number.NaN
    },
    async solve({ fp }, { id, pow }, answer, from = asker) {
      return await captcha.verify(
        { id, fp, proof: await findProof(pow, { sliceMs: 1000 }), answer },
        from,
      )
    },
    async open(call = {}) {
      const decision = readDecision(await captcha.decide({ ...ann, ...call }))
      if (!decision) throw new Error('The decision cannot be read.')
      return decision
    },
    async get(decision, mode = 'any') {
      const outcome = await captcha.get({ ...decision, region: 'sg', mode }, asker)
      if ('error' in outcome) throw new Error(outcome.error)
      return outcome.challenge
    },
  }
}

/** A call that is protected: Ann asks for a code to her own address. */
export const ann: ProtectedCall = {
  aid: 1001,
  webId: 'verify_ann0123456789',
  operation: 'send_code',
  requestDigest: 'digest of ann@example.com',
  logId: '20261121080000000000000000000001',
  region: 'sg',
  kind: 'slide',
}
