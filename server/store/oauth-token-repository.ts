import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'
import { isMissingReference } from './database-errors.ts'
import type { OAuthGrant } from './oauth-grant-repository.ts'
import { beganAfterCutoff, type Session } from './session-repository.ts'

/** What one consent page led to, with all codes and tokens that come of it. */
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

/** What the rules of organizations say about an authorization depends on. */
export interface AuthorizationRules {
  isClientVerified: number
  /** JSON of the rules of the organization that the person answered for; null for oneself. */
  grantPolicy: string | null
  /** JSON of the rules of the organization that its session acts for; null without any. */
  sessionPolicy: string | null
  /** Of its session; null for an authorization that needs none. */
  lastSeenAt: number | null
  method: Session['method'] | null
  provedAt: number | null
  secondProvedAt: number | null
}

/** Authorizations, codes and tokens of clients. */
export interface OAuthTokenRepository {
  /** Returns false when the session it begins in has ended, or the grant has another version. */
  begin(authorization: Omit<OAuthAuthorization, 'organizationEpoch'>): Promise<boolean>
  /** Returns whose authorization this is, while its grant, account, client and session live. */
  findAuthorization(
    id: string,
    moment: Moment,
  ): Promise<
    (AuthorizationRules & { grantId: string; clientId: string; granted: string }) | undefined
  >
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
  ): Promise<
    | (AuthorizationRules &
        Pick<OAuthToken, 'payload' | 'consumedAt'> &
        Pick<OAuthGrant, 'granted'>)
    | undefined
  >
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
    findAuthorization: (id, moment) =>
      liveAuthorizations(query, moment)
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
      liveAuthorizations(query, moment)
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

// Grant, account, client, membership and session are joined, so that what ends one of them ends the
// tokens in the next look-up.
function liveAuthorizations(query: Queries, { now, idleSince }: Moment) {
  return query
    .selectFrom('oauthAuthorizations')
    .innerJoin('oauthGrants', (join) =>
      join
        .onRef('oauthGrants.id', '=', 'oauthAuthorizations.grantId')
        .onRef('oauthGrants.version', '=', 'oauthAuthorizations.grantVersion'),
    )
    .innerJoin('accounts', 'accounts.id', 'oauthGrants.accountId')
    .innerJoin('oauthClients', 'oauthClients.id', 'oauthGrants.clientId')
    .leftJoin('memberships as places', 'places.id', 'oauthGrants.membershipId')
    .leftJoin('organizations as owners', 'owners.id', 'places.organizationId')
    .leftJoin('sessions', (join) =>
      join
        .onRef('sessions.hash', '=', 'oauthAuthorizations.sessionHash')
        .on('sessions.expiresAt', '>', now)
        .on('sessions.lastSeenAt', '>', idleSince),
    )
    .leftJoin('memberships as sessionPlaces', 'sessionPlaces.id', 'sessions.membershipId')
    .leftJoin('organizations as sessionOwners', 'sessionOwners.id', 'sessionPlaces.organizationId')
    .where('oauthAuthorizations.expiresAt', '>', now)
    .where('oauthGrants.granted', '<>', '')
    .where('accounts.state', 'in', ['active', 'limited'])
    .where('oauthClients.state', '=', 'active')
    .where((row) =>
      row.or([
        row('oauthGrants.membershipId', '=', ''),
        row.and([
          row('places.isFrozen', '=', 0),
          row('owners.isFrozen', '=', 0),
          row('owners.epoch', '=', row.ref('oauthAuthorizations.organizationEpoch')),
        ]),
      ]),
    )
    .where((row) =>
      row.or([
        row('oauthAuthorizations.sessionHash', '=', ''),
        row.and([
          row('sessions.hash', 'is not', null),
          row.or([
            row('sessions.membershipId', '=', ''),
            row.and([
              row('sessionPlaces.isFrozen', '=', 0),
              row('sessionOwners.isFrozen', '=', 0),
              row('sessionOwners.epoch', '=', row.ref('sessions.organizationEpoch')),
            ]),
          ]),
        ]),
      ]),
    )
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('sessionCutoff as cutoff')
            .select('cutoff.id')
            .where((everybody) =>
              everybody.or([
                everybody('cutoff.at', '>=', everybody.ref('oauthAuthorizations.beganAt')),
                everybody('cutoff.at', '>=', everybody.ref('sessions.createdAt')),
              ]),
            ),
        ),
      ),
    )
    .select([
      'oauthClients.isVerified as isClientVerified',
      'owners.policy as grantPolicy',
      'sessionOwners.policy as sessionPolicy',
      'sessions.lastSeenAt',
      'sessions.method',
      'sessions.provedAt',
      'sessions.secondProvedAt',
    ])
}
