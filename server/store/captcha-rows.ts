import { sql } from 'kysely'
import { isModeName } from '#protocol/captcha/modes.ts'
import type { CaptchaStore, Count, DecisionRow } from '../captcha/captcha-store.ts'
import type { CaptchaTables } from './captcha-tables.ts'
import type { Database } from './database.ts'

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

/** Decisions, challenges and counters of the captcha in SQL; one issue is one transaction. */
export function captchaRows({ query, tx }: Pick<Database, 'query' | 'tx'>): CaptchaStore {
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
      const row = await query
        .selectFrom('captcha_decisions')
        .selectAll()
        .where('id', '=', id)
        .where('aid', '=', aid)
        .where('fp', '=', fp)
        .where('state', '=', 'open')
        .where('expires_at', '>', now)
        .where((where) => where('issued', '<', where('tries', '+', pictures)))
        .executeTakeFirst()
      return row && toDecision(row)
    },

    async issue({ id, decisionId, fp, kind, answer, issuedAt, expiresAt }, pictures, now) {
      return await tx(async (step) => {
        const taken = await step
          .updateTable('captcha_decisions')
          .set((set) => ({ issued: set('issued', '+', 1) }))
          .where('id', '=', decisionId)
          .where('state', '=', 'open')
          .where('expires_at', '>', now)
          // A wrong answer brings its own next picture, which is no refresh.
          .where((where) => where('issued', '<', where('tries', '+', pictures)))
          .returning(['issued', 'tries'])
          .executeTakeFirst()
        if (!taken) return undefined
        await step
          .updateTable('captcha_challenges')
          .set({ state: 'replaced' })
          .where('decision_id', '=', decisionId)
          .where('state', '=', 'open')
          .execute()
        await step
          .insertInto('captcha_challenges')
          .values({
            id,
            decision_id: decisionId,
            fp,
            kind,
            answer,
            state: 'open',
            issued_at: issuedAt,
            expires_at: expiresAt,
          })
          .execute()
        return { issued: Number(taken.issued), tries: Number(taken.tries) }
      })
    },

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

    async count(increments, now) {
      // One order for all: two statements that lock the same rows cannot wait for each other.
      const rows = increments
        .toSorted((a, b) => (a.key < b.key ? -1 : 1))
        .map(({ key, add, windowMs }) => ({
          key,
          count: add,
          resets_at: now + windowMs,
          changed_at: now,
        }))
      const states = await query
        .insertInto('captcha_counters')
        .values(rows)
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
        states.map((row): [string, Count] => [
          row.key,
          {
            count: Number(row.count),
            resetsAt: Number(row.resets_at),
            changedAt: Number(row.changed_at),
          },
        ]),
      )
    },
  }
}
