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
  /** Public keys (JWK) that it proves itself by, in place of a secret. */
  keys: optional(array(record(string(), unknown()))),
  /** Origins of pages that may call the token endpoint. */
  origins: optional(array(string())),
  /** Where people come back after they signed out. */
  postLogoutRedirects: optional(array(string())),
  /** Where it is told that a session has ended (OpenID Connect Back-Channel Logout). */
  logoutUri: optional(string()),
  /** Resources that it may call by itself, without a person. */
  resources: optional(array(string())),
  /** Whether it may ask by a code that people type on another device (RFC 8628). */
  isForDevices: optional(boolean()),
  /** What it may do as older clients do: ask for tokens by GET, or send one in an address. */
  oldWays: optional(array(enums(['get', 'query']))),
  /** Whose it is: clients of one developer know a person by one more id, the same for all. */
  developer: optional(string()),
})

/** What only some clients have. */
export type OAuthClientDetails = Infer<typeof detailsStruct>

/** A registered client (RFC 6749 §1.1), which people may let in. */
export interface OAuthClient {
  id: string
  /** Registered by an operator, by itself, or known by the document at its id. */
  kind: 'registered' | 'dynamic' | 'document'
  name: string
  state: 'active' | 'frozen'
  /** Where people come back, compared as text but for the port of a loopback address. */
  redirects: readonly string[]
  /** What it may ask for, with spaces between. */
  scopes: string
  /** SHA-256 of its secret, hex; empty for a client that can keep none. */
  secretHash: string
  /** Hash of the secret before it, while both are valid; else empty. */
  formerSecretHash: string
  /** Whether its requests need a code challenge (RFC 7636). */
  needsPkce: boolean
  details: OAuthClientDetails
  /** Whether an operator knows whose it is. */
  isVerified: boolean
  createdAt: number
  /** When a client that registered itself is gone; null for all others. */
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

/** Registered clients. */
export interface OAuthClientRepository {
  insert(client: OAuthClient): Promise<void>
  /** Stores what the document of a client says now; a frozen client stays frozen. */
  saveDocument(client: OAuthClient): Promise<void>
  /** Keeps a client that registered itself until a later time. */
  keep(id: string, until: number): Promise<void>
  find(id: string): Promise<OAuthClient | undefined>
  all(): Promise<OAuthClient[]>
  /** Returns false when it is in that state already, or unknown. */
  setState(id: string, state: OAuthClient['state']): Promise<boolean>
  /** Returns false when it is so already, or unknown. */
  setVerified(id: string, isVerified: boolean): Promise<boolean>
  /** Changes what an operator registered; returns false for an unknown client. */
  update(
    id: string,
    changes: Partial<Pick<OAuthClient, 'name' | 'redirects' | 'scopes' | 'needsPkce' | 'details'>>,
  ): Promise<boolean>
  /** Adds a second secret; returns false for a client with two, or none. */
  addSecret(id: string, secretHash: string): Promise<boolean>
  /** Ends one of two secrets, and returns whether there were two. */
  endSecret(id: string, which: 'older' | 'newer'): Promise<boolean>
  /** Removes it with all that people gave it; returns false for an unknown one. */
  remove(id: string): Promise<boolean>
}

/** Registered clients in SQL. */
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
    setState: (id, state) =>
      changesAny(
        query
          .updateTable('oauthClients')
          .set({ state })
          .where('id', '=', id)
          .where('state', '<>', state),
      ),
    setVerified: (id, isVerified) =>
      changesAny(
        query
          .updateTable('oauthClients')
          .set({ isVerified: Number(isVerified) })
          .where('id', '=', id)
          .where('isVerified', '<>', Number(isVerified)),
      ),
    update: (id, { details, needsPkce, redirects, ...rest }) =>
      changesAny(
        query
          .updateTable('oauthClients')
          .set({
            ...rest,
            ...(details !== undefined && { details: JSON.stringify(details) }),
            ...(redirects !== undefined && { redirects: JSON.stringify(redirects) }),
            ...(needsPkce !== undefined && { needsPkce: Number(needsPkce) }),
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

function toClient(row: StoredOAuthClient): OAuthClient {
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
