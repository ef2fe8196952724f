import { setTimeout as sleep } from 'node:timers/promises'
import { normalizeName } from '../lib/normalize-name.ts'
import type { Database } from './database.ts'
import { run } from './statements.ts'

const ROWS_AT_ONCE = 500
const MAX_BATCHES = 100
/** Pause between two batches, in which requests are served. */
const PAUSE_MS = 5

/** Returns what a name or an identifier is searched by; ranges of bytes are alike in every database. */
export function searchKeyOf(text: string): Uint8Array {
  return Buffer.from(normalizeName(text), 'utf8')
}

/** Returns the range of the keys that begin like a text. */
export function searchRange(text: string): { from: Uint8Array; below: Uint8Array } {
  const from = searchKeyOf(text)
  const below = Uint8Array.from(from)
  // UTF-8 has no byte 255.
  below[below.length - 1] = (below.at(-1) ?? 0) + 1
  return { from, below: Buffer.from(below) }
}

/**
 * Gives keys to rows that have none, because they are older than the column or were written by another
 * version: so many at most that the next run of the cleanup is not kept waiting.
 */
export async function fillSearchKeys(database: Database): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const isDone = (await fillNames(database)) && (await fillValues(database))
    if (isDone) return
    await sleep(PAUSE_MS)
  }
}

// Returns whether none is left. A name that changes meanwhile gets its key by that change.
async function fillNames({ query, tx: inTransaction }: Database): Promise<boolean> {
  const rows = await query
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('nameKey', 'is', null)
    .limit(ROWS_AT_ONCE)
    .execute()
  await inTransaction(async (tx) => {
    for (const { id, name } of rows) {
      const change = tx.updateTable('accounts').set({ nameKey: searchKeyOf(name) })
      await run(change.where('id', '=', id).where('nameKey', 'is', null))
    }
  })
  return rows.length < ROWS_AT_ONCE
}

async function fillValues({ query, tx: inTransaction }: Database): Promise<boolean> {
  const rows = await query
    .selectFrom('identifiers')
    .select(['kind', 'value'])
    .where('valueKey', 'is', null)
    .limit(ROWS_AT_ONCE)
    .execute()
  await inTransaction(async (tx) => {
    for (const { kind, value } of rows) {
      const change = tx.updateTable('identifiers').set({ valueKey: searchKeyOf(value) })
      await run(change.where('kind', '=', kind).where('value', '=', value))
    }
  })
  return rows.length < ROWS_AT_ONCE
}
