import { setTimeout as sleep } from 'node:timers/promises'
import { normalizeName } from '../lib/normalize-name.ts'
import type { Database, Queries } from './database.ts'
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
async function fillTable<Row>(
  database: Database,
  withoutKey: { limit(most: number): { execute(): Promise<Row[]> } },
  giveKey: (query: Queries, row: Row) => Parameters<typeof run>[0],
): Promise<boolean> {
  const rows = await withoutKey.limit(ROWS_AT_ONCE).execute()
  await database.tx(async (tx) => {
    for (const row of rows) await run(giveKey(tx, row))
  })
  return rows.length < ROWS_AT_ONCE
}

async function fillNames(database: Database): Promise<boolean> {
  const found = database.query.selectFrom('accounts').select(['id', 'name'])
  return await fillTable(database, found.where('nameKey', 'is', null), (query, { id, name }) => {
    const change = query.updateTable('accounts').set({ nameKey: searchKeyOf(name) })
    return change.where('id', '=', id).where('nameKey', 'is', null)
  })
}

async function fillValues(database: Database): Promise<boolean> {
  const found = database.query.selectFrom('identifiers').select(['kind', 'value'])
  return await fillTable(
    database,
    found.where('valueKey', 'is', null),
    (query, { kind, value }) => {
      const change = query.updateTable('identifiers').set({ valueKey: searchKeyOf(value) })
      return change.where('kind', '=', kind).where('value', '=', value)
    },
  )
}

async function fillClients(database: Database): Promise<boolean> {
  const found = database.query.selectFrom('oauthClients').select(['id', 'name', 'redirects'])
  return await fillTable(database, found.where('searchKey', 'is', null), (query, client) => {
    const [first = ''] = JSON.parse(client.redirects) as string[]
    const keys = { searchKey: searchKeyOf(client.name), addressKey: addressKeyOf(first) }
    const change = query.updateTable('oauthClients').set(keys)
    return change.where('id', '=', client.id).where('searchKey', 'is', null)
  })
}

async function fillOrganizations(database: Database): Promise<boolean> {
  const found = database.query.selectFrom('organizations').select(['id', 'name'])
  return await fillTable(database, found.where('searchKey', 'is', null), (query, { id, name }) => {
    const change = query.updateTable('organizations').set({ searchKey: searchKeyOf(name) })
    return change.where('id', '=', id).where('searchKey', 'is', null)
  })
}

async function fillDomains(database: Database): Promise<boolean> {
  const found = database.query
    .selectFrom('organizationDomains')
    .select(['organizationId', 'domain'])
  return await fillTable(database, found.where('domainKey', 'is', null), (query, row) => {
    const change = query
      .updateTable('organizationDomains')
      .set({ domainKey: searchKeyOf(row.domain) })
    return change.where('organizationId', '=', row.organizationId).where('domain', '=', row.domain)
  })
}
