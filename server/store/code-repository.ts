import { sql } from 'kysely'
import { CLOCK_SKEW_MS, MINUTE_MS } from '../lib/clock.ts'
import { changesAny, readFirst, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { CodeKey, NewCode } from './schema/proofs.ts'

/** Lifetime of a code, in milliseconds. */
export const CODE_LIFE_MS = 10 * MINUTE_MS

/** Verification codes; each change is one conditional statement. */
export type CodeRepository = ReturnType<typeof codeRepository>

/** Verification codes in SQL. A used code keeps its row, without hash, for the resend interval. */
export function codeRepository(query: Queries) {
  const ended = () => query.updateTable('codes').set({ hash: '' }).where('hash', '!=', '')
  const change = ({ aid, recipient, type }: CodeKey, now: number) =>
    query
      .updateTable('codes')
      .where('aid', '=', aid)
      .where('recipient', '=', recipient)
      .where('type', '=', type)
      .where('expiresAt', '>', now)
  return {
    /**
     * Replaces the codes of the same keys. Returns how long ago one of those was sent if that is less
     * than `resendMs`; the transaction must then be rolled back.
     */
    put: async (codes: readonly NewCode[], resendMs: number): Promise<number | undefined> => {
      // Sorted, so that two servers that store the same codes do not wait for each other.
      const sorted = codes.toSorted((one, other) => (toText(one) < toText(other) ? -1 : 1))
      const rows = await query
        .insertInto('codes')
        .values(sorted.map((code) => ({ ...code, formerHash: '', tries: 0 })))
        .onConflict((conflict) =>
          conflict
            .columns(['aid', 'recipient', 'type'])
            .doUpdateSet((set) => ({
              hash: set.ref('excluded.hash'),
              formerHash: set.ref('codes.hash'),
              tries: 0,
              sentAt: set.ref('excluded.sentAt'),
              expiresAt: set.ref('excluded.expiresAt'),
            }))
            .where((row) =>
              row.or([
                row('codes.sentAt', '<=', sql<number>`excluded.sent_at - ${resendMs}`),
                row('codes.sentAt', '>', sql<number>`excluded.sent_at + ${CLOCK_SKEW_MS}`),
              ]),
            ),
        )
        .returning(['aid', 'recipient', 'type'])
        .execute()
      if (rows.length === codes.length) return undefined
      const stored = new Set(rows.map(toText))
      const early = codes.find((code) => !stored.has(toText(code)))
      if (early === undefined) return undefined
      const last = await query
        .selectFrom('codes')
        .select('sentAt')
        .where('aid', '=', early.aid)
        .where('recipient', '=', early.recipient)
        .where('type', '=', early.type)
        .executeTakeFirst()
      return early.sentAt - (last?.sentAt ?? early.sentAt)
    },
    /** Returns the type of the valid code that was sent last, among some types. */
    lastType: (
      { aid, recipient }: Pick<CodeKey, 'aid' | 'recipient'>,
      types: readonly number[],
      now: number,
    ) =>
      readFirst(
        query
          .selectFrom('codes')
          .select('type')
          .where('aid', '=', aid)
          .where('recipient', '=', recipient)
          .where('type', 'in', types)
          .where('hash', '!=', '')
          .where('expiresAt', '>', now)
          .orderBy('sentAt', 'desc')
          .limit(1),
        ({ type }) => type,
      ),
    /**
     * Counts an attempt and returns the stored hashes; undefined when no attempt is left or the code
     * expired. `hashes` are of the typed code; one of the former code costs no attempt.
     */
    countTry: async (key: CodeKey, hashes: readonly string[], now: number, maxTries: number) =>
      await change(key, now)
        .set((set) => ({
          tries: set
            .case()
            .when(set.and([set('formerHash', 'in', hashes), set('hash', 'not in', hashes)]))
            .then(set.ref('tries'))
            .else(set('tries', '+', 1))
            .end(),
        }))
        .where('hash', '!=', '')
        .where('tries', '<', maxTries)
        .returning(['hash', 'formerHash'])
        .executeTakeFirst(),
    /** Ends the codes of some recipients, by their keyed hashes. */
    endOf: async (recipients: readonly string[]) => {
      if (recipients.length > 0) await ended().where('recipient', 'in', recipients).execute()
    },
    endAll: () => run(ended()),
    /** Uses a code; returns false when another call was first. */
    use: (key: CodeKey, hash: string, now: number) =>
      changesAny(change(key, now).set({ hash: '' }).where('hash', '=', hash)),
  }
}

function toText({ aid, recipient, type }: CodeKey): string {
  return `${aid} ${recipient} ${type}`
}
