import { create, optional, record, string } from 'superstruct'
import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** A request that waits for a person's answer. */
export interface OAuthRequest {
  /** SHA-256 of its ticket, hex. */
  hash: string
  /** SHA-256 of the cookie of the browser that began it, hex. */
  browserHash: string
  /** Parameters as they came. */
  params: Readonly<Record<string, string | undefined>>
  /** Account that saw it last; empty for none. */
  accountId: string
  /** Digest of the client's name and host that was shown. */
  seenDigest: string
  state: 'open' | 'decided'
  createdAt: number
  expiresAt: number
}

/** A row of `oauth_requests`; `params` is JSON. */
export interface StoredOAuthRequest extends Omit<OAuthRequest, 'params'> {
  params: string
}

export type Seen = Pick<OAuthRequest, 'accountId' | 'seenDigest'>

/** Requests of clients that wait for an answer. */
export interface OAuthRequestRepository {
  insert(request: OAuthRequest): Promise<void>
  find(hash: string, browserHash: string, now: number): Promise<OAuthRequest | undefined>
  /** Records what a person was shown. */
  show(hash: string, seen: Seen): Promise<void>
  /** Answers an open request, if it is still as the person saw it; of many calls one gets true. */
  decide(hash: string, seen?: Seen): Promise<boolean>
}

/** Requests of clients in SQL. */
export function oauthRequestRepository(query: Queries): OAuthRequestRepository {
  return {
    insert: async (request) => {
      await query
        .insertInto('oauthRequests')
        .values({ ...request, params: JSON.stringify(request.params) })
        .execute()
    },
    find: async (hash, browserHash, now) => {
      const row = await query
        .selectFrom('oauthRequests')
        .selectAll()
        .where('hash', '=', hash)
        .where('browserHash', '=', browserHash)
        .where('expiresAt', '>', now)
        .executeTakeFirst()
      return row && toRequest(row)
    },
    show: async (hash, seen) => {
      await query
        .updateTable('oauthRequests')
        .set(seen)
        .where('hash', '=', hash)
        .where('state', '=', 'open')
        .execute()
    },
    decide: (hash, seen) => {
      const open = query
        .updateTable('oauthRequests')
        .set({ state: 'decided' })
        .where('hash', '=', hash)
        .where('state', '=', 'open')
      return changesAny(
        seen === undefined
          ? open
          : open.where('accountId', '=', seen.accountId).where('seenDigest', '=', seen.seenDigest),
      )
    },
  }
}

function toRequest(row: StoredOAuthRequest): OAuthRequest {
  return { ...row, params: create(JSON.parse(row.params), record(string(), optional(string()))) }
}
