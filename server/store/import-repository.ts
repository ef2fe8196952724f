import type { ProviderName } from '#protocol/providers.ts'
import type { Queries } from './database.ts'
import { requireTransaction, takenIdentifiers } from './identifiers.ts'
import { readAll, run } from './statements.ts'
import type { Account, Identifier, LinkedAccount, SecurityEvent } from './schema/accounts.ts'
import type { Import, ImportedAccount } from './schema/imports.ts'
import type { AuthenticatorApp } from './schema/proofs.ts'

/** Rows of a batch, in the order of the tables in which all transactions write them. */
export interface ImportBatch {
  accounts: Account[]
  identifiers: Identifier[]
  linkedAccounts: LinkedAccount[]
  importedAccounts: ImportedAccount[]
  authenticatorApps: AuthenticatorApp[]
  securityEvents: SecurityEvent[]
}

const tables = [
  'accounts',
  'identifiers',
  'linkedAccounts',
  'importedAccounts',
  'authenticatorApps',
  'securityEvents',
] as const

/** Stores imports, and which accounts came by them. */
export type ImportRepository = ReturnType<typeof importRepository>

/** Imports in SQL. */
export function importRepository(query: Queries) {
  const change = (id: string, values: Partial<Import>) =>
    run(query.updateTable('imports').set(values).where('id', '=', id))
  return {
    begin: (row: Import) => run(query.insertInto('imports').values(row)),
    /** Adds rows to the counts of a run. */
    count: (id: string, { read, created }: { read: number; created: number }) =>
      run(
        query
          .updateTable('imports')
          .set((row) => ({
            read: row('read', '+', read),
            created: row('created', '+', created),
            skipped: row('skipped', '+', read - created),
          }))
          .where('id', '=', id),
      ),
    finish: (id: string, now: number) => change(id, { state: 'done', finishedAt: now }),
    find: (id: string) =>
      query.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst(),
    /** Returns the newest runs first. */
    list: (limit: number) =>
      query.selectFrom('imports').selectAll().orderBy('startedAt', 'desc').limit(limit).execute(),
    /** Returns which ids of an account other products know it by. */
    externalIds: (accountId: string) =>
      query
        .selectFrom('importedAccounts')
        .select(['source', 'externalId'])
        .where('accountId', '=', accountId)
        .orderBy('source')
        .orderBy('externalId')
        .execute(),
    /** Returns those of some external ids that have come. */
    findAll: (source: string, externalIds: readonly string[]) =>
      query
        .selectFrom('importedAccounts')
        .select(['externalId', 'accountId'])
        .where('source', '=', source)
        .where('externalId', 'in', externalIds)
        .execute(),
    /** Returns those of some addresses that an account has unproved, and whether an import brought it. */
    unproved: (emails: readonly string[]) =>
      query
        .selectFrom('accounts')
        .leftJoin('importedAccounts', 'importedAccounts.accountId', 'accounts.id')
        .select(['accounts.unverifiedEmail', 'importedAccounts.accountId as importedId'])
        .where('unverifiedEmail', 'in', emails)
        .execute(),
    owned: (kind: Identifier['kind'], values: readonly string[]) =>
      takenIdentifiers(query, kind, values),
    /** Returns those of some accounts at a provider that are linked. */
    linked: (provider: ProviderName, subs: readonly string[]) =>
      readAll(
        query
          .selectFrom('linkedAccounts')
          .select('sub')
          .where('provider', '=', provider)
          .where('sub', 'in', subs),
        ({ sub }) => sub,
      ),
    /** Takes unproved addresses from accounts that have them. */
    dropUnproved: (emails: readonly string[]) =>
      run(
        query
          .updateTable('accounts')
          .set({ unverifiedEmail: null })
          .where('unverifiedEmail', 'in', emails),
      ),
    /** Needs a transaction. Returns false when something is taken meanwhile; it must then be rolled back. */
    insertBatch: async (batch: ImportBatch) => {
      requireTransaction(query)
      for (const table of tables) {
        const rows = batch[table]
        if (rows.length === 0) continue
        const { numInsertedOrUpdatedRows: count } = await query
          .insertInto(table)
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        if (Number(count) !== rows.length) return false
      }
      return true
    },
    /** Returns accounts in the order of their ids, after one; an empty one begins. */
    accountsAfter: (id: string, since: number, limit: number) =>
      query
        .selectFrom('accounts')
        .selectAll()
        .where('id', '>', id)
        .where('createdAt', '>=', since)
        .orderBy('id')
        .limit(limit)
        .execute(),
    appsOf: (ids: readonly string[]) =>
      query
        .selectFrom('authenticatorApps')
        .selectAll()
        .where('accountId', 'in', ids)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),
    linksOf: (ids: readonly string[]) =>
      query
        .selectFrom('linkedAccounts')
        .select(['accountId', 'provider', 'sub'])
        .where('accountId', 'in', ids)
        .orderBy('provider')
        .execute(),
  }
}
