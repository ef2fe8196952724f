import type { ProviderName } from '#protocol/providers.ts'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

/** A person's account at a provider, linked to the account here. */
export interface LinkedAccount {
  platform: ProviderName
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
  find(platform: ProviderName, sub: string): Promise<LinkedAccount | undefined>
  /** Returns the linked accounts of an account, by provider. */
  of(accountId: string): Promise<LinkedAccount[]>
  /** Returns false when either account is linked already, here or at the provider. */
  insert(linked: LinkedAccount): Promise<boolean>
  /** Updates name and picture. */
  refresh(linked: LinkedAccount): Promise<void>
  /** Returns undefined when there was none. */
  remove(accountId: string, platform: ProviderName): Promise<LinkedAccount | undefined>
  removeAll(accountId: string): Promise<void>
}

/** Linked accounts in SQL. */
export function linkedAccountRepository(query: Queries): LinkedAccountRepository {
  return {
    find: async (platform, sub) => {
      const row = await query
        .selectFrom('linked_accounts')
        .selectAll()
        .where('provider', '=', platform)
        .where('sub', '=', sub)
        .executeTakeFirst()
      return row && toLinkedAccount(row)
    },
    of: async (accountId) => {
      const rows = await query
        .selectFrom('linked_accounts')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('provider')
        .execute()
      return rows.map(toLinkedAccount)
    },
    insert: async (linked) => {
      const inserted = await query
        .insertInto('linked_accounts')
        .values({
          provider: linked.platform,
          sub: linked.sub,
          account_id: linked.accountId,
          screen_name: linked.screenName,
          avatar: linked.avatar,
          created_at: linked.createdAt,
          updated_at: linked.updatedAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('sub')
        .executeTakeFirst()
      return inserted !== undefined
    },
    refresh: async ({ platform, sub, screenName, avatar, updatedAt }) => {
      await query
        .updateTable('linked_accounts')
        .set({ screen_name: screenName, avatar, updated_at: updatedAt })
        .where('provider', '=', platform)
        .where('sub', '=', sub)
        .execute()
    },
    remove: async (accountId, platform) => {
      const row = await query
        .deleteFrom('linked_accounts')
        .where('account_id', '=', accountId)
        .where('provider', '=', platform)
        .returningAll()
        .executeTakeFirst()
      return row && toLinkedAccount(row)
    },
    removeAll: async (accountId) => {
      await query.deleteFrom('linked_accounts').where('account_id', '=', accountId).execute()
    },
  }
}

function toLinkedAccount(row: Tables['linked_accounts']): LinkedAccount {
  return {
    platform: row.provider,
    sub: row.sub,
    accountId: row.account_id,
    screenName: row.screen_name,
    avatar: row.avatar,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
