import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'
import { isMissingReference } from './database-errors.ts'
import { liveAuthorizations, type LiveAuthorizations } from './live-authorizations.ts'
import { beganAfterCutoff } from './session-repository.ts'

/** One answer to a client, to which its codes and tokens belong. */
export interface OAuthAuthorization {
  id: string
  grantId: string
  grantVersion: number
  /** Session that its tokens end with; empty for none. */
  sessionHash: string
  /** Session in which it began, whatever its tokens end with. */
  beganIn: string
  beganAt: number
  /** Of the organization that the person answered for; 0 for oneself. */
  organizationEpoch: number
  expiresAt: number
}

/** A code or token; its reference is never stored. A row of `oauth_tokens`. */
export interface OAuthToken {
  /** SHA-256 of the reference, hex. */
  hash: string
  kind: string
  authorizationId: string
  payload: string
  /** Time when it was used up. */
  consumedAt: number | null
  expiresAt: number
}

/** Authorizations, codes and tokens of clients. */
export interface OAuthTokenRepository extends LiveAuthorizations {
  /** Returns false when the session it begins in has ended, or the grant has another version. */
  begin(authorization: Omit<OAuthAuthorization, 'organizationEpoch'>): Promise<boolean>
  /** Ends an authorization with all of its tokens. */
  end(id: string): Promise<void>
  /** Ends every authorization of an account; the consents stay. */
  endAllOf(accountId: string): Promise<void>
  /** Stores a token, which ends with its authorization; returns false when that has ended. */
  insert(token: OAuthToken): Promise<boolean>
  /** Uses a token up; of many calls one gets true. */
  consume(kind: string, hash: string, now: number): Promise<boolean>
  /**
   * Uses a refresh token up, or up again after `repeatedSince` while nobody has used its successor;
   * returns false for any other one that was used.
   */
  rotate(hash: string, successor: string, now: number, repeatedSince: number): Promise<boolean>
  /** Ends the authorization of a token; returns its grant, undefined when it has ended before. */
  endOf(kind: string, hash: string): Promise<string | undefined>
  remove(kind: string, hash: string): Promise<void>
}

/** Authorizations, codes and tokens in SQL. */
export function oauthTokenRepository(query: Queries): OAuthTokenRepository {
  return {
    ...liveAuthorizations(query),
    begin: ({ id, grantId, grantVersion, sessionHash, beganIn, beganAt, expiresAt }) =>
      changesAny(
        query
          .insertInto('oauthAuthorizations')
          .columns([
            'id',
            'grantId',
            'grantVersion',
            'sessionHash',
            'beganIn',
            'beganAt',
            'organizationEpoch',
            'expiresAt',
          ])
          // One statement sees session and version, or a sign-out at this moment would be missed.
          .expression((row) =>
            row
              .selectFrom('oauthGrants')
              .innerJoin('sessions', 'sessions.accountId', 'oauthGrants.accountId')
              .leftJoin('memberships', 'memberships.id', 'oauthGrants.membershipId')
              .leftJoin('organizations', 'organizations.id', 'memberships.organizationId')
              .select((columns) => [
                row.val(id).as('id'),
                'oauthGrants.id as grantId',
                'oauthGrants.version as grantVersion',
                row.val(sessionHash).as('sessionHash'),
                'sessions.hash as beganIn',
                row.val(beganAt).as('beganAt'),
                columns.fn.coalesce('organizations.epoch', columns.val(0)).as('organizationEpoch'),
                row.val(expiresAt).as('expiresAt'),
              ])
              .where('oauthGrants.id', '=', grantId)
              .where('oauthGrants.version', '=', grantVersion)
              .where('sessions.hash', '=', beganIn)
              .where((session) => beganAfterCutoff(session)),
          ),
      ),
    end: async (id) => {
      await query.deleteFrom('oauthAuthorizations').where('id', '=', id).execute()
    },
    endAllOf: async (accountId) => {
      // Tokens that are being issued at this moment have the former version, so they end too.
      await query
        .updateTable('oauthGrants')
        .set((row) => ({ version: row('version', '+', 1) }))
        .where('accountId', '=', accountId)
        .execute()
      await query
        .deleteFrom('oauthAuthorizations')
        .where('grantId', 'in', (row) =>
          row.selectFrom('oauthGrants').select('id').where('accountId', '=', accountId),
        )
        .execute()
    },
    insert: async (token) => {
      try {
        await query
          .insertInto('oauthTokens')
          .values(token)
          // A repeated refresh makes the same token again.
          .onConflict((conflict) => conflict.column('hash').doNothing())
          .execute()
        return true
      } catch (error) {
        if (isMissingReference(error)) return false
        throw error
      }
    },
    consume: (kind, hash, now) =>
      changesAny(
        query
          .updateTable('oauthTokens')
          .set({ consumedAt: now })
          .where('hash', '=', hash)
          .where('kind', '=', kind)
          .where('consumedAt', 'is', null),
      ),
    rotate: (hash, successor, now, repeatedSince) =>
      changesAny(
        query
          .updateTable('oauthTokens')
          .set((row) => ({ consumedAt: row.fn.coalesce('consumedAt', row.val(now)) }))
          .where('hash', '=', hash)
          .where('kind', '=', 'RefreshToken')
          .where((row) =>
            row.or([
              row('consumedAt', 'is', null),
              row.and([
                row('consumedAt', '>', repeatedSince),
                row.not(
                  row.exists(
                    row
                      .selectFrom('oauthTokens as next')
                      .select('next.hash')
                      .where('next.hash', '=', successor)
                      .where('next.consumedAt', 'is not', null),
                  ),
                ),
              ]),
            ]),
          ),
      ),
    endOf: async (kind, hash) => {
      const ended = await query
        .deleteFrom('oauthAuthorizations')
        .where('id', 'in', (row) =>
          row
            .selectFrom('oauthTokens')
            .select('authorizationId')
            .where('hash', '=', hash)
            .where('kind', '=', kind),
        )
        .returning('grantId')
        .executeTakeFirst()
      return ended?.grantId
    },
    remove: async (kind, hash) => {
      await query
        .deleteFrom('oauthTokens')
        .where('hash', '=', hash)
        .where('kind', '=', kind)
        .execute()
    },
  }
}
