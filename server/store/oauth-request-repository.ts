import { create, optional, record, string } from 'superstruct'
import { changesAny, readFirst, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { OAuthRequest, StoredOAuthRequest } from './schema/oauth.ts'

export type Seen = Pick<OAuthRequest, 'accountId' | 'seenDigest'>

/** Requests of clients that wait for an answer. */
export type OAuthRequestRepository = ReturnType<typeof oauthRequestRepository>

/** Requests of clients in SQL. */
export function oauthRequestRepository(query: Queries) {
  const changeOpen = (hash: string) =>
    query.updateTable('oauthRequests').where('hash', '=', hash).where('state', '=', 'open')
  return {
    insert: (request: OAuthRequest) =>
      run(
        query
          .insertInto('oauthRequests')
          .values({ ...request, params: JSON.stringify(request.params) }),
      ),
    find: (hash: string, browserHash: string, now: number) =>
      readFirst(
        query
          .selectFrom('oauthRequests')
          .selectAll()
          .where('hash', '=', hash)
          .where('browserHash', '=', browserHash)
          .where('expiresAt', '>', now),
        toRequest,
      ),
    /** Records what a person was shown. */
    show: (hash: string, seen: Seen) => run(changeOpen(hash).set(seen)),
    /** Answers an open request, if it is still as the person saw it; of many calls one gets true. */
    decide: (hash: string, seen?: Seen) => {
      const decided = changeOpen(hash).set({ state: 'decided' })
      return changesAny(
        seen === undefined
          ? decided
          : decided
              .where('accountId', '=', seen.accountId)
              .where('seenDigest', '=', seen.seenDigest),
      )
    },
  }
}

function toRequest(row: StoredOAuthRequest): OAuthRequest {
  return { ...row, params: create(JSON.parse(row.params), record(string(), optional(string()))) }
}
