import type { Queries } from './database.ts'
import { statement } from './statement.ts'
import type { Tables } from './tables.ts'
import type { Connection, ConnectionStore } from '../third-party/connection-store.ts'

const of = statement((query, { accountId }: { accountId: string }) =>
  query
    .selectFrom('connections')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('platform'),
)

/** Third-party accounts in SQL. */
export function connectionRows(query: Queries): ConnectionStore {
  return {
    find: async (platform, sub) => {
      const row = await query
        .selectFrom('connections')
        .selectAll()
        .where('platform', '=', platform)
        .where('sub', '=', sub)
        .executeTakeFirst()
      return row && toConnection(row)
    },
    of: async (accountId) => {
      const rows = await of(query, { accountId })
      return rows.map(toConnection)
    },
    insert: async (connection) => {
      const inserted = await query
        .insertInto('connections')
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
        .updateTable('connections')
        .set({ screen_name: screenName, avatar, updated_at: updatedAt })
        .where('platform', '=', platform)
        .where('sub', '=', sub)
        .execute()
    },
    remove: async (accountId, platform) => {
      const row = await query
        .deleteFrom('connections')
        .where('account_id', '=', accountId)
        .where('platform', '=', platform)
        .returningAll()
        .executeTakeFirst()
      return row && toConnection(row)
    },
    removeAll: async (accountId) => {
      await query.deleteFrom('connections').where('account_id', '=', accountId).execute()
    },
  }
}

function toConnection(row: Tables['connections']): Connection {
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
