import { randomBytes } from 'node:crypto'
import type { Drawn } from '@passport/puzzles'
import { is, type Infer } from 'superstruct'
import {
  CHALLENGE_TTL_MS,
  PASS_TTL_MS,
  proofAnswer,
  REFRESHES,
  WRONG_ANSWERS,
  type Challenge,
  type challengeAnswer,
  type challengeRequest,
  type decisionState,
  type openDecision,
  type ProofAnswer,
  type ProofOfWork,
  type Verdict,
} from '#protocol/captcha/challenge.ts'
import { writeDecision } from '#protocol/captcha/decision.ts'
import { isModeName, type ModeName, type PuzzleOf } from '#protocol/captcha/modes.ts'
import type { CaptchaSettings, Region } from '#protocol/captcha/settings.ts'
import type { KindChoice } from '#protocol/captcha/subtypes.ts'
import type { Language } from '#protocol/common-params.ts'
import type { Clock } from '../lib/clock.ts'
import { createRequestDigest, type RequestDigest } from '../lib/request-digest.ts'
import type {
  CaptchaRepository,
  ChallengeRow,
  Count,
  Protected,
} from '../store/captcha-repository.ts'
import { createCounters, defaultBudgets, type Budgets } from './budgets.ts'
import { openContact, sealContact } from './contact.ts'
import type { Order, Pool } from './pool.ts'
import { checkWork, defaultWork, makeWork, type WorkRange } from './proof-of-work.ts'

/** A request that is let through only after a challenge. */
export interface ProtectedCall extends Protected {
  logId: string
  region: Region
  /** The kind that is wanted; slide where none is named. */
  kind?: KindChoice
  /** Mail address that the call is about, where a link may be sent there instead. */
  email?: string | undefined
}

/** A challenge that was passed for the form of another site. */
export interface SitePass {
  /** The decision's target: origin and action of the form. */
  target: string
  aid: number
  at: number
}

/** Why no challenge was issued. */
export type Refusal =
  | { error: 'captcha_expired' }
  | { error: 'too_often'; retryAfterSeconds: number }

/** Who asks: `aid` and `language` as in the common parameters, `address` as the proxies give it. */
export interface Asker {
  aid: number
  address: string
  language: Language
}

/** Human verification as the account server uses it. */
export interface Captcha {
  /**
   * Opens a decision for one protected call and answers the text of `verify_center_decision_conf`.
   * A call without a web id is given one, which the client sends with the repeated request.
   */
  decide(call: ProtectedCall): Promise<string>
  /** Uses up the passed challenge for this very call; false when there is none. */
  consume(call: Protected): Promise<boolean>
  /** What a call is about, as `decide` and `consume` take it. */
  digest: RequestDigest
  setting(): CaptchaSettings
  get(
    request: Infer<typeof challengeRequest>,
    asker: Asker,
  ): Promise<{ challenge: Challenge } | Refusal>
  verify(
    answer: Infer<typeof challengeAnswer>,
    asker: Asker,
  ): Promise<Verdict & { site?: SitePass }>
  /** The address that a link for a decision is to be mailed to; counts the mail. */
  mail(
    call: Infer<typeof openDecision>,
    asker: Asker,
  ): Promise<{ decisionId: string; address: string } | Refusal>
  /** Passes a decision whose link was opened; false when it is not open any more. */
  passByLink(decisionId: string): Promise<boolean>
  state(call: Infer<typeof openDecision>, asker: Asker): Promise<Infer<typeof decisionState>>
  close(): Promise<void>
}

/** What human verification is made from; budgets and work only differ in tests. */
export interface CaptchaParts {
  store: CaptchaRepository
  pool: Pool
  clock: Clock
  /** At least 32 random bytes, the same on every instance. */
  secret: Buffer
  settings: CaptchaSettings
  budgets?: Budgets
  work?: WorkRange
}

/** Operation of decisions that forms of other sites open. */
export const SITE_OPERATION = 'captcha_site'

/** Pictures of one decision, those after wrong answers not counted. */
const PICTURES = REFRESHES + 1
const DECISION_TTL_MS = 15 * 60_000
const ID_BYTES = 24
/** Derivations under way at which no further work is made: a drained pool must not become a queue. */
const MOST_DERIVATIONS = 32
const BUSY_SECONDS = 2
/** Proof of work needs no eye, so it costs twice the budget. */
const WORK_WEIGHT = 2

