import { CLOCK_SKEW_MS } from '../lib/clock.ts'
import { sql } from 'kysely'
import { WRONG_ANSWERS } from '#protocol/captcha/challenge.ts'
import { readFirst, run } from './statements.ts'
import type { Database, Queries } from './database.ts'
import type {
  ChallengeRow,
  Counter,
  DecisionRow,
  DecisionUse,
  ProtectedRequest,
} from './schema/limits.ts'

/** Addition to a counter; a window that has ended starts again. */
export interface Increment {
  key: string
  add: number
  windowMs: number
}

/**
 * Decisions, challenges and counters of the captcha. Each change is one conditional statement, so
 * that of many parallel callers at most one succeeds.
 */
export type CaptchaRepository = ReturnType<typeof captchaRepository>

async function issueIn(
  tx: Queries,
  challenge: ChallengeRow,
  pictures: number | 'no picture',
  now: number,
): Promise<DecisionUse | undefined> {
  const update = tx
    .updateTable('captchaDecisions')
    .set((set) => ({ issued: set('issued', '+', pictures === 'no picture' ? 0 : 1) }))
    .where('id', '=', challenge.decisionId)
    .where('state', '=', 'open')
    .where('expiresAt', '>', now)
    .where('tries', '<', WRONG_ANSWERS)
    .returning(['issued', 'tries'])
  const taken = await (
    pictures === 'no picture'
      ? update
      : update.where((where) => where('issued', '<', where('tries', '+', pictures)))
  ).executeTakeFirst()
  if (taken === undefined) return undefined
  await tx
    .updateTable('captchaChallenges')
    .set({ state: 'replaced' })
    .where('decisionId', '=', challenge.decisionId)
    .where('state', '=', 'open')
    .execute()
  await tx
    .insertInto('captchaChallenges')
    .values({ ...challenge, state: 'open' })
    .execute()
  return taken
}

