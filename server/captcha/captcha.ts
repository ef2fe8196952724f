import { hkdfSync, randomBytes } from 'node:crypto'
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
import { isKindName, type KindChoice, type KindName } from '#protocol/captcha/kind-codes.ts'
import type { PuzzleOf } from '#protocol/captcha/kinds.ts'
import type { CaptchaSettings, Region } from '#protocol/captcha/settings.ts'
import type { Language } from '#protocol/common-params.ts'
import { MINUTE_MS, SECOND_MS, type Clock } from '../lib/clock.ts'
import { decryptText, encryptText } from '../lib/encrypt-text.ts'
import { createRequestDigest, type RequestDigest } from '../lib/request-digest.ts'
import type {
  CaptchaRepository,
  ChallengeRow,
  Counter,
  ProtectedRequest,
} from '../store/captcha-repository.ts'
import { createCounters, defaultLimits, type CaptchaLimits } from './captcha-limits.ts'
import type { Pool, PuzzleOrder } from './pool.ts'
import { checkWork, defaultWork, makeWork, type WorkRange } from './proof-of-work.ts'

/** A call that is allowed only after a captcha. */
export interface ProtectedCall extends ProtectedRequest {
  logId: string
  region: Region
  /** By default slide. */
  kind?: KindChoice
  /** E-mail address of the person, if a link by mail may replace the puzzle. */
  email?: string | undefined
}

/** A challenge that was passed for the form of another site. */
export interface SitePass {
  /** Origin and action of the form, as JSON. */
  target: string
  aid: number
  at: number
}

/** Why no challenge was issued. */
export type Refusal =
  | { error: 'captcha_expired' }
  | { error: 'too_often'; retryAfterSeconds: number }

/** The caller of a captcha endpoint. */
export interface Requester {
  aid: number
  address: string
  language: Language
}

/** Decisions and challenges of captchas. */
export interface Captcha {
  /** Opens a decision and returns `verify_center_decision_conf`, with a new web id if needed. */
  decide(call: ProtectedCall): Promise<string>
  /** Uses a passed challenge for this very call; returns false if there is none. */
  consume(call: ProtectedRequest): Promise<boolean>
  digest: RequestDigest
  setting(): CaptchaSettings
  get(
    request: Infer<typeof challengeRequest>,
    requester: Requester,
  ): Promise<{ challenge: Challenge } | Refusal>
  verify(
    answer: Infer<typeof challengeAnswer>,
    requester: Requester,
  ): Promise<Verdict & { site?: SitePass }>
  /** Counts a link by mail and returns the address that it is sent to. */
  mail(
    call: Infer<typeof openDecision>,
    requester: Requester,
  ): Promise<{ decisionId: string; address: string } | Refusal>
  /** Passes a decision whose link was opened; returns false if it is no longer open. */
  passByLink(decisionId: string): Promise<boolean>
  state(
    call: Infer<typeof openDecision>,
    requester: Requester,
  ): Promise<Infer<typeof decisionState>>
  close(): Promise<void>
}

/** Dependencies of the captcha; tests alone set limits and work. */
export interface CaptchaDependencies {
  repository: CaptchaRepository
  pool: Pool
  clock: Clock
  /** At least 32 random bytes, the same on every instance. */
  secret: Buffer
  settings: CaptchaSettings
  limits?: CaptchaLimits
  work?: WorkRange
}

/** Operation of decisions for forms of other sites. */
export const SITE_OPERATION = 'captcha_site'

/** Pictures of one decision, besides those after wrong answers. */
const PICTURES = REFRESHES + 1
const DECISION_TTL_MS = 15 * MINUTE_MS
const ID_BYTES = 24
/** Without a limit, an empty pool would fill the queue of the thread pool with derivations. */
const MAX_DERIVATIONS = 32
const BUSY_SECONDS = 2
/** A proof of work counts as two pictures, because a program solves it as easily as a person. */
const WORK_WEIGHT = 2

