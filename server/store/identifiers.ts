import { chunksOf } from './chunks.ts'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

/** Kind of a proved, unique name of an account. */
export type IdentifierKind = Tables['identifiers']['kind']

/** Every kind, in the order that all transactions claim them, which avoids deadlocks. */
export const identifierKinds = ['email', 'mobile', 'username'] as const

/** Throws outside a transaction: identifiers and their copies in `accounts` are written together. */
export function requireTransaction(query: Queries): void {
  if (!query.isTransaction) throw new Error('identifiers are written in a transaction only')
}

/** Gives an identifier to an account; returns false when another account has it. */
export async function claimIdentifier(
  query: Queries,
  kind: IdentifierKind,
  value: string,
  accountId: string,
): Promise<boolean> {
  const claimed = await query
    .insertInto('identifiers')
    .values({ kind, value, account_id: accountId })
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
    .returning('value')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Takes the identifier of a kind from an account. */
export async function releaseIdentifier(
  query: Queries,
  kind: IdentifierKind,
  accountId: string,
): Promise<void> {
  await query
    .deleteFrom('identifiers')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .execute()
}

/** Returns those of some values that belong to an account. */
export async function takenIdentifiers(
  query: Queries,
  kind: IdentifierKind,
  values: readonly string[],
): Promise<string[]> {
  const taken: string[] = []
  for (const chunk of chunksOf(values)) {
    const rows = await query
      .selectFrom('identifiers')
      .select('value')
      .where('kind', '=', kind)
      .where('value', 'in', chunk)
      .execute()
    taken.push(...rows.map(({ value }) => value))
  }
  return taken
}
