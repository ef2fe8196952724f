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

/** Keys from one to another, without the last. */
export interface SearchRange {
  from: Uint8Array
  below: Uint8Array
}

/** Returns the range of the keys that begin like a text. */
export function searchRange(text: string): SearchRange {
  return rangeOf(searchKeyOf(text))
}

/** Returns that of addresses. */
export function addressRange(text: string): SearchRange {
  return rangeOf(addressKeyOf(text))
}

function rangeOf(from: Uint8Array): SearchRange {
  const below = Uint8Array.from(from)
  // UTF-8 has no byte 255.
  below[below.length - 1] = (below.at(-1) ?? 0) + 1
  return { from, below: Buffer.from(below) }
}

/** Returns what an address is searched by: without the scheme of the web. */
export function addressKeyOf(address: string): Uint8Array {
  return searchKeyOf(address.trim().replace(/^https?:\/\//i, ''))
}

/**
 * Gives keys to rows that have none, because they are older than the column or were written by another
 * version: so many at most that the next run of the cleanup is not kept waiting.
 */
export async function fillSearchKeys(database: Database): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    let isDone = true
    for (const fill of [fillNames, fillValues, fillClients, fillOrganizations, fillDomains]) {
      isDone = (await fill(database)) && isDone
    }
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

async function fillClients({ query, tx: inTransaction }: Database): Promise<boolean> {
  const rows = await query
    .selectFrom('oauthClients')
    .select(['id', 'name', 'redirects'])
    .where('searchKey', 'is', null)
    .limit(ROWS_AT_ONCE)
    .execute()
  await inTransaction(async (tx) => {
    for (const { id, name, redirects } of rows) {
      const [first = ''] = JSON.parse(redirects) as string[]
      const keys = { searchKey: searchKeyOf(name), addressKey: addressKeyOf(first) }
      const change = tx.updateTable('oauthClients').set(keys)
      await run(change.where('id', '=', id).where('searchKey', 'is', null))
    }
  })
  return rows.length < ROWS_AT_ONCE
}

async function fillOrganizations({ query, tx: inTransaction }: Database): Promise<boolean> {
  const rows = await query
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('searchKey', 'is', null)
    .limit(ROWS_AT_ONCE)
    .execute()
  await inTransaction(async (tx) => {
    for (const { id, name } of rows) {
      const change = tx.updateTable('organizations').set({ searchKey: searchKeyOf(name) })
      await run(change.where('id', '=', id).where('searchKey', 'is', null))
    }
  })
  return rows.length < ROWS_AT_ONCE
}

async function fillDomains({ query, tx: inTransaction }: Database): Promise<boolean> {
  const rows = await query
    .selectFrom('organizationDomains')
    .select(['organizationId', 'domain'])
    .where('domainKey', 'is', null)
    .limit(ROWS_AT_ONCE)
    .execute()
  await inTransaction(async (tx) => {
    for (const { organizationId, domain } of rows) {
      const change = tx.updateTable('organizationDomains').set({ domainKey: searchKeyOf(domain) })
      await run(change.where('organizationId', '=', organizationId).where('domain', '=', domain))
    }
  })
  return rows.length < ROWS_AT_ONCE
}
