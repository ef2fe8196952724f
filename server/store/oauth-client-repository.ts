import { array, create, string } from 'superstruct'
import { DAY_MS } from '../lib/clock.ts'
import {
  addressKeyOf,
  addressRange,
  searchKeyOf,
  searchRange,
  type SearchRange,
} from './search-keys.ts'
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
    insert: (client: OAuthClient) =>
      run(query.insertInto('oauthClients').values(toKeyedRow(client))),
    /** Stores the current document of a client; a frozen client stays frozen. */
    saveDocument: (client: OAuthClient) =>
      run(
        query
          .insertInto('oauthClients')
          .values(toKeyedRow(client))
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet((set) => ({
              name: set.ref('excluded.name'),
              redirects: set.ref('excluded.redirects'),
              searchKey: set.ref('excluded.searchKey'),
              addressKey: set.ref('excluded.addressKey'),
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
    /** Reads a client that nobody else changes until the transaction ends. */
    lock: (id: string) =>
      // An update that changes nothing locks the row in every database, and reads its latest version.
      readFirst(change(id).set({ id }).returningAll(), toClient),
    /** Returns clients in the order of their ids, after one. */
    page: (after: string, limit: number) =>
      readAll(clients().where('id', '>', after).orderBy('id').limit(limit), toClient),
    /** Returns the first clients whose name or first return address begins with a text. */
    search: async (text: string, limit: number): Promise<OAuthClient[]> => {
      const by = (key: 'searchKey' | 'addressKey', { from, below }: SearchRange) => {
        const found = clients().where(key, '>=', from).where(key, '<', below)
        return readAll(found.orderBy(key).orderBy('id').limit(limit), toClient)
      }
      const names = await by('searchKey', searchRange(text))
      return [...names, ...(await by('addressKey', addressRange(text)))]
    },
    all: () => readAll(clients().orderBy('createdAt').orderBy('id'), toClient),
    /** Returns false for an unknown client. */
    update: (id: string, { details, isVerified, needsPkce, redirects, ...rest }: ClientChanges) =>
      changesAny(
        change(id).set({
          ...rest,
          ...keysOf({ name: rest.name, redirects }),
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

/** Returns what a client is searched by, as far as it is said. */
function keysOf({
  name,
  redirects,
}: {
  name: string | undefined
  redirects: readonly string[] | undefined
}): { searchKey?: Uint8Array; addressKey?: Uint8Array } {
  return {
    ...(name !== undefined && { searchKey: searchKeyOf(name) }),
    ...(redirects !== undefined && { addressKey: addressKeyOf(redirects[0] ?? '') }),
  }
}

function toKeyedRow(client: OAuthClient) {
  const { searchKey = null, addressKey = null } = keysOf(client)
  return {
    ...client,
    searchKey,
    addressKey,
    redirects: JSON.stringify(client.redirects),
    details: JSON.stringify(client.details),
    needsPkce: Number(client.needsPkce),
    isVerified: Number(client.isVerified),
  }
}

/** Returns a row as a client. */
export function toClient({
  searchKey: _searchKey,
  addressKey: _addressKey,
  ...row
}: StoredOAuthClient & { searchKey?: unknown; addressKey?: unknown }): OAuthClient {
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
