import { changesAny, readFirst, run } from './statements.ts'
import type { Queries } from './database.ts'
import { isMissingReference } from './database-errors.ts'
import { liveAuthorizations } from './live-authorizations.ts'
import { beganAfterCutoff } from './session-repository.ts'
import type { Session } from './schema/accounts.ts'
import type { OAuthAuthorization, OAuthToken } from './schema/oauth.ts'

/** Authorizations, codes and tokens of clients. */
export type OAuthTokenRepository = ReturnType<typeof oauthTokenRepository>

/** Authorizations, codes and tokens in SQL. */
export function oauthTokenRepository(query: Queries) {
  return {
    ...liveAuthorizations(query),
    /**
     * Begins one in a session, or in the one that continues it, and ends with that unless `isOffline`. Returns
     * false when it has ended, or the grant has another version.
     */
    begin: (
      {
        id,
        grantId,
        grantVersion,
        beganAt,
        expiresAt,
      }: Omit<OAuthAuthorization, 'organizationEpoch' | 'sessionHash' | 'beganIn'>,
      { firstHash, hash }: Pick<Session, 'firstHash' | 'hash'>,
      isOffline: boolean,
    ) =>
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
                (isOffline ? row.val('') : columns.ref('sessions.hash')).as('sessionHash'),
                'sessions.hash as beganIn',
                row.val(beganAt).as('beganAt'),
                columns.fn.coalesce('organizations.epoch', columns.val(0)).as('organizationEpoch'),
                row.val(expiresAt).as('expiresAt'),
              ])
              .where('oauthGrants.id', '=', grantId)
              .where('oauthGrants.version', '=', grantVersion)
              .where((session) =>
                session.or([
                  session('sessions.hash', '=', hash),
                  session('sessions.firstHash', '=', firstHash || hash),
                ]),
              )
              .where((session) => beganAfterCutoff(session)),
          ),
      ),
    /** Hands the authorizations of a session on to the one that continues it. */
    moveTo: (hash: string, formerHash: string) =>
      run(
        query
          .updateTable('oauthAuthorizations')
          .set((row) => ({
            beganIn: hash,
            sessionHash: row.case().when('sessionHash', '=', '').then('').else(hash).end(),
          }))
          .where('beganIn', '=', formerHash),
      ),
    /** Ends an authorization with all of its tokens. */
    end: (id: string) => run(query.deleteFrom('oauthAuthorizations').where('id', '=', id)),
    /** Ends every authorization of an account; the consents stay. */
    endAllOf: async (accountId: string) => {
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
    /** Stores a token, which ends with its authorization; returns false when that has ended. */
    insert: async (token: OAuthToken) => {
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
    /** Uses a token up; of many calls one gets true. */
    consume: (kind: string, hash: string, now: number) =>
      changesAny(
        query
          .updateTable('oauthTokens')
          .set({ consumedAt: now })
          .where('hash', '=', hash)
          .where('kind', '=', kind)
          .where('consumedAt', 'is', null),
      ),
    /**
     * Uses a refresh token up, or up again after `repeatedSince` while nobody has used its successor;
     * returns false for any other one that was used.
     */
    rotate: (hash: string, successor: string, now: number, repeatedSince: number) =>
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
    /** Ends the authorization of a token; returns its grant, undefined when it has ended before. */
    endOf: (kind: string, hash: string) =>
      readFirst(
        query
          .deleteFrom('oauthAuthorizations')
          .where('id', 'in', (row) =>
            row
              .selectFrom('oauthTokens')
              .select('authorizationId')
              .where('hash', '=', hash)
              .where('kind', '=', kind),
          )
          .returning('grantId'),
        ({ grantId }) => grantId,
      ),
    remove: (kind: string, hash: string) =>
      run(query.deleteFrom('oauthTokens').where('hash', '=', hash).where('kind', '=', kind)),
  }
}
