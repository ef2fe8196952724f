import type { ModeName } from '#protocol/captcha/modes.ts'

/** What a passed challenge is good for: one request, by one browser, of one application. */
export interface Protected {
  aid: number
  fp: string
  operation: string
  /** Digest of the address or account that the request is about. */
  target: string
}

/** One decision of the server to ask for a challenge. */
export interface DecisionRow extends Protected {
  id: string
  /** `any`: the page that shows the check may wish for one. */
  kind: ModeName | 'any'
  /** Sealed address that a link may be sent to; empty where there is none. */
  contact: string
  createdAt: number
  expiresAt: number
}

/** A decision as it stands. */
export interface FoundDecision extends DecisionRow {
  state: 'open' | 'passed' | 'used'
}

/** One challenge that was sent out. `answer` is JSON and never leaves the server. */
export interface ChallengeRow {
  id: string
  decisionId: string
  fp: string
  kind: string
  answer: string
  issuedAt: number
  expiresAt: number
}

/** What is added to a counter; a window that has ended starts anew. */
export interface Increment {
  key: string
  add: number
  windowMs: number
}

/** State of a counter: how much fell into its window, when that ends, when it last grew. */
export interface Count {
  count: number
  resetsAt: number
  changedAt: number
}

/**
 * What the captcha needs from a database. Whatever takes something is one conditional statement,
 * so that of any number of parallel callers one at most is served.
 */
export interface CaptchaStore {
  addDecision(row: DecisionRow): Promise<void>
  find(id: string, aid: number, fp: string, now: number): Promise<FoundDecision | undefined>
  /** Reads an open decision that still has one of so many pictures. */
  findOpen(
    id: string,
    aid: number,
    fp: string,
    pictures: number,
    now: number,
  ): Promise<DecisionRow | undefined>
  /**
   * Counts one picture against a decision, voids what was issued before and stores the challenge
   * that takes its place: together, or not at all when the decision has no picture left.
   */
  issue(
    row: ChallengeRow,
    pictures: number,
    now: number,
  ): Promise<{ issued: number; tries: number } | undefined>
  /**
   * Counts, and issues in the same commit the challenge that `choose` makes of the counts, if it
   * makes one. It may be asked more than once.
   */
  countAndIssue(
    increments: readonly Increment[],
    choose: (counts: ReadonlyMap<string, Count>) => ChallengeRow | undefined,
    pictures: number,
    now: number,
  ): Promise<{
    counts: ReadonlyMap<string, Count>
    taken: { issued: number; tries: number } | undefined
  }>
  /** Uses up a challenge; undefined when it is unknown, answered, of another browser, or too old. */
  takeChallenge(id: string, fp: string, now: number): Promise<ChallengeRow | undefined>
  /** Counts one answer against a decision; undefined when none is left. */
  takeTry(
    id: string,
    tries: number,
    now: number,
  ): Promise<{ tries: number; target: string } | undefined>
  /** Passes an open decision; undefined when it is not open any more. */
  pass(id: string, until: number, now: number): Promise<DecisionRow | undefined>
  /** Uses up one passed decision for this very request. */
  consume(call: Protected, now: number): Promise<boolean>
  /** Adds to several counters in one statement and answers their states by key. */
  count(increments: readonly Increment[], now: number): Promise<ReadonlyMap<string, Count>>
}
