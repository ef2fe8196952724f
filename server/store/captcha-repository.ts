import type { ModeName } from '#protocol/captcha/modes.ts'
import { sql } from 'kysely'
import { WRONG_ANSWERS } from '#protocol/captcha/challenge.ts'
import { isModeName } from '#protocol/captcha/modes.ts'
import type { CaptchaTables } from './captcha-tables.ts'
import type { Database, Queries } from './database.ts'
import { statement } from './statement.ts'

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
export interface CaptchaRepository {
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

function toDecision(row: CaptchaTables['captcha_decisions']): DecisionRow {
  const { id, aid, fp, operation, target, kind, contact } = row
  return {
    id,
    aid,
    fp,
    operation,
    target,
    // A kind of a newer version is drawn as the one that everybody knows.
    kind: kind === 'any' || isModeName(kind) ? kind : 'slide',
    contact,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

/** A decision that still has an answer, and one of so many pictures; a wrong answer brings its own next one. */
const open = statement((query, { id, aid, fp, pictures, now }: Asked) =>
  query
    .selectFrom('captcha_decisions')
    .selectAll()
    .where('id', '=', id)
    .where('aid', '=', aid)
    .where('fp', '=', fp)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .where('tries', '<', WRONG_ANSWERS)
    .where((where) => where('issued', '<', where('tries', '+', pictures))),
)

interface Asked {
  id: string
  aid: number
  fp: string
  pictures: number
  now: number
}

const takePicture = statement(
  (query, { id, pictures, now }: Pick<Asked, 'id' | 'pictures' | 'now'>) =>
    query
      .updateTable('captcha_decisions')
      .set((set) => ({ issued: set('issued', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('expires_at', '>', now)
      .where('tries', '<', WRONG_ANSWERS)
      .where((where) => where('issued', '<', where('tries', '+', pictures)))
      .returning(['issued', 'tries']),
)

const replace = statement((query, { decisionId }: { decisionId: string }) =>
  query
    .updateTable('captcha_challenges')
    .set({ state: 'replaced' })
    .where('decision_id', '=', decisionId)
    .where('state', '=', 'open'),
)

const add = statement(
  (query, { id, decisionId, fp, kind, answer, issuedAt, expiresAt }: ChallengeRow) =>
    query.insertInto('captcha_challenges').values({
      id,
      decision_id: decisionId,
      fp,
      kind,
      answer,
      state: 'open',
      issued_at: issuedAt,
      expires_at: expiresAt,
    }),
)

async function issueIn(
  step: Queries,
  row: ChallengeRow,
  pictures: number,
  now: number,
): Promise<{ issued: number; tries: number } | undefined> {
  const [taken] = await takePicture(step, { id: row.decisionId, pictures, now })
  if (!taken) return undefined
  const issued = Number(taken.issued)
  // Before the first one there was none.
  if (issued > 1) await replace(step, { decisionId: row.decisionId })
  await add(step, row)
  return { issued, tries: Number(taken.tries) }
}

interface Counting {
  rows: readonly { key: string; count: number; resets_at: number; changed_at: number }[]
  now: number
}

const grow = statement((query, { rows, now }: Counting) =>
  query
    .insertInto('captcha_counters')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when captcha_counters.resets_at <= ${now} then excluded.count else captcha_counters.count + excluded.count end`,
        resets_at: sql<number>`case when captcha_counters.resets_at <= ${now} then excluded.resets_at else captcha_counters.resets_at end`,
        changed_at: sql<number>`case when excluded.count > 0 then excluded.changed_at else captcha_counters.changed_at end`,
      }),
    )
    .returning(['key', 'count', 'resets_at', 'changed_at']),
)

async function countIn(
  step: Queries,
  increments: readonly Increment[],
  now: number,
): Promise<Map<string, Count>> {
  // One order for all: two statements that lock the same rows cannot wait for each other.
  const rows = increments
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, add: count, windowMs }) => ({
      key,
      count,
      resets_at: now + windowMs,
      changed_at: now,
    }))
  const states = await grow(step, { rows, now })
  return new Map(
    states.map((row): [string, Count] => [
      row.key,
      {
        count: Number(row.count),
        resetsAt: Number(row.resets_at),
        changedAt: Number(row.changed_at),
      },
    ]),
  )
}

/** Decisions, challenges and counters of the captcha in SQL; one issue is one transaction. */
export function captchaRepository({
  query,
  deferredTx,
}: Pick<Database, 'query' | 'deferredTx'>): CaptchaRepository {
  return {
    async addDecision({ id, aid, fp, operation, target, kind, contact, createdAt, expiresAt }) {
      await query
        .insertInto('captcha_decisions')
        .values({
          id,
          aid,
          fp,
          operation,
          target,
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

    async find(id, aid, fp, now) {
      const row = await query
        .selectFrom('captcha_decisions')
        .selectAll()
        .where('id', '=', id)
        .where('aid', '=', aid)
        .where('fp', '=', fp)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row && { ...toDecision(row), state: row.state }
    },

    async findOpen(id, aid, fp, pictures, now) {
      const [row] = await open(query, { id, aid, fp, pictures, now })
      return row && toDecision(row)
    },

    // A challenge that is gone after a power cut costs a new picture, and gives nothing away.
    issue: (row, pictures, now) => deferredTx((step) => issueIn(step, row, pictures, now)),

    countAndIssue: (increments, choose, pictures, now) =>
      deferredTx(async (step) => {
        const counts = await countIn(step, increments, now)
        const row = choose(counts)
        return { counts, taken: row && (await issueIn(step, row, pictures, now)) }
      }),

    async takeChallenge(id, fp, now) {
      const row = await query
        .updateTable('captcha_challenges')
        .set({ state: 'answered' })
        .where('id', '=', id)
        .where('fp', '=', fp)
        .where('state', '=', 'open')
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst()
      return (
        row && {
          id: row.id,
          decisionId: row.decision_id,
          fp: row.fp,
          kind: row.kind,
          answer: row.answer,
          issuedAt: Number(row.issued_at),
          expiresAt: Number(row.expires_at),
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
        .returning(['tries', 'target'])
        .executeTakeFirst()
      return row && { tries: Number(row.tries), target: row.target }
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

    async consume({ aid, fp, operation, target }, now) {
      const row = await query
        .updateTable('captcha_decisions')
        .set({ state: 'used' })
        .where('id', '=', (from) =>
          from
            .selectFrom('captcha_decisions')
            .select('id')
            .where('fp', '=', fp)
            .where('operation', '=', operation)
            .where('target', '=', target)
            .where('aid', '=', aid)
            .where('state', '=', 'passed')
            .where('expires_at', '>', now)
            .orderBy('expires_at')
            .limit(1),
        )
        // Asked again here: of two requests that found the same row only one still sees it passed.
        .where('state', '=', 'passed')
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    count: (increments, now) => countIn(query, increments, now),
  }
}
