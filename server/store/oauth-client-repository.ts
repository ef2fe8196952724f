import { array, create, string } from 'superstruct'
import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** A program of others that people may let in. */
export interface OAuthClient {
  id: string
  name: string
  state: 'active' | 'frozen'
  /** Where people come back, compared as text but for the port of a loopback address. */
  redirects: readonly string[]
  /** What it may ask for, with spaces between. */
  scopes: string
  /** SHA-256 of its secret, hex; empty for a program that can keep none. */
  secretHash: string
  /** Whether its requests need a code challenge (RFC 7636). */
  needsPkce: boolean
  createdAt: number
}

/** A row of `oauth_clients`; `redirects` is JSON. */
export interface StoredOAuthClient extends Omit<OAuthClient, 'redirects' | 'needsPkce'> {
  redirects: string
  needsPkce: number
}

/** Registered programs of others. */
export interface OAuthClientRepository {
  insert(client: OAuthClient): Promise<void>
  find(id: string): Promise<OAuthClient | undefined>
  all(): Promise<OAuthClient[]>
  /** Returns false when it is in that state already, or unknown. */
  setState(id: string, state: OAuthClient['state']): Promise<boolean>
  /** Returns false for an unknown client. */
  setSecret(id: string, secretHash: string): Promise<boolean>
  /** Removes it with all that people gave it; returns false for an unknown one. */
  remove(id: string): Promise<boolean>
}

/** Registered programs in SQL. */
export function oauthClientRepository(query: Queries): OAuthClientRepository {
  return {
    insert: async (client) => {
      await query
        .insertInto('oauthClients')
        .values({
          ...client,
          redirects: JSON.stringify(client.redirects),
          needsPkce: Number(client.needsPkce),
        })
        .execute()
    },
    find: async (id) => {
      const row = await query
        .selectFrom('oauthClients')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toClient(row)
    },
    all: async () => {
      const rows = await query
        .selectFrom('oauthClients')
        .selectAll()
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
      return rows.map(toClient)
    },
    setState: (id, state) =>
      changesAny(
        query
          .updateTable('oauthClients')
          .set({ state })
          .where('id', '=', id)
          .where('state', '<>', state),
      ),
    setSecret: (id, secretHash) =>
      changesAny(query.updateTable('oauthClients').set({ secretHash }).where('id', '=', id)),
    remove: (id) => changesAny(query.deleteFrom('oauthClients').where('id', '=', id)),
  }
}

function toClient(row: StoredOAuthClient): OAuthClient {
  const redirects = create(JSON.parse(row.redirects), array(string()))
  return { ...row, redirects, needsPkce: row.needsPkce === 1 }
}
