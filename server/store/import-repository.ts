import {
  HandleEmptyInListsPlugin,
  replaceWithNoncontingentExpression,
  type Insertable,
} from 'kysely'
import type { ProviderName } from '#protocol/providers.ts'
import type { Queries } from './database.ts'
import { requireTransaction, takenIdentifiers } from './identifiers.ts'
import { insertNew, run } from './statements.ts'
import type { Identifier } from './schema/accounts.ts'
import type { Import } from './schema/imports.ts'
import type { Tables } from './tables.ts'

/** In the order in which all transactions write them. */
const tables = [
  'accounts',
  'identifiers',
  'linkedAccounts',
  'importedAccounts',
  'authenticatorApps',
  'securityEvents',
] as const

/** Rows of a batch by their tables. */
export type ImportBatch = { [Table in (typeof tables)[number]]: Insertable<Tables[Table]>[] }

// PostgreSQL has no empty list.
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })

/** Stores imports, and which accounts came by them. */
export type ImportRepository = ReturnType<typeof importRepository>

/** Imports in SQL. */
export function importRepository(query: Queries) {
  const change = (id: string, values: Partial<Import>) =>
    run(query.updateTable('imports').set(values).where('id', '=', id))
  const some = query.withPlugin(emptyLists)
  return {
    /** Returns false when the id is taken. */
    begin: (row: Import) => insertNew(query, 'imports', row),
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
      query
        .selectFrom('imports')
        .selectAll()
        .orderBy('startedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    /** Returns by which ids other products know some accounts. */
    externalIdsOf: (ids: readonly string[]) =>
      some
        .selectFrom('importedAccounts')
        .selectAll()
        .where('accountId', 'in', ids)
        .orderBy('source')
        .orderBy('externalId')
        .execute(),
    /** Gives an account the id of a product, or takes it away with null; returns false when it is taken. */
    setExternalId: async (accountId: string, source: string, externalId: string | null) => {
      await query
        .deleteFrom('importedAccounts')
        .where('accountId', '=', accountId)
        .where('source', '=', source)
        .execute()
      if (externalId === null) return true
      return await insertNew(query, 'importedAccounts', { source, externalId, accountId })
    },
    /** Returns those of some external ids that have come. */
    findAll: (source: string, externalIds: readonly string[]) =>
      some
        .selectFrom('importedAccounts')
        .select(['externalId', 'accountId'])
        .where('source', '=', source)
        .where('externalId', 'in', externalIds)
        .execute(),
    /** Returns those of some addresses that an account has unproved, and whether an import brought it. */
    unproved: (emails: readonly string[]) =>
      some
        .selectFrom('accounts')
        .leftJoin('importedAccounts', 'importedAccounts.accountId', 'accounts.id')
        .select(['accounts.unverifiedEmail', 'importedAccounts.accountId as importedId'])
        .where('unverifiedEmail', 'in', emails)
        .execute(),
    /** Returns those of some identifiers that an account has. */
    owned: (kind: Identifier['kind'], values: readonly string[]) =>
      takenIdentifiers(query, kind, values),
    /** Returns those of some accounts at a provider that are linked. */
    linked: (provider: ProviderName, subs: readonly string[]) =>
      some
        .selectFrom('linkedAccounts')
        .select('sub')
        .where('provider', '=', provider)
        .where('sub', 'in', subs)
        .execute(),
    /** Takes an unproved address from the accounts that have some. */
    dropUnproved: (emails: readonly string[]) =>
      some
        .updateTable('accounts')
        .set({ unverifiedEmail: null })
        .where('unverifiedEmail', 'in', emails)
        .execute(),
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
    /** Returns the oldest authenticator app first. */
    appsOf: (ids: readonly string[]) =>
      some
        .selectFrom('authenticatorApps')
        .selectAll()
        .where('accountId', 'in', ids)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),
    /** Returns those of some accounts that have a passkey. */
    passkeyOwners: async (ids: readonly string[]) => {
      const rows = await some
        .selectFrom('passkeys')
        .select('accountId')
        .distinct()
        .where('accountId', 'in', ids)
        .execute()
      return rows.map(({ accountId }) => accountId)
    },
    /** Returns the accounts at providers that some accounts are linked to. */
    linksOf: (ids: readonly string[]) =>
      some
        .selectFrom('linkedAccounts')
        .select(['accountId', 'provider', 'sub'])
        .where('accountId', 'in', ids)
        .orderBy('provider')
        .execute(),
  }
}