/** What is sent of a challenge, and what is kept. */
type Prepared =
  | { kind: ModeName; sent: PuzzleOf<ModeName>; answer: object }
  | { kind: 'pow'; sent: { subtype: 'pow'; pow: ProofOfWork }; answer: ProofAnswer }

/** Names the wanted thing: puzzles are drawn before it is known who reads them. */
function inWords(puzzle: Drawn['puzzle'], language: Language): PuzzleOf<ModeName> {
  return puzzle.subtype === '3d' ? { ...puzzle, ask: puzzle.ask[language] } : puzzle
}

/** Returns whether an answer solves a stored challenge. */
async function isSolved(row: ChallengeRow, answer: unknown, now: number): Promise<boolean> {
  const solution: unknown = JSON.parse(row.answer)
  if (row.kind === 'pow') {
    return is(solution, proofAnswer) && is(answer, proofAnswer) && checkWork(solution, answer)
  }
  if (!isModeName(row.kind)) return false
  // It brings all that draws, which the main thread can do without until somebody answers.
  const { verify } = await import('@passport/puzzles')
  return verify(row.kind, solution, answer, now - row.issuedAt)
}

/** Puts human verification together; `close` ends its pool. */
export function createCaptcha(parts: CaptchaParts): Captcha {
  const { store, pool, clock, secret } = parts
  const counters = createCounters(store, parts.budgets ?? defaultBudgets, clock)
  const digest = createRequestDigest(secret)
  const range = parts.work ?? defaultWork
  let deriving = 0

  /** A puzzle from the pool, or work where there is none or none is wanted. */
  async function prepare(
    mode: 'visual' | 'pow',
    order: Order,
    bound: readonly (string | number)[],
  ): Promise<Prepared | undefined> {
    const drawn = mode === 'visual' ? await pool.take(order) : undefined
    if (drawn) {
      const sent = inWords(drawn.puzzle, order.language)
      return { kind: drawn.puzzle.subtype, sent, answer: drawn.solution }
    }
    if (deriving >= MOST_DERIVATIONS) return undefined
    deriving += 1
    const { work, answer } = await makeWork(secret, range, bound).finally(() => (deriving -= 1))
    return { kind: 'pow', sent: { subtype: 'pow', pow: work }, answer }
  }

  async function issue(
    decisionId: string,
    fp: string,
    asker: Asker,
    mode: 'visual' | 'pow',
    wish: ModeName = 'slide',
  ): Promise<{ challenge: Challenge } | Refusal> {
    const { aid, address, language } = asker
    const now = clock()
    // Before anything is counted: an unknown detail must not use up the budget of a web id.
    const decision = await store.findOpen(decisionId, aid, fp, PICTURES, now)
    if (!decision) return { error: 'captcha_expired' }
    const visitor = { fp, address, target: decision.target }
    const id = randomBytes(ID_BYTES).toString('base64url')
    const wanted = decision.kind === 'any' ? wish : decision.kind
    const rowOf = (kind: string, answer: object): ChallengeRow => {
      const at = clock()
      const times = { issuedAt: at, expiresAt: at + CHALLENGE_TTL_MS }
      return { id, decisionId, fp, kind, answer: JSON.stringify(answer), ...times }
    }
    const { increments, standing } = counters.plan(visitor, mode === 'pow' ? WORK_WEIGHT : 1)
    let ready: Drawn | undefined
    const choose = (counts: ReadonlyMap<string, Count>): ChallengeRow | undefined => {
      const { wait, level } = standing(counts, now)
      if (wait > 0 || mode === 'pow') return undefined
      ready ??= pool.ready({ kind: wanted, language, level })
      return ready && rowOf(ready.puzzle.subtype, ready.solution)
    }
    // Nearly always a puzzle is ready: one commit then, since each of them waits for a disk.
    let { counts, taken } = await store.countAndIssue(increments, choose, PICTURES, now)
    const { wait, level } = standing(counts, now)
    if (wait > 0) return { error: 'too_often', retryAfterSeconds: wait }
    let sent: Prepared['sent'] | undefined = ready && inWords(ready.puzzle, language)
    if (!ready) {
      const prepared = await prepare(mode, { kind: wanted, language, level }, [id, aid, fp])
      if (!prepared) return { error: 'too_often', retryAfterSeconds: BUSY_SECONDS }
      taken = await store.issue(rowOf(prepared.kind, prepared.answer), PICTURES, clock())
      sent = prepared.sent
    }
    if (!taken || !sent) return { error: 'captcha_expired' }
    return {
      challenge: {
        id,
        ttl_ms: CHALLENGE_TTL_MS,
        left: WRONG_ANSWERS - taken.tries,
        refreshes: PICTURES + taken.tries - taken.issued,
        alt: [
          mode === 'pow' ? 'visual' : 'pow',
          ...(decision.contact === '' ? [] : (['email'] as const)),
        ],
        ...sent,
      },
    }
  }

  /** A further picture after a wrong answer; null when there is none to be had. */
  async function next(row: ChallengeRow, asker: Asker): Promise<Challenge | null> {
    const { decisionId, fp, kind } = row
    const outcome = isModeName(kind)
      ? await issue(decisionId, fp, asker, 'visual', kind)
      : await issue(decisionId, fp, asker, 'pow')
    return 'challenge' in outcome ? outcome.challenge : null
  }

  return {
    async decide({ aid, fp, operation, target, logId, region, kind = 'slide', email }) {
      const now = clock()
      pool.wake(kind === 'any' ? 'slide' : kind)
      const id = randomBytes(ID_BYTES).toString('base64url')
      const webId = fp === '' ? `verify_${randomBytes(16).toString('hex')}` : fp
      await store.addDecision({
        id,
        aid,
        fp: webId,
        operation,
        target,
        kind,
        contact: email === undefined ? '' : sealContact(secret, email),
        createdAt: now,
        expiresAt: now + DECISION_TTL_MS,
      })
      const ticket = `VT${randomBytes(18).toString('hex').toUpperCase()}_${region}`
      return writeDecision({
        subtype: kind === 'any' ? 'slide' : kind,
        detail: id,
        fp: webId,
        region,
        logId,
        operation,
        ticket,
      })
    },

    consume: (call) => store.consume(call, clock()),

    digest,

    setting: () => parts.settings,

    get: async ({ detail, fp, mode, wish }, asker) => await issue(detail, fp, asker, mode, wish),

    async verify({ id, fp, answer }, asker) {
      const now = clock()
      // Taken first, compared after: of parallel answers to one challenge one is looked at.
      const row = await store.takeChallenge(id, fp, now)
      const taken = row && (await store.takeTry(row.decisionId, WRONG_ANSWERS, now))
      if (!row || !taken) return { result: 'expired' }
      const visitor = { fp, address: asker.address, target: taken.target }
      if (await isSolved(row, answer, now)) {
        const passed = await store.pass(row.decisionId, now + PASS_TTL_MS, now)
        if (!passed) return { result: 'expired' }
        await counters.passed(visitor)
        const pass = { result: 'pass', expires_in: PASS_TTL_MS / 1000 } as const
        if (passed.operation !== SITE_OPERATION) return pass
        return { ...pass, site: { target: passed.target, aid: passed.aid, at: now } }
      }
      await counters.failed(visitor)
      const left = WRONG_ANSWERS - taken.tries
      return { result: 'fail', left, next: left > 0 ? await next(row, asker) : null }
    },

    async mail({ detail, fp }, { aid, address }) {
      const decision = await store.find(detail, aid, fp, clock())
      if (decision?.state !== 'open') return { error: 'captcha_expired' }
      const contact = openContact(secret, decision.contact)
      if (contact === undefined) return { error: 'captcha_expired' }
      const wait = await counters.mail({ fp, address, target: digest(contact) })
      if (wait > 0) return { error: 'too_often', retryAfterSeconds: wait }
      return { decisionId: decision.id, address: contact }
    },

    async passByLink(decisionId) {
      const now = clock()
      return (await store.pass(decisionId, now + PASS_TTL_MS, now)) !== undefined
    },

    async state({ detail, fp }, { aid }) {
      const now = clock()
      const decision = await store.find(detail, aid, fp, now)
      if (!decision || decision.state === 'used') return { state: 'ended', expires_in: 0 }
      const seconds = Math.floor((decision.expiresAt - now) / 1000)
      return { state: decision.state, expires_in: seconds }
    },

    close: () => pool.close(),
  }
}
