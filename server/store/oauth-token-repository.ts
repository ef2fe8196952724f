import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'
import { isMissingReference } from './database-errors.ts'
import type { OAuthGrant } from './oauth-grant-repository.ts'
import { beganAfterCutoff } from './session-repository.ts'

/** What one consent page led to, with all codes and tokens that come of it. */
export interface OAuthAuthorization {
  id: string
  grantId: string
  grantVersion: number
  /** Session that its tokens end with; empty for none. */
  sessionHash: string
  /** Session in which it began, whatever its tokens end with. */
  beganIn: string
  expiresAt: number
}

/** A code or token; its reference is never stored. A row of `oauth_tokens`. */
export interface OAuthToken {
  /** SHA-256 of the reference, hex. */
  hash: string
  kind: string
  authorizationId: string
  payload: string
  /** When it was used up. */
  consumedAt: number | null
  expiresAt: number
}

/** When something is asked for. */
export interface Moment {
  now: number
  /** Sessions that were not used since then have ended. */
  idleSince: number
}

/** Authorizations, codes and tokens of clients. */
export interface OAuthTokenRepository {
  /** Returns false when the session it begins in has ended, or the grant has another version. */
  begin(authorization: OAuthAuthorization): Promise<boolean>
  /** Returns whose authorization this is, while its grant, account, client and session live. */
  findAuthorization(
    id: string,
    moment: Moment,
  ): Promise<{ grantId: string; clientId: string; granted: string } | undefined>
  /** Ends an authorization with all of its tokens. */
  end(id: string): Promise<void>
  /** Ends every authorization of an account; the consents stay. */
  endAllOf(accountId: string): Promise<void>
  /** Stores a token, which ends with its authorization; returns false when that has ended. */
  insert(token: OAuthToken): Promise<boolean>
  /** Returns a token while its authorization lives. */
  find(
    kind: string,
    hash: string,
    moment: Moment,
  ): Promise<(Pick<OAuthToken, 'payload' | 'consumedAt'> & Pick<OAuthGrant, 'granted'>) | undefined>
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
  const live = ({ now, idleSince }: Moment) =>
    query
      .selectFrom('oauthAuthorizations')
      .innerJoin('oauthGrants', (join) =>
        join
          .onRef('oauthGrants.id', '=', 'oauthAuthorizations.grantId')
          .onRef('oauthGrants.version', '=', 'oauthAuthorizations.grantVersion'),
      )
      .innerJoin('accounts', 'accounts.id', 'oauthGrants.accountId')
      .innerJoin('oauthClients', 'oauthClients.id', 'oauthGrants.clientId')
      .where('oauthAuthorizations.expiresAt', '>', now)
      .where('oauthGrants.granted', '<>', '')
      .where('accounts.state', 'in', ['active', 'limited'])
      .where('oauthClients.state', '=', 'active')
      .where((row) =>
        row.or([
          row('oauthAuthorizations.sessionHash', '=', ''),
          row.exists(
            row
              .selectFrom('sessions')
              .select('sessions.hash')
              .whereRef('sessions.hash', '=', 'oauthAuthorizations.sessionHash')
              .where('sessions.expiresAt', '>', now)
              .where('sessions.lastSeenAt', '>', idleSince)
              .where((session) => beganAfterCutoff(session)),
          ),
        ]),
      )
  return {
    begin: ({ id, grantId, grantVersion, sessionHash, beganIn, expiresAt }) =>
      changesAny(
        query
          .insertInto('oauthAuthorizations')
          .columns(['id', 'grantId', 'grantVersion', 'sessionHash', 'beganIn', 'expiresAt'])
          // One statement sees session and version, or a sign-out at this moment would be missed.
          .expression((row) =>
            row
              .selectFrom('oauthGrants')
              .innerJoin('sessions', 'sessions.accountId', 'oauthGrants.accountId')
              .select([
                row.val(id).as('id'),
                'oauthGrants.id as grantId',
                'oauthGrants.version as grantVersion',
                row.val(sessionHash).as('sessionHash'),
                'sessions.hash as beganIn',
                row.val(expiresAt).as('expiresAt'),
              ])
              .where('oauthGrants.id', '=', grantId)
              .where('oauthGrants.version', '=', grantVersion)
              .where('sessions.hash', '=', beganIn),
          ),
      ),
    findAuthorization: (id, moment) =>
      live(moment)
        .select(['oauthGrants.id as grantId', 'oauthGrants.clientId', 'oauthGrants.granted'])
        .where('oauthAuthorizations.id', '=', id)
        .executeTakeFirst(),
    end: async (id) => {
      await query.deleteFrom('oauthAuthorizations').where('id', '=', id).execute()
    },
    endAllOf: async (accountId) => {
      // What is being issued at this moment has the former version.
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
    find: (kind, hash, moment) =>
      live(moment)
        .innerJoin('oauthTokens', 'oauthTokens.authorizationId', 'oauthAuthorizations.id')
        .select(['oauthTokens.payload', 'oauthTokens.consumedAt', 'oauthGrants.granted'])
        .where('oauthTokens.hash', '=', hash)
        .where('oauthTokens.kind', '=', kind)
        .where('oauthTokens.expiresAt', '>', moment.now)
        .executeTakeFirst(),
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