async function countIn(
  query: Queries,
  increments: readonly Increment[],
  now: number,
): Promise<Map<string, Counter>> {
  const hasEnded = sql`captcha_counters.resets_at <= ${now} or captcha_counters.resets_at > excluded.resets_at + ${CLOCK_SKEW_MS}`
  // Sorted, so that two statements on the same rows do not wait for each other.
  const rows = await query
    .insertInto('captchaCounters')
    .values(
      increments
        .toSorted((one, other) => (one.key < other.key ? -1 : 1))
        .map(({ key, add, windowMs }) => ({
          key,
          count: add,
          resetsAt: now + windowMs,
          changedAt: now,
        })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${hasEnded} then excluded.count else captcha_counters.count + excluded.count end`,
        resetsAt: sql<number>`case when ${hasEnded} then excluded.resets_at else captcha_counters.resets_at end`,
        changedAt: sql<number>`case when excluded.count > 0 then excluded.changed_at else captcha_counters.changed_at end`,
      }),
    )
    .returningAll()
    .execute()
  return new Map(rows.map((row) => [row.key, row]))
}

/** The captcha's tables in SQL. */
export function captchaRepository({ query, deferredTx }: Pick<Database, 'query' | 'deferredTx'>) {
  const decisions = (id: string, aid: number, webId: string, now: number) =>
    query
      .selectFrom('captchaDecisions')
      .selectAll()
      .where('id', '=', id)
      .where('aid', '=', aid)
      .where('webId', '=', webId)
      .where('expiresAt', '>', now)
  const open = (id: string, now: number) =>
    query
      .updateTable('captchaDecisions')
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('expiresAt', '>', now)
  return {
    addDecision: (decision: Omit<DecisionRow, 'state'>) =>
      run(
        query
          .insertInto('captchaDecisions')
          .values({ ...decision, state: 'open', issued: 0, tries: 0 }),
      ),
    find: (id: string, aid: number, webId: string, now: number) =>
      decisions(id, aid, webId, now).executeTakeFirst(),
    /** Returns an open decision with an answer left. */
    findOpen: (id: string, aid: number, webId: string, now: number) =>
      decisions(id, aid, webId, now)
        .where('state', '=', 'open')
        .where('tries', '<', WRONG_ANSWERS)
        .executeTakeFirst(),
    /**
     * Stores a challenge that replaces the earlier one of its decision. A picture is counted, of
     * `pictures` besides those after wrong answers; returns undefined, with nothing changed, without one left.
     */
    // Losing a challenge in a power failure costs a new picture and gives nothing away.
    issue: (challenge: ChallengeRow, pictures: number | 'no picture', now: number) =>
      deferredTx((tx) => issueIn(tx, challenge, pictures, now)),
    /** Uses a challenge; returns undefined when it is unknown, answered, expired or of another browser. */
    takeChallenge: (id: string, webId: string, now: number) =>
      query
        .updateTable('captchaChallenges')
        .set({ state: 'answered' })
        .where('id', '=', id)
        .where('webId', '=', webId)
        .where('state', '=', 'open')
        .where('expiresAt', '>', now)
        .returningAll()
        .executeTakeFirst(),
    /** Counts an answer; returns undefined when the decision has none left. */
    takeTry: (id: string, maxTries: number, now: number) =>
      open(id, now)
        .set((set) => ({ tries: set('tries', '+', 1) }))
        .where('tries', '<', maxTries)
        .returning(['tries', 'operation', 'requestDigest'])
        .executeTakeFirst(),
    /** Passes a decision; returns undefined when it is not open. */
    pass: (id: string, until: number, now: number) =>
      open(id, now).set({ state: 'passed', expiresAt: until }).returningAll().executeTakeFirst(),
    /** Lets a used decision through once more, since the request was not served. */
    giveBack: (id: string) =>
      run(
        query
          .updateTable('captchaDecisions')
          .set({ state: 'passed' })
          .where('id', '=', id)
          .where('state', '=', 'used'),
      ),
    /** Uses a passed decision for this request and returns its id; undefined when there is none. */
    consume: (
      { aid, webId, operation, requestDigest }: ProtectedRequest,
      now: number,
      id?: string,
    ) =>
      readFirst(
        query
          .updateTable('captchaDecisions')
          .set({ state: 'used' })
          .where('id', '=', (from) =>
            from
              .selectFrom('captchaDecisions')
              .select('id')
              .where('webId', '=', webId)
              .where('operation', '=', operation)
              .where('requestDigest', '=', requestDigest)
              .where('aid', '=', aid)
              .where('state', '=', 'passed')
              .where('expiresAt', '>', now)
              .$if(id !== undefined, (of) => of.where('id', '=', id ?? ''))
              .orderBy('expiresAt')
              .limit(1),
          )
          // The condition is repeated: of two requests that found the row, only one still sees it passed.
          .where('state', '=', 'passed')
          .returning('id'),
        ({ id: used }) => used,
      ),
    /** Adds to counters in one statement and returns them by key. */
    // A power failure may lose the last counts: an attacker cannot cause one.
    count: (increments: readonly Increment[], now: number) =>
      deferredTx((tx) => countIn(tx, increments, now)),
  }
}

/** Counters of the captcha that operators read and set. */
export type CaptchaCounterRepository = ReturnType<typeof captchaCounterRepository>

/** These counters in SQL. */
export function captchaCounterRepository(query: Queries) {
  return {
    /** Returns those of some counters that run at a time. */
    find: (keys: readonly string[], now: number) =>
      query
        .selectFrom('captchaCounters')
        .selectAll()
        .where('key', 'in', keys)
        .where('resetsAt', '>', now)
        .execute(),
    /** Sets a counter, whatever it was. */
    set: (key: string, counter: Counter) =>
      run(
        query
          .insertInto('captchaCounters')
          .values({ key, ...counter })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(counter)),
      ),
  }
}
