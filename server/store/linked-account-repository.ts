import type { ProviderName } from '#protocol/providers.ts'
import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** A person's account at a provider, linked to the account here. */
export interface LinkedAccount {
  provider: ProviderName
  /** Id of the person at the provider. */
  sub: string
  accountId: string
  screenName: string
  avatar: string
  createdAt: number
  updatedAt: number
}

/** Links accounts at providers. */
export interface LinkedAccountRepository {
  find(provider: ProviderName, sub: string): Promise<LinkedAccount | undefined>
  /** Returns the linked accounts of an account, by provider. */
  of(accountId: string): Promise<LinkedAccount[]>
  /** Returns false when either account is linked already, here or at the provider. */
  insert(linked: LinkedAccount): Promise<boolean>
  /** Updates name and picture. */
  refresh(linked: LinkedAccount): Promise<void>
  /** Returns undefined when there was none. */
  remove(accountId: string, provider: ProviderName): Promise<LinkedAccount | undefined>
  removeAll(accountId: string): Promise<void>
}

/** Linked accounts in SQL. */
export function linkedAccountRepository(query: Queries): LinkedAccountRepository {
  return {
    find: (provider, sub) =>
      query
        .selectFrom('linkedAccounts')
        .selectAll()
        .where('provider', '=', provider)
        .where('sub', '=', sub)
        .executeTakeFirst(),
    of: (accountId) =>
      query
        .selectFrom('linkedAccounts')
        .selectAll()
        .where('accountId', '=', accountId)
        .orderBy('provider')
        .execute(),
    insert: (linked) =>
      changesAny(
        query
          .insertInto('linkedAccounts')
          .values(linked)
          .onConflict((conflict) => conflict.doNothing()),
      ),
    refresh: async ({ provider, sub, screenName, avatar, updatedAt }) => {
      await query
        .updateTable('linkedAccounts')
        .set({ screenName, avatar, updatedAt })
        .where('provider', '=', provider)
        .where('sub', '=', sub)
        .execute()
    },
    remove: (accountId, provider) =>
      query
        .deleteFrom('linkedAccounts')
        .where('accountId', '=', accountId)
        .where('provider', '=', provider)
        .returningAll()
        .executeTakeFirst(),
    removeAll: async (accountId) => {
      await query.deleteFrom('linkedAccounts').where('accountId', '=', accountId).execute()
    },
  }
}
