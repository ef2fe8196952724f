import { hkdfSync, randomBytes, randomInt } from 'node:crypto'
import type { Drawn, Level } from '@passport/puzzles'
import type { Infer } from 'superstruct'
import {
  CHALLENGE_TTL_MS,
  PASS_TTL_MS,
  REFRESHES,
  WRONG_ANSWERS,
  type Challenge,
  type challengeAnswer,
  type challengeRequest,
  type decisionState,
  type openDecision,
  type PuzzleOf,
  type Verdict,
} from '#protocol/captcha/challenge.ts'
import { writeDecision } from '#protocol/captcha/decision.ts'
import {
  isKindName,
  kindNames,
  type KindChoice,
  type KindName,
} from '#protocol/captcha/kind-codes.ts'
import type { CaptchaSettings, Region } from '#protocol/captcha/settings.ts'
import type { Language } from '#protocol/common-params.ts'
import { MINUTE_MS, SECOND_MS, type Clock } from '../lib/clock.ts'
import { decryptText, encryptText } from '../lib/encrypt-text.ts'
import { PassportError } from '../lib/passport-error.ts'
import { createRequestDigest, type RequestDigest } from '../lib/request-digest.ts'
import type { CaptchaRepository } from '../store/captcha-repository.ts'
import { equalInConstantTime } from '../lib/constant-time.ts'
import { createCounters, defaultLimits, type CaptchaLimits } from './captcha-limits.ts'
import type { Pool } from './pool.ts'
import { defaultWork, type WorkCost } from './proof-of-work.ts'
import { createSiteLevel, type SiteLimits } from './site-level.ts'
import { createWorkPool } from './work-pool.ts'
import type { ProtectedRequest } from '../store/schema/limits.ts'

/** A call that is allowed only after a captcha. */
export interface ProtectedCall extends ProtectedRequest {
  logId: string
  region: Region
  /** By default `any`: the server chooses and mixes. */
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

/** Reason why no challenge was issued. */
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
  /** Uses a passed decision for this very call and returns its id; undefined if there is none. */
  consume(call: ProtectedRequest, detail?: string): Promise<string | undefined>
  /** Lets a used decision through once more, since the call was not served. */
  giveBack(decisionId: string): Promise<void>
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
  site: SiteLimits
  limits?: CaptchaLimits | undefined
  work?: WorkCost | undefined
}

/** Operation of decisions for forms of other sites. */
export const SITE_OPERATION = 'captcha_site'

const DECISION_TTL_MS = 15 * MINUTE_MS
const ID_BYTES = 24
const BUSY_SECONDS = 2
/** Work that was asked for counts as two pictures, because a program does it as easily as a person. */
const WORK_WEIGHT = 2
/** Clients replace a picture shortly before it expires, which is no refresh. */
const RENEWAL_MS = CHALLENGE_TTL_MS - 10 * SECOND_MS

/** Kinds of higher levels: slide gets no harder, and programs need no training for it. */
const harderKinds = kindNames.filter((name) => name !== 'slide')

function kindsFor(decided: string, level: Level): readonly KindName[] {
  // A kind that only a newer version knows counts as `any`.
  if (isKindName(decided)) return [decided]
  return level === 0 ? kindNames : harderKinds
}

/** Stored solution of a challenge. */
interface Solution {
  proof: string
  puzzle?: Drawn['solution'] | undefined
}

// Puzzles are drawn before the reader's language is known.
function translate(puzzle: Drawn['puzzle'], language: string): PuzzleOf<KindName> {
  if (puzzle.subtype !== '3d') return puzzle
  const names: Readonly<Record<string, string>> = puzzle.ask
  return { ...puzzle, ask: names[language] ?? puzzle.ask.en }
}

// Visitors of one form are strangers to each other: wrong answers of some raise nothing for others.
function subjectOf({ operation, requestDigest }: Omit<ProtectedRequest, 'aid' | 'webId'>): string {
  return operation === SITE_OPERATION ? '' : requestDigest
}

function undefinedIfBusy(error: unknown): undefined {
  if (!(error instanceof PassportError)) throw error
}

async function isSolved(
  { kind, answer, issuedAt }: { kind: string; answer: string; issuedAt: number },
  submitted: Pick<Infer<typeof challengeAnswer>, 'proof' | 'answer'>,
  now: number,
): Promise<boolean> {
  const solution = JSON.parse(answer) as Solution
  if (!equalInConstantTime(solution.proof, submitted.proof)) return false
  if (kind === 'pow') return true
  if (!isKindName(kind)) return false
  // Loaded with the first answer, because the package contains all that draws puzzles.
  const { verify } = await import('@passport/puzzles')
  return verify(kind, solution.puzzle, submitted.answer, now - issuedAt)
}

