import {
  array,
  boolean,
  create,
  enums,
  optional,
  record,
  string,
  type as looseObject,
  unknown,
  type Infer,
} from 'superstruct'
import { DAY_MS } from '../lib/clock.ts'
import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

const detailsStruct = looseObject({
  /** Public keys (JWK), in place of a secret. */
  keys: optional(array(record(string(), unknown()))),
  /** Origins of pages that may call the token endpoint. */
  origins: optional(array(string())),
  /** Return URLs after signing out. */
  postLogoutRedirects: optional(array(string())),
  /** URL of back-channel logouts (OpenID Connect Back-Channel Logout). */
  logoutUri: optional(string()),
  /** Resources that it may call without a person. */
  resources: optional(array(string())),
  /** Whether it may use the device grant (RFC 8628). */
  isForDevices: optional(boolean()),
  /** Outdated uses that are allowed: token requests by GET, tokens in the query. */
  oldWays: optional(array(enums(['get', 'query']))),
  /** Clients of one developer share a second id of each person. */
  developer: optional(string()),
})

/** Optional data, stored as JSON. */
export type OAuthClientDetails = Infer<typeof detailsStruct>

/** A client (RFC 6749 §1.1). */
export interface OAuthClient {
  id: string
  /** Registered by an operator or by itself, or described by the document whose address is its id. */
  kind: 'registered' | 'dynamic' | 'document'
  name: string
  state: 'active' | 'frozen'
  /** Compared as text, except for the port of loopback addresses. */
  redirects: readonly string[]
  /** Allowed scopes, separated by spaces. */
  scopes: string
  /** SHA-256 of its secret, hex; empty for none. */
  secretHash: string
  /** Hash of an older secret while both are valid; else empty. */
  formerSecretHash: string
  /** Whether its requests need a code challenge (RFC 7636). */
  needsPkce: boolean
  details: OAuthClientDetails
  /** Whether an operator knows its makers. */
  isVerified: boolean
  createdAt: number
  /** Time when a client that registered itself is removed; null for others. */
  expiresAt: number | null
}

/** A row of `oauth_clients`; `redirects` and `details` are JSON. */
export interface StoredOAuthClient extends Omit<
  OAuthClient,
  'redirects' | 'details' | 'needsPkce' | 'isVerified'
> {
  redirects: string
  details: string
  needsPkce: number
  isVerified: number
}

/** What operators may change. */
type ClientChanges = Partial<
  Pick<
    OAuthClient,
    'name' | 'redirects' | 'scopes' | 'needsPkce' | 'details' | 'state' | 'isVerified'
  >
>

/** Registered clients. */
export interface OAuthClientRepository {
  insert(client: OAuthClient): Promise<void>
  /** Stores the current document of a client; a frozen client stays frozen. */
  saveDocument(client: OAuthClient): Promise<void>
  /** Postpones the removal of a client that registered itself. */
  keep(id: string, until: number): Promise<void>
  find(id: string): Promise<OAuthClient | undefined>
  all(): Promise<OAuthClient[]>
  /** Returns false for an unknown client. */
  update(id: string, changes: ClientChanges): Promise<boolean>
  /** Adds a second secret; returns false unless the client has exactly one. */
  addSecret(id: string, secretHash: string): Promise<boolean>
  /** Ends one of two secrets; returns false unless there are two. */
  endSecret(id: string, which: 'older' | 'newer'): Promise<boolean>
  /** Removes it with all consents and tokens; returns false for an unknown one. */
  remove(id: string): Promise<boolean>
}

export function oauthClientRepository(query: Queries): OAuthClientRepository {
  return {
    insert: async (client) => {
      await query.insertInto('oauthClients').values(toRow(client)).execute()
    },
    saveDocument: async (client) => {
      await query
        .insertInto('oauthClients')
        .values(toRow(client))
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((set) => ({
            name: set.ref('excluded.name'),
            redirects: set.ref('excluded.redirects'),
            details: set.ref('excluded.details'),
          })),
        )
        .execute()
    },
    keep: async (id, until) => {
      await query
        .updateTable('oauthClients')
        .set({ expiresAt: until })
        .where('id', '=', id)
        .where('expiresAt', '<', until - DAY_MS)
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
    update: (id, { details, isVerified, needsPkce, redirects, ...rest }) =>
      changesAny(
        query
          .updateTable('oauthClients')
          .set({
            ...rest,
            ...(details !== undefined && { details: JSON.stringify(details) }),
            ...(redirects !== undefined && { redirects: JSON.stringify(redirects) }),
            ...(needsPkce !== undefined && { needsPkce: Number(needsPkce) }),
            ...(isVerified !== undefined && { isVerified: Number(isVerified) }),
          })
          .where('id', '=', id),
      ),
    addSecret: (id, secretHash) =>
      changesAny(
        query
          .updateTable('oauthClients')
          .set((row) => ({ secretHash, formerSecretHash: row.ref('secretHash') }))
          .where('id', '=', id)
          .where('secretHash', '<>', '')
          .where('formerSecretHash', '=', ''),
      ),
    endSecret: (id, which) =>
      changesAny(
        query
          .updateTable('oauthClients')
          .set((row) => ({
            formerSecretHash: '',
            ...(which === 'newer' && { secretHash: row.ref('formerSecretHash') }),
          }))
          .where('id', '=', id)
          .where('formerSecretHash', '<>', ''),
      ),
    remove: (id) => changesAny(query.deleteFrom('oauthClients').where('id', '=', id)),
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
