import type { Queries } from './database.ts'
import { statement } from './statement.ts'
import type { CodeKey, CodeStore } from '../codes/code-store.ts'

type Fresh = CodeKey & { hash: string; sentAt: number; expiresAt: number; notAfter: number }

const put = statement((query, code: Fresh) =>
  query
    .insertInto('codes')
    .values({
      aid: code.aid,
      target: code.target,
      type: code.type,
      hash: code.hash,
      tries: 0,
      sent_at: code.sentAt,
      expires_at: code.expiresAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['aid', 'target', 'type'])
        .doUpdateSet((set) => ({
          hash: set.ref('excluded.hash'),
          tries: 0,
          sent_at: set.ref('excluded.sent_at'),
          expires_at: set.ref('excluded.expires_at'),
        }))
        .where('codes.sent_at', '<=', code.notAfter),
    )
    .returning('sent_at'),
)

/** Verification codes in SQL; a used one keeps its row for the resend interval, with no hash. */
export function codeRows(query: Queries): CodeStore {
  return {
    put: async (key, code, notAfter) => {
      const [stored] = await put(query, { ...key, ...code, notAfter })
      if (stored !== undefined) return undefined
      const last = await query
        .selectFrom('codes')
        .select('sent_at')
        .where('aid', '=', key.aid)
        .where('target', '=', key.target)
        .where('type', '=', key.type)
        .executeTakeFirst()
      return last?.sent_at ?? code.sentAt
    },
    countTry: async (key, now, maxTries) => {
      const row = await query
        .updateTable('codes')
        .set((set) => ({ tries: set('tries', '+', 1) }))
        .where('aid', '=', key.aid)
        .where('target', '=', key.target)
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
        .where('target', '=', key.target)
        .where('type', '=', key.type)
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .returning('aid')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