export function createCaptcha(dependencies: CaptchaDependencies): Captcha {
  const { repository, pool, clock, secret, settings } = dependencies
  const counters = createCounters(repository, dependencies.limits ?? defaultLimits, clock)
  const digest = createRequestDigest(secret)
  const cost = dependencies.work ?? defaultWork
  const siteLevel = createSiteLevel(repository, dependencies.site, clock)
  const workPool = createWorkPool(cost.n)
  const contactKey = Buffer.from(hkdfSync('sha256', secret, '', 'captcha contact', 32))

  async function issue(
    decisionId: string,
    webId: string,
    requester: Requester,
    mode: Infer<typeof challengeRequest>['mode'],
    preference?: KindName,
  ): Promise<{ challenge: Challenge } | Refusal> {
    const { aid, address, language } = requester
    // Before anything is counted, so that invented decisions do not use up the limits of a web id.
    const decision = await repository.findOpen(decisionId, aid, webId, clock())
    if (!decision) return { error: 'captcha_expired' }
    const weight = mode === 'pow' ? WORK_WEIGHT : 1
    const subject = subjectOf(decision)
    const visitor = await counters.issue({ webId, address, requestDigest: subject }, weight)
    if (visitor.wait > 0) return { error: 'too_often', retryAfterSeconds: visitor.wait }
    const level: Level = Math.max(visitor.level, await siteLevel()) as Level
    const kinds = kindsFor(decision.kind, level)
    const wished = kinds.find((kind) => kind === preference)
    // Who wishes for a kind gets a picture where nobody has to solve one, too.
    const hasPicture = mode === 'visual' || (mode === 'any' && (level > 0 || wished !== undefined))
    const kind = wished ?? kinds[randomInt(kinds.length)] ?? 'text'
    // If no picture is drawn in time, the challenge is the work alone.
    const drawn = hasPicture ? await pool.take({ kind, language, level }) : undefined
    const keys = (drawn ? cost.withPicture : cost.alone)[level]
    const work = await workPool.take(keys).catch(undefinedIfBusy)
    if (!work) return { error: 'too_often', retryAfterSeconds: BUSY_SECONDS }
    const id = randomBytes(ID_BYTES).toString('base64url')
    const issuedAt = clock()
    const solution: Solution = { proof: work.proof, puzzle: drawn?.solution }
    const renewals = Math.floor((issuedAt - decision.createdAt) / RENEWAL_MS)
    const pictures = 1 + REFRESHES + renewals
    const taken = await repository.issue(
      {
        id,
        decisionId,
        webId,
        kind: drawn?.puzzle.subtype ?? 'pow',
        answer: JSON.stringify(solution),
        issuedAt,
        expiresAt: issuedAt + CHALLENGE_TTL_MS,
      },
      drawn ? pictures : 'no picture',
      issuedAt,
    )
    if (!taken) return { error: 'captcha_expired' }
    return {
      challenge: {
        id,
        ttl_ms: CHALLENGE_TTL_MS,
        left: WRONG_ANSWERS - taken.tries,
        refreshes: Math.max(0, pictures + taken.tries - taken.issued),
        alt: [drawn ? 'pow' : 'visual', ...(decision.contact === '' ? [] : (['email'] as const))],
        pow: work.work,
        ...(drawn ? translate(drawn.puzzle, language) : { subtype: 'pow' }),
      },
    }
  }

  async function issueNext(
    row: { decisionId: string; webId: string; kind: string },
    requester: Requester,
  ): Promise<Challenge | null> {
    const { decisionId, webId, kind } = row
    const outcome = isKindName(kind)
      ? await issue(decisionId, webId, requester, 'visual', kind)
      : await issue(decisionId, webId, requester, 'pow')
    return 'challenge' in outcome ? outcome.challenge : null
  }

  return {
    async decide({ aid, operation, requestDigest, logId, region, kind = 'any', email, ...call }) {
      const now = clock()
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

    consume: (call, detail) => repository.consume(call, clock(), detail),

    giveBack: repository.giveBack,

    digest,

    setting: () => settings,

    get: ({ detail, fp, mode, wish }, requester) => issue(detail, fp, requester, mode, wish),

    async verify({ id, fp: webId, ...submitted }, requester) {
      const now = clock()
      // Used up before it is compared, so that only one of several concurrent answers counts.
      const row = await repository.takeChallenge(id, webId, now)
      const taken = row && (await repository.takeTry(row.decisionId, WRONG_ANSWERS, now))
      if (!row || !taken) return { result: 'expired' }
      const visitor = { webId, address: requester.address, requestDigest: subjectOf(taken) }
      if (await isSolved(row, submitted, now)) {
        if (!(await counters.passed(visitor))) return { result: 'expired' }
        const passed = await repository.pass(row.decisionId, now + PASS_TTL_MS, now)
        if (!passed) return { result: 'expired' }
        const pass = { result: 'pass', expires_in: PASS_TTL_MS / SECOND_MS } as const
        if (passed.operation !== SITE_OPERATION) return pass
        return { ...pass, site: { target: passed.requestDigest, aid: passed.aid, at: now } }
      }
      await counters.failed(visitor)
      const left = WRONG_ANSWERS - taken.tries
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

    async close() {
      workPool.close()
      await pool.close()
    },
  }
}
