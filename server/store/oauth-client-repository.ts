import { array, create, string } from 'superstruct'
import { DAY_MS } from '../lib/clock.ts'
import { readAll, changesAny, readFirst, run } from './statements.ts'
import type { Queries } from './database.ts'
import { detailsStruct } from './oauth-client-details.ts'
import type { OAuthClient, StoredOAuthClient } from './schema/oauth.ts'

/** What operators may change. */
type ClientChanges = Partial<
  Pick<
    OAuthClient,
    'name' | 'redirects' | 'scopes' | 'needsPkce' | 'details' | 'state' | 'isVerified'
  >
>

/** Registered clients. */
export type OAuthClientRepository = ReturnType<typeof oauthClientRepository>

export function oauthClientRepository(query: Queries) {
  const clients = () => query.selectFrom('oauthClients').selectAll()
  const change = (id: string) => query.updateTable('oauthClients').where('id', '=', id)
  return {
    insert: (client: OAuthClient) => run(query.insertInto('oauthClients').values(toRow(client))),
    /** Stores the current document of a client; a frozen client stays frozen. */
    saveDocument: (client: OAuthClient) =>
      run(
        query
          .insertInto('oauthClients')
          .values(toRow(client))
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet((set) => ({
              name: set.ref('excluded.name'),
              redirects: set.ref('excluded.redirects'),
              details: set.ref('excluded.details'),
            })),
          ),
      ),
    /** Postpones the removal of a client that registered itself. */
    keep: (id: string, until: number) =>
      run(
        change(id)
          .set({ expiresAt: until })
          .where('expiresAt', '<', until - DAY_MS),
      ),
    find: (id: string) => readFirst(clients().where('id', '=', id), toClient),
    /** Returns clients in the order of their ids, after one. */
    page: (after: string, limit: number) =>
      readAll(clients().where('id', '>', after).orderBy('id').limit(limit), toClient),
    all: () => readAll(clients().orderBy('createdAt').orderBy('id'), toClient),
    /** Returns false for an unknown client. */
    update: (id: string, { details, isVerified, needsPkce, redirects, ...rest }: ClientChanges) =>
      changesAny(
        change(id).set({
          ...rest,
          ...(details !== undefined && { details: JSON.stringify(details) }),
          ...(redirects !== undefined && { redirects: JSON.stringify(redirects) }),
          ...(needsPkce !== undefined && { needsPkce: Number(needsPkce) }),
          ...(isVerified !== undefined && { isVerified: Number(isVerified) }),
        }),
      ),
    /** Adds a second secret; returns false unless the client has exactly one. */
    addSecret: (id: string, secretHash: string) =>
      changesAny(
        change(id)
          .set((row) => ({ secretHash, formerSecretHash: row.ref('secretHash') }))
          .where('secretHash', '<>', '')
          .where('formerSecretHash', '=', ''),
      ),
    /** Ends one of two secrets; returns false unless there are two. */
    endSecret: (id: string, which: 'older' | 'newer') =>
      changesAny(
        change(id)
          .set((row) => ({
            formerSecretHash: '',
            ...(which === 'newer' && { secretHash: row.ref('formerSecretHash') }),
          }))
          .where('formerSecretHash', '<>', ''),
      ),
    /** Removes it with all consents and tokens; returns false for an unknown one. */
    remove: (id: string) => changesAny(query.deleteFrom('oauthClients').where('id', '=', id)),
  }
}

function toRow(client: OAuthClient): StoredOAuthClient {
  return {
    ...client,
    redirects: JSON.stringify(client.redirects),
    details: JSON.stringify(client.details),
    needsPkce: Number(client.needsPkce),
    isVerified: Number(client.isVerified),
  }
}

/** Returns a row as a client. */
export function toClient(row: StoredOAuthClient): OAuthClient {
  const redirects = create(JSON.parse(row.redirects), array(string()))
  const details = create(JSON.parse(row.details), detailsStruct)
  return {
    ...row,
    redirects,
    details,
    needsPkce: row.needsPkce === 1,
    isVerified: row.isVerified === 1,
  }
}
