import { changesAny } from './statements.ts'
import type { Queries } from './database.ts'
import { searchKeyOf } from './search-keys.ts'
import type { Identifier } from './schema/accounts.ts'

/** Every kind, in the order that all transactions claim them, which avoids deadlocks. */
export const identifierKinds = ['email', 'mobile', 'username'] as const

/** Throws outside a transaction: identifiers and their copies in `accounts` are written together. */
export function requireTransaction(query: Queries): void {
  if (!query.isTransaction) throw new Error('identifiers are written in a transaction only')
}

/** Gives an identifier to an account; returns false when another account has it. */
export async function claimIdentifier(
  query: Queries,
  kind: Identifier['kind'],
  value: string,
  accountId: string,
): Promise<boolean> {
  return await changesAny(
    query
      .insertInto('identifiers')
      .values({ kind, value, valueKey: searchKeyOf(value), accountId })
      .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing()),
  )
}

/** Takes the identifier of a kind from an account. */
export async function releaseIdentifier(
  query: Queries,
  kind: Identifier['kind'],
  accountId: string,
): Promise<void> {
  await query
    .deleteFrom('identifiers')
    .where('accountId', '=', accountId)
    .where('kind', '=', kind)
    .execute()
}

/** Returns those of some values that belong to an account. */
export async function takenIdentifiers(
  query: Queries,
  kind: Identifier['kind'],
  values: readonly string[],
): Promise<string[]> {
  if (values.length === 0) return []
  const rows = await query
    .selectFrom('identifiers')
    .select('value')
    .where('kind', '=', kind)
    .where('value', 'in', values)
    .execute()
  return rows.map(({ value }) => value)
}