/** The part of a challenge that is sent, and its answer. */
type Prepared =
  | { kind: KindName; sent: PuzzleOf<KindName>; answer: object }
  | { kind: 'pow'; sent: { subtype: 'pow'; pow: ProofOfWork }; answer: ProofAnswer }

// Puzzles are drawn before the reader's language is known.
function translate(puzzle: Drawn['puzzle'], language: string): PuzzleOf<KindName> {
  if (puzzle.subtype !== '3d') return puzzle
  const names: Readonly<Record<string, string>> = puzzle.ask
  return { ...puzzle, ask: names[language] ?? puzzle.ask.en }
}

async function isSolved(row: ChallengeRow, answer: unknown, now: number): Promise<boolean> {
  const solution: unknown = JSON.parse(row.answer)
  if (row.kind === 'pow') {
    return is(solution, proofAnswer) && is(answer, proofAnswer) && checkWork(solution, answer)
  }
  if (!isKindName(row.kind)) return false
  // Loaded with the first answer, because the package contains all that draws puzzles.
  const { verify } = await import('@passport/puzzles')
  return verify(row.kind, solution, answer, now - row.issuedAt)
}

export function createCaptcha(dependencies: CaptchaDependencies): Captcha {
  const { repository, pool, clock, secret, settings } = dependencies
  const counters = createCounters(repository, dependencies.limits ?? defaultLimits, clock)
  const digest = createRequestDigest(secret)
  const range = dependencies.work ?? defaultWork
  const contactKey = Buffer.from(hkdfSync('sha256', secret, '', 'captcha contact', 32))
  let derivations = 0

  // Falls back to a proof of work when the pool has no puzzle.
  async function prepare(
    mode: 'visual' | 'pow',
    order: PuzzleOrder,
    signedValues: readonly (string | number)[],
  ): Promise<Prepared | undefined> {
    const drawn = mode === 'visual' ? await pool.take(order) : undefined
    if (drawn) {
      const sent = translate(drawn.puzzle, order.language)
      return { kind: drawn.puzzle.subtype, sent, answer: drawn.solution }
    }
    if (derivations >= MAX_DERIVATIONS) return undefined
    derivations += 1
    const { work, answer } = await makeWork(secret, range, signedValues).finally(
      () => (derivations -= 1),
    )
    return { kind: 'pow', sent: { subtype: 'pow', pow: work }, answer }
  }

  async function issue(
    decisionId: string,
    webId: string,
    requester: Requester,
    mode: 'visual' | 'pow',
    preference: KindName = 'slide',
  ): Promise<{ challenge: Challenge } | Refusal> {
    const { aid, address, language } = requester
    const now = clock()
    // Before anything is counted, so that invented decisions do not use up the limits of a web id.
    const decision = await repository.findOpen(decisionId, aid, webId, PICTURES, now)
    if (!decision) return { error: 'captcha_expired' }
    const visitor = { webId, address, requestDigest: decision.requestDigest }
    const id = randomBytes(ID_BYTES).toString('base64url')
    // A kind that only a newer version knows counts as `any`.
    const drawnKind = isKindName(decision.kind) ? decision.kind : preference
    const rowOf = (kind: string, answer: object): ChallengeRow => {
      const issuedAt = clock()
      const times = { issuedAt, expiresAt: issuedAt + CHALLENGE_TTL_MS }
      return { id, decisionId, webId, kind, answer: JSON.stringify(answer), ...times }
    }
    const weight = mode === 'pow' ? WORK_WEIGHT : 1
    const { increments, evaluate } = counters.checkIssue(visitor, weight)
    let ready: Drawn | undefined
    const choose = (counts: ReadonlyMap<string, Counter>): ChallengeRow | undefined => {
      const { wait, level } = evaluate(counts, now)
      if (wait > 0 || mode === 'pow') return undefined
      ready ??= pool.ready({ kind: drawnKind, language, level })
      return ready && rowOf(ready.puzzle.subtype, ready.solution)
    }
    // A puzzle is nearly always ready; then one commit, which waits for the disk, is enough.
    let { counts, taken } = await repository.countAndIssue(increments, choose, PICTURES, now)
    const { wait, level } = evaluate(counts, now)
    if (wait > 0) return { error: 'too_often', retryAfterSeconds: wait }
    let sent: Prepared['sent'] | undefined = ready && translate(ready.puzzle, language)
    if (!ready) {
      const order = { kind: drawnKind, language, level }
      const prepared = await prepare(mode, order, [id, aid, webId])
      if (!prepared) return { error: 'too_often', retryAfterSeconds: BUSY_SECONDS }
      taken = await repository.issue(rowOf(prepared.kind, prepared.answer), PICTURES, clock())
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

  async function issueNext(row: ChallengeRow, requester: Requester): Promise<Challenge | null> {
    const { decisionId, webId, kind } = row
    const outcome = isKindName(kind)
      ? await issue(decisionId, webId, requester, 'visual', kind)
      : await issue(decisionId, webId, requester, 'pow')
    return 'challenge' in outcome ? outcome.challenge : null
  }

  return {
    async decide({ aid, operation, requestDigest, logId, region, kind = 'slide', email, ...call }) {
      const now = clock()
      pool.wake(kind === 'any' ? 'slide' : kind)
      const id = randomBytes(ID_BYTES).toString('base64url')
      const webId = call.webId || `verify_${randomBytes(16).toString('hex')}`
      await repository.addDecision({
        id,
        aid,
        webId,
        operation,
        requestDigest,
        kind,
        contact: email === undefined ? '' : encryptText(contactKey, email),
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

    consume: (call) => repository.consume(call, clock()),

    digest,

    setting: () => settings,

    get: ({ detail, fp, mode, wish }, requester) => issue(detail, fp, requester, mode, wish),

    async verify({ id, fp: webId, answer }, requester) {
      const now = clock()
      // Used up before it is compared, so that only one of several concurrent answers counts.
      const row = await repository.takeChallenge(id, webId, now)
      const taken = row && (await repository.takeTry(row.decisionId, WRONG_ANSWERS, now))
      if (!row || !taken) return { result: 'expired' }
      const { requestDigest, tries } = taken
      const visitor = { webId, address: requester.address, requestDigest }
      if (await isSolved(row, answer, now)) {
        const passed = await repository.pass(row.decisionId, now + PASS_TTL_MS, now)
        if (!passed) return { result: 'expired' }
        await counters.passed(visitor)
        const pass = { result: 'pass', expires_in: PASS_TTL_MS / SECOND_MS } as const
        if (passed.operation !== SITE_OPERATION) return pass
        return { ...pass, site: { target: passed.requestDigest, aid: passed.aid, at: now } }
      }
      await counters.failed(visitor)
      const left = WRONG_ANSWERS - tries
      return { result: 'fail', left, next: left > 0 ? await issueNext(row, requester) : null }
    },

    async mail({ detail, fp: webId }, { aid, address }) {
      const decision = await repository.find(detail, aid, webId, clock())
      if (decision?.state !== 'open') return { error: 'captcha_expired' }
      const contact = decryptText(contactKey, decision.contact)
      if (contact === undefined) return { error: 'captcha_expired' }
      const wait = await counters.mail({ webId, address, requestDigest: digest(contact) })
      if (wait > 0) return { error: 'too_often', retryAfterSeconds: wait }
      return { decisionId: decision.id, address: contact }
    },

    async passByLink(decisionId) {
      const now = clock()
      return (await repository.pass(decisionId, now + PASS_TTL_MS, now)) !== undefined
    },

    async state({ detail, fp }, { aid }) {
      const now = clock()
      const decision = await repository.find(detail, aid, fp, now)
      if (!decision || decision.state === 'used') return { state: 'ended', expires_in: 0 }
      const seconds = Math.floor((decision.expiresAt - now) / SECOND_MS)
      return { state: decision.state, expires_in: seconds }
    },

    close: () => pool.close(),
  }
}
