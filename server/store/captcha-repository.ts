import type { ModeName } from '#protocol/captcha/modes.ts'
import { sql } from 'kysely'
import { WRONG_ANSWERS } from '#protocol/captcha/challenge.ts'
import { isModeName } from '#protocol/captcha/modes.ts'
import type { CaptchaTables } from './captcha-tables.ts'
import type { Database, Queries } from './database.ts'

/** The one request that a passed challenge lets through. */
export interface Protected {
  aid: number
  webId: string
  operation: string
  /** Digest of the address or account that the request is about. */
  requestDigest: string
}

/** A decision of the server to require a captcha. */
export interface DecisionRow extends Protected {
  id: string
  /** With `any` the page may state a preference. */
  kind: ModeName | 'any'
  /** Sealed address that a link may be sent to; empty where there is none. */
  contact: string
  createdAt: number
  expiresAt: number
}

/** A decision with its state. */
export interface FoundDecision extends DecisionRow {
  state: 'open' | 'passed' | 'used'
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

/** What is added to a counter; a window that has ended starts again. */
export interface Increment {
  key: string
  add: number
  windowMs: number
}

/** A counter: its value, when its window ends and when it last grew. */
export interface Count {
  count: number
  resetsAt: number
  changedAt: number
}

/**
 * Decisions, challenges and counters of the captcha. Each change is one conditional statement, so
 * that of many parallel callers at most one succeeds.
 */
export interface CaptchaRepository {
  addDecision(row: DecisionRow): Promise<void>
  find(id: string, aid: number, webId: string, now: number): Promise<FoundDecision | undefined>
  /** Returns an open decision that has a picture left, of `pictures` in all. */
  findOpen(
    id: string,
    aid: number,
    webId: string,
    pictures: number,
    now: number,
  ): Promise<DecisionRow | undefined>
  /**
   * Stores a challenge that replaces the earlier one of its decision, and counts its picture.
   * Returns undefined, with nothing changed, when the decision has no picture left.
   */
  issue(
    row: ChallengeRow,
    pictures: number,
    now: number,
  ): Promise<{ issued: number; tries: number } | undefined>
  /**
   * Counts, and issues the challenge that `choose` returns for the counts, in one transaction.
   * `choose` may run several times.
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
  /** Uses a challenge; returns undefined when it is unknown, answered, expired or of another browser. */
  takeChallenge(id: string, webId: string, now: number): Promise<ChallengeRow | undefined>
  /** Counts an answer; returns undefined when the decision has none left. */
  takeTry(
    id: string,
    tries: number,
    now: number,
  ): Promise<{ tries: number; requestDigest: string } | undefined>
  /** Passes a decision; returns undefined when it is not open. */
  pass(id: string, until: number, now: number): Promise<DecisionRow | undefined>
  /** Uses a passed decision for this request; returns false when there is none. */
  consume(call: Protected, now: number): Promise<boolean>
  /** Adds to counters in one statement and returns them by key. */
  count(increments: readonly Increment[], now: number): Promise<ReadonlyMap<string, Count>>
}

function toDecision(row: CaptchaTables['captcha_decisions']): DecisionRow {
  const { id, aid, operation, kind, contact } = row
  return {
    id,
    aid,
    webId: row.web_id,
    operation,
    requestDigest: row.request_digest,
    // A kind that only a newer version knows is drawn as a slide.
    kind: kind === 'any' || isModeName(kind) ? kind : 'slide',
    contact,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

async function issueIn(
  tx: Queries,
  row: ChallengeRow,
  pictures: number,
  now: number,
): Promise<{ issued: number; tries: number } | undefined> {
  const taken = await tx
    .updateTable('captcha_decisions')
    .set((set) => ({ issued: set('issued', '+', 1) }))
    .where('id', '=', row.decisionId)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .where('tries', '<', WRONG_ANSWERS)
    .where((where) => where('issued', '<', where('tries', '+', pictures)))
    .returning(['issued', 'tries'])
    .executeTakeFirst()
  if (taken === undefined) return undefined
  // The first picture replaces none.
  if (taken.issued > 1) {
    await tx
      .updateTable('captcha_challenges')
      .set({ state: 'replaced' })
      .where('decision_id', '=', row.decisionId)
      .where('state', '=', 'open')
      .execute()
  }
  await tx
    .insertInto('captcha_challenges')
    .values({
      id: row.id,
      decision_id: row.decisionId,
      web_id: row.webId,
      kind: row.kind,
      answer: row.answer,
      state: 'open',
      issued_at: row.issuedAt,
      expires_at: row.expiresAt,
    })
    .execute()
  return taken
}

async function countIn(
  query: Queries,
  increments: readonly Increment[],
  now: number,
): Promise<Map<string, Count>> {
  // Sorted, so that two statements on the same rows do not wait for each other.
  const rows = await query
    .insertInto('captcha_counters')
    .values(
      increments
        .toSorted((one, other) => (one.key < other.key ? -1 : 1))
        .map(({ key, add, windowMs }) => ({
          key,
          count: add,
          resets_at: now + windowMs,
          changed_at: now,
        })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when captcha_counters.resets_at <= ${now} then excluded.count else captcha_counters.count + excluded.count end`,
        resets_at: sql<number>`case when captcha_counters.resets_at <= ${now} then excluded.resets_at else captcha_counters.resets_at end`,
        changed_at: sql<number>`case when excluded.count > 0 then excluded.changed_at else captcha_counters.changed_at end`,
      }),
    )
    .returning(['key', 'count', 'resets_at', 'changed_at'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.key,
      { count: row.count, resetsAt: row.resets_at, changedAt: row.changed_at },
    ]),
  )
}

/** The captcha's tables in SQL. */
export function captchaRepository({
  query,
  deferredTx,
}: Pick<Database, 'query' | 'deferredTx'>): CaptchaRepository {
  return {
    async addDecision({
      id,
      aid,
      webId,
      operation,
      requestDigest,
      kind,
      contact,
      createdAt,
      expiresAt,
    }) {
      await query
        .insertInto('captcha_decisions')
        .values({
          id,
          aid,
          web_id: webId,
          operation,
          request_digest: requestDigest,
          kind,
          contact,
          state: 'open',
          issued: 0,
          tries: 0,
          created_at: createdAt,
          expires_at: expiresAt,
        })
        .execute()
    },

    async find(id, aid, webId, now) {
      const row = await query
        .selectFrom('captcha_decisions')
        .selectAll()
        .where('id', '=', id)
        .where('aid', '=', aid)
        .where('web_id', '=', webId)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row && { ...toDecision(row), state: row.state }
    },

    async findOpen(id, aid, webId, pictures, now) {
      const row = await query
        .selectFrom('captcha_decisions')
        .selectAll()
        .where('id', '=', id)
        .where('aid', '=', aid)
        .where('web_id', '=', webId)
        .where('state', '=', 'open')
        .where('expires_at', '>', now)
        .where('tries', '<', WRONG_ANSWERS)
        // Each wrong answer brings a picture of its own.
        .where((where) => where('issued', '<', where('tries', '+', pictures)))
        .executeTakeFirst()
      return row && toDecision(row)
    },

    // Losing a challenge in a power cut costs a new picture and gives nothing away.
    issue: (row, pictures, now) => deferredTx((step) => issueIn(step, row, pictures, now)),

    countAndIssue: (increments, choose, pictures, now) =>
      deferredTx(async (step) => {
        const counts = await countIn(step, increments, now)
        const row = choose(counts)
        return { counts, taken: row && (await issueIn(step, row, pictures, now)) }
      }),

    async takeChallenge(id, webId, now) {
      const row = await query
        .updateTable('captcha_challenges')
        .set({ state: 'answered' })
        .where('id', '=', id)
        .where('web_id', '=', webId)
        .where('state', '=', 'open')
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst()
      return (
        row && {
          id: row.id,
          decisionId: row.decision_id,
          webId: row.web_id,
          kind: row.kind,
          answer: row.answer,
          issuedAt: row.issued_at,
          expiresAt: row.expires_at,
        }
      )
    },

    async takeTry(id, tries, now) {
      const row = await query
        .updateTable('captcha_decisions')
        .set((set) => ({ tries: set('tries', '+', 1) }))
        .where('id', '=', id)
        .where('state', '=', 'open')
        .where('expires_at', '>', now)
        .where('tries', '<', tries)
        .returning(['tries', 'request_digest'])
        .executeTakeFirst()
      return row && { tries: row.tries, requestDigest: row.request_digest }
    },

    async pass(id, until, now) {
      const row = await query
        .updateTable('captcha_decisions')
        .set({ state: 'passed', expires_at: until })
        .where('id', '=', id)
        .where('state', '=', 'open')
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row && toDecision(row)
    },

    async consume({ aid, webId, operation, requestDigest }, now) {
      const row = await query
        .updateTable('captcha_decisions')
        .set({ state: 'used' })
        .where('id', '=', (from) =>
          from
            .selectFrom('captcha_decisions')
            .select('id')
            .where('web_id', '=', webId)
            .where('operation', '=', operation)
            .where('request_digest', '=', requestDigest)
            .where('aid', '=', aid)
            .where('state', '=', 'passed')
            .where('expires_at', '>', now)
            .orderBy('expires_at')
            .limit(1),
        )
        // The condition stands twice: of two requests that found the row, one still sees it passed.
        .where('state', '=', 'passed')
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    count: (increments, now) => countIn(query, increments, now),
  }
}
