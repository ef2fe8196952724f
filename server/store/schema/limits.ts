import type { KindName } from '#protocol/captcha/kind-codes.ts'

/** Requests counted in a window that ends at `expiresAt`. */
export interface RateCount {
  key: string
  count: number
  expiresAt: number
}

/** Wrong proofs in a row for one key, and until when further ones are refused. */
export interface Failures {
  failures: number
  lockedUntil: number
}

/** The one request that a passed challenge lets through. */
export interface ProtectedRequest {
  aid: number
  webId: string
  operation: string
  /** Digest of the address or account that the request is about. */
  requestDigest: string
}

/** A decision of the server to require a captcha. */
export interface DecisionRow extends ProtectedRequest {
  id: string
  /** With `any` the page may state a preference. */
  kind: KindName | 'any'
  /** Sealed address that a link may be sent to; empty without one. */
  contact: string
  state: 'open' | 'passed' | 'used'
  createdAt: number
  expiresAt: number
}

/** A challenge that was sent out; `answer` is JSON and never leaves the server. */
export interface ChallengeRow {
  id: string
  decisionId: string
  webId: string
  kind: string
  answer: string
  issuedAt: number
  expiresAt: number
}

/** A counter: its value, when its window ends and when it last grew. */
export interface Counter {
  count: number
  resetsAt: number
  changedAt: number
}

/** Challenges issued and answers tried for one decision. */
export interface DecisionUse {
  issued: number
  tries: number
}

/** Tables of limits and captchas. */
export interface LimitTables {
  rateLimits: RateCount
  attemptLimits: Failures & { key: string; updatedAt: number }
  captchaDecisions: DecisionRow & DecisionUse
  captchaChallenges: ChallengeRow & { state: 'open' | 'answered' | 'replaced' }
  captchaCounters: Counter & { key: string }
}
