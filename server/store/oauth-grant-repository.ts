import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'
import type { StoredOAuthClient } from './oauth-client-repository.ts'

/** Consent of a person to a client; a row of `oauth_grants`. */
export interface OAuthGrant {
  /** The person's id for this client, its `sub`. */
  id: string
  clientId: string
  accountId: string
  /** Membership that the person answered with; empty for themself. */
  membershipId: string
  /** Scopes with spaces between; empty once the grant is revoked. */
  granted: string
  /** Scopes that were requested and refused. */
  refused: string
  /** Digest of the client's name and host; if they change, consent is asked for again. */
  seenDigest: string
  /** Tokens of a former version are dead. */
  version: number
  createdAt: number
  changedAt: number
  /** Time when the client last got a token, to the hour; 0 for never. */
  lastUsedAt: number
}

/** A grant with what a person knows its client by. */
export type NamedGrant = OAuthGrant &
  Pick<StoredOAuthClient, 'redirects'> & {
    clientName: string
    /** Of the organization that the person answered for; null for oneself. */
    organizationName: string | null
  }

export interface OAuthGrantRepository {
  find(id: string): Promise<OAuthGrant | undefined>
  /** Returns what a person decided about a client, once for each identity that they chose. */
  of(accountId: string, clientId: string): Promise<OAuthGrant[]>
  /** Returns what an account lets clients have, with their names, newest first. */
  listOf(
    accountId: string,
    page: { offset: number; limit: number },
  ): Promise<{ list: NamedGrant[]; total: number }>
  /** Stores a decision that adds to an earlier one; undefined when another decision came first. */
  save(
    grant: OAuthGrant,
    before: Pick<OAuthGrant, 'granted' | 'refused'>,
  ): Promise<OAuthGrant | undefined>
  /** Returns what people let a client have, newest first. */
  ofClient(clientId: string, limit: number): Promise<OAuthGrant[]>
  /** Stores that a client got a token, unless it did after `since`. */
  touch(id: string, now: number, since: number): Promise<void>
  /** Takes scopes away; returns false when another decision came first. */
  narrow(
    before: Pick<OAuthGrant, 'id' | 'granted'>,
    after: Pick<OAuthGrant, 'granted' | 'refused' | 'changedAt'>,
  ): Promise<boolean>
  /** Ends a grant and all tokens of it; returns false when there was none. */
  revoke(accountId: string, id: string, now: number): Promise<boolean>
}

export function oauthGrantRepository(query: Queries): OAuthGrantRepository {
  return {
    find: (id) =>
      query.selectFrom('oauthGrants').selectAll().where('id', '=', id).executeTakeFirst(),
    of: (accountId, clientId) =>
      query
        .selectFrom('oauthGrants')
        .selectAll()
        .where('accountId', '=', accountId)
        .where('clientId', '=', clientId)
        .execute(),
    listOf: async (accountId, { offset, limit }) => {
      const grants = query
        .selectFrom('oauthGrants')
        .innerJoin('oauthClients', 'oauthClients.id', 'oauthGrants.clientId')
        .where('oauthGrants.accountId', '=', accountId)
        .where('granted', '<>', '')
      const list = await grants
        .selectAll('oauthGrants')
        .leftJoin('memberships', 'memberships.id', 'oauthGrants.membershipId')
        .leftJoin('organizations', 'organizations.id', 'memberships.organizationId')
        .select([
          'oauthClients.name as clientName',
          'oauthClients.redirects',
          'organizations.name as organizationName',
        ])
        .orderBy('changedAt', 'desc')
        .orderBy('oauthGrants.id')
        .limit(limit)
        .offset(offset)
        .execute()
      const { total } = await grants
        .select((row) => row.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { list, total }
    },
    save: (grant, { granted, refused }) =>
      query
        .insertInto('oauthGrants')
        .values(grant)
        .onConflict((conflict) =>
          conflict
            .columns(['accountId', 'clientId', 'membershipId'])
            // The id of a person for a client never changes.
            .doUpdateSet((set) => ({
              granted: set.ref('excluded.granted'),
              refused: set.ref('excluded.refused'),
              seenDigest: set.ref('excluded.seenDigest'),
              changedAt: set.ref('excluded.changedAt'),
            }))
            .where('oauthGrants.granted', '=', granted)
            .where('oauthGrants.refused', '=', refused),
        )
        .returningAll()
        .executeTakeFirst(),
    ofClient: (clientId, limit) =>
      query
        .selectFrom('oauthGrants')
        .selectAll()
        .where('clientId', '=', clientId)
        .where('granted', '<>', '')
        .orderBy('changedAt', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute(),
    touch: async (id, now, since) => {
      await query
        .updateTable('oauthGrants')
        .set({ lastUsedAt: now })
        .where('id', '=', id)
        .where('lastUsedAt', '<=', since)
        .execute()
    },
    narrow: ({ id, granted }, after) =>
      changesAny(
        query
          .updateTable('oauthGrants')
          .set(after)
          .where('id', '=', id)
          .where('granted', '=', granted),
      ),
    revoke: (accountId, id, now) =>
      changesAny(
        query
          .updateTable('oauthGrants')
          .set((row) => ({ granted: '', version: row('version', '+', 1), changedAt: now }))
          .where('id', '=', id)
          .where('accountId', '=', accountId)
          .where('granted', '<>', ''),
      ),
  }
}
