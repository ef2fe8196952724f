import type { ProviderName } from '#protocol/providers.ts'
import type { Queries } from './database.ts'
import { statement } from './statement.ts'
import type { Tables } from './tables.ts'

/** An account at a third party that opens an account here. */
export interface LinkedAccount {
  platform: ProviderName
  /** Id of the person there. */
  sub: string
  accountId: string
  screenName: string
  avatar: string
  createdAt: number
  updatedAt: number
}

/** What connections need from a database. */
export interface LinkedAccountRepository {
  find(platform: ProviderName, sub: string): Promise<LinkedAccount | undefined>
  /** The connections of an account, by platform. */
  of(accountId: string): Promise<LinkedAccount[]>
  /** False when that third-party account, or the account here for that platform, is taken. */
  insert(connection: LinkedAccount): Promise<boolean>
  /** Brings name and picture up to date. */
  refresh(connection: LinkedAccount): Promise<void>
  /** Takes one away; undefined when it was not there. */
  remove(accountId: string, platform: ProviderName): Promise<LinkedAccount | undefined>
  removeAll(accountId: string): Promise<void>
}

const of = statement((query, { accountId }: { accountId: string }) =>
  query
    .selectFrom('linked_accounts')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('platform'),
)

/** Third-party accounts in SQL. */
export function linkedAccountRepository(query: Queries): LinkedAccountRepository {
  return {
    find: async (platform, sub) => {
      const row = await query
        .selectFrom('linked_accounts')
        .selectAll()
        .where('platform', '=', platform)
        .where('sub', '=', sub)
        .executeTakeFirst()
      return row && toLinkedAccount(row)
    },
    of: async (accountId) => {
      const rows = await of(query, { accountId })
      return rows.map(toLinkedAccount)
    },
    insert: async (connection) => {
      const inserted = await query
        .insertInto('linked_accounts')
        .values({
          platform: connection.platform,
          sub: connection.sub,
          account_id: connection.accountId,
          screen_name: connection.screenName,
          avatar: connection.avatar,
          created_at: connection.createdAt,
          updated_at: connection.updatedAt,
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
        .where('platform', '=', platform)
        .where('sub', '=', sub)
        .execute()
    },
    remove: async (accountId, platform) => {
      const row = await query
        .deleteFrom('linked_accounts')
        .where('account_id', '=', accountId)
        .where('platform', '=', platform)
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
    platform: row.platform,
    sub: row.sub,
    accountId: row.account_id,
    screenName: row.screen_name,
    avatar: row.avatar,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
