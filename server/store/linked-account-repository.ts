import { expressionBuilder } from 'kysely'
import type { ProviderName } from '#protocol/providers.ts'
import { insertNew, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'
import type { LinkedAccount } from './schema/accounts.ts'

/** Links accounts at providers. */
export type LinkedAccountRepository = ReturnType<typeof linkedAccountRepository>

/** Returns how many accounts at providers the account of a row is linked to, as a column. */
export function linkedAccountCount() {
  const row = expressionBuilder<Tables, 'accounts'>()
  return row
    .selectFrom('linkedAccounts')
    .select(row.fn.countAll<number>().as('count'))
    .whereRef('linkedAccounts.accountId', '=', 'accounts.id')
    .$asScalar()
    .$notNull()
    .as('linkedAccountCount')
}

/** Linked accounts in SQL. */
export function linkedAccountRepository(query: Queries) {
  const links = () => query.selectFrom('linkedAccounts').selectAll()
  return {
    find: (provider: ProviderName, sub: string) =>
      links().where('provider', '=', provider).where('sub', '=', sub).executeTakeFirst(),
    /** Returns the linked accounts of an account, by provider. */
    of: (accountId: string) =>
      links().where('accountId', '=', accountId).orderBy('provider').execute(),
    /** Returns false when either account is linked already, here or at the provider. */
    insert: (linked: LinkedAccount) => insertNew(query, 'linkedAccounts', linked),
    /** Updates name and picture. */
    refresh: ({ provider, sub, screenName, avatar, updatedAt }: LinkedAccount) =>
      run(
        query
          .updateTable('linkedAccounts')
          .set({ screenName, avatar, updatedAt })
          .where('provider', '=', provider)
          .where('sub', '=', sub),
      ),
    /** Returns undefined when there was none. */
    remove: (accountId: string, provider: ProviderName) =>
      query
        .deleteFrom('linkedAccounts')
        .where('accountId', '=', accountId)
        .where('provider', '=', provider)
        .returningAll()
        .executeTakeFirst(),
    removeAll: (accountId: string) =>
      run(query.deleteFrom('linkedAccounts').where('accountId', '=', accountId)),
  }
}
