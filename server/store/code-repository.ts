import { sql } from 'kysely'
import { MINUTE_MS } from '../lib/clock.ts'
import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** Lifetime of a code, in milliseconds. */
export const CODE_LIFE_MS = 10 * MINUTE_MS

/** Key of a code: each application, recipient and type has at most one valid code. */
export interface CodeKey {
  aid: number
  /** Keyed hash of the address or number. */
  recipient: string
  type: number
}

/** A code to store. */
export interface NewCode extends CodeKey {
  /** Keyed hash of the code; empty once it was used. */
  hash: string
  sentAt: number
  expiresAt: number
}

/** Verification codes; each change is one conditional statement. */
export interface CodeRepository {
  /**
   * Replaces the codes of the same keys. Returns how long ago one of those was sent if that is less
   * than `resendMs`; the transaction must then be rolled back.
   */
  put(codes: readonly NewCode[], resendMs: number): Promise<number | undefined>
  /** Returns the type of the valid code that was sent last, among some types. */
  lastType(
    key: Pick<CodeKey, 'aid' | 'recipient'>,
    types: readonly number[],
    now: number,
  ): Promise<number | undefined>
  /** Counts an attempt and returns the stored hash; undefined when no attempt is left or the code expired. */
  countTry(key: CodeKey, now: number, maxTries: number): Promise<string | undefined>
  /** Uses a code; returns false when another call was first. */
  use(key: CodeKey, hash: string, now: number): Promise<boolean>
}

/** Verification codes in SQL. A used code keeps its row, without hash, for the resend interval. */
export function codeRepository(query: Queries): CodeRepository {
  return {
    put: async (codes, resendMs) => {
      // Sorted, so that two servers that store the same codes do not wait for each other.
      const sorted = codes.toSorted((one, other) => (toText(one) < toText(other) ? -1 : 1))
      const rows = await query
        .insertInto('codes')
        .values(sorted.map((code) => ({ ...code, tries: 0 })))
        .onConflict((conflict) =>
          conflict
            .columns(['aid', 'recipient', 'type'])
            .doUpdateSet((set) => ({
              hash: set.ref('excluded.hash'),
              tries: 0,
              sentAt: set.ref('excluded.sentAt'),
              expiresAt: set.ref('excluded.expiresAt'),
            }))
            .where('codes.sentAt', '<=', sql<number>`excluded.sent_at - ${resendMs}`),
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
    lastType: async ({ aid, recipient }, types, now) => {
      const row = await query
        .selectFrom('codes')
        .select('type')
        .where('aid', '=', aid)
        .where('recipient', '=', recipient)
        .where('type', 'in', types)
        .where('hash', '!=', '')
        .where('expiresAt', '>', now)
        .orderBy('sentAt', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.type
    },
    countTry: async (key, now, maxTries) => {
      const row = await query
        .updateTable('codes')
        .set((set) => ({ tries: set('tries', '+', 1) }))
        .where('aid', '=', key.aid)
        .where('recipient', '=', key.recipient)
        .where('type', '=', key.type)
        .where('hash', '!=', '')
        .where('tries', '<', maxTries)
        .where('expiresAt', '>', now)
        .returning('hash')
        .executeTakeFirst()
      return row?.hash
    },
    use: (key, hash, now) =>
      changesAny(
        query
          .updateTable('codes')
          .set({ hash: '' })
          .where('aid', '=', key.aid)
          .where('recipient', '=', key.recipient)
          .where('type', '=', key.type)
          .where('hash', '=', hash)
          .where('expiresAt', '>', now),
      ),
  }
}

function toText({ aid, recipient, type }: CodeKey): string {
  return `${aid} ${recipient} ${type}`
}
