import { MINUTE_MS } from '../lib/clock.ts'
import { sql } from 'kysely'
import type { Queries } from './database.ts'
import { statement } from './statement.ts'

/** How long a code stays valid, in milliseconds. */
export const CODE_LIFE_MS = 10 * MINUTE_MS

/** Which code is meant: there is one live code for an application, address and type. */
export interface CodeKey {
  aid: number
  /** Keyed hash of the address. */
  recipient: string
  type: number
}

/** A code to be stored. */
export interface FreshCode extends CodeKey {
  hash: string
  sentAt: number
  expiresAt: number
}

/** What verification codes need from a database; each change is one conditional statement. */
export interface CodeRepository {
  /**
   * Stores codes over the last ones. Where one of those was sent less than `resendMs` before, it
   * answers how long before, and the transaction is to be taken back.
   */
  put(codes: readonly FreshCode[], resendMs: number): Promise<number | undefined>
  /** Type of the live code that was sent last to an address, of the types asked for. */
  lastType(
    to: Pick<CodeKey, 'aid' | 'recipient'>,
    types: readonly number[],
    now: number,
  ): Promise<number | undefined>
  /** Counts a try and answers the stored hash; undefined when the code is used up or too old. */
  countTry(key: CodeKey, now: number, maxTries: number): Promise<string | undefined>
  /** Uses a code up; false when another call did so first. */
  use(key: CodeKey, hash: string, now: number): Promise<boolean>
}

interface Fresh {
  codes: readonly FreshCode[]
  resendMs: number
}

const put = statement((query, { codes, resendMs }: Fresh) =>
  query
    .insertInto('codes')
    .values(
      codes.map((code) => ({
        aid: code.aid,
        target: code.recipient,
        type: code.type,
        hash: code.hash,
        tries: 0,
        sent_at: code.sentAt,
        expires_at: code.expiresAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['aid', 'target', 'type'])
        .doUpdateSet((set) => ({
          hash: set.ref('excluded.hash'),
          tries: 0,
          sent_at: set.ref('excluded.sent_at'),
          expires_at: set.ref('excluded.expires_at'),
        }))
        .where('codes.sent_at', '<=', sql<number>`excluded.sent_at - ${resendMs}`),
    )
    .returning(['aid', 'target as recipient', 'type']),
)

/** Verification codes in SQL; a used one keeps its row for the resend interval, with no hash. */
export function codeRepository(query: Queries): CodeRepository {
  return {
    put: async (codes, resendMs) => {
      const rows = await put(query, { codes: codes.toSorted(inOneOrder), resendMs })
      if (rows.length === codes.length) return undefined
      const stored = new Set(rows.map(nameOf))
      const early = codes.find((code) => !stored.has(nameOf(code)))
      if (early === undefined) return undefined
      const last = await query
        .selectFrom('codes')
        .select('sent_at')
        .where('aid', '=', early.aid)
        .where('target', '=', early.recipient)
        .where('type', '=', early.type)
        .executeTakeFirst()
      return early.sentAt - (last?.sent_at ?? early.sentAt)
    },
    lastType: async ({ aid, recipient }, types, now) => {
      const row = await query
        .selectFrom('codes')
        .select('type')
        .where('aid', '=', aid)
        .where('target', '=', recipient)
        .where('type', 'in', types)
        .where('hash', '!=', '')
        .where('expires_at', '>', now)
        .orderBy('sent_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.type
    },
    countTry: async (key, now, maxTries) => {
      const row = await query
        .updateTable('codes')
        .set((set) => ({ tries: set('tries', '+', 1) }))
        .where('aid', '=', key.aid)
        .where('target', '=', key.recipient)
        .where('type', '=', key.type)
        .where('hash', '!=', '')
        .where('tries', '<', maxTries)
        .where('expires_at', '>', now)
        .returning('hash')
        .executeTakeFirst()
      return row?.hash
    },
    use: async (key, hash, now) => {
      const row = await query
        .updateTable('codes')
        .set({ hash: '' })
        .where('aid', '=', key.aid)
        .where('target', '=', key.recipient)
        .where('type', '=', key.type)
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .returning('aid')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

function nameOf({ aid, recipient, type }: CodeKey): string {
  return `${aid} ${recipient} ${type}`
}

// Two servers that store many at once must not wait for each other.
function inOneOrder(one: CodeKey, other: CodeKey): number {
  return nameOf(one) < nameOf(other) ? -1 : 1
}
