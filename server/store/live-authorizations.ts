import type { SelectQueryBuilder } from 'kysely'
import { builtOnce } from './built-once.ts'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'
import type { Account, Session } from './schema/accounts.ts'
import type { OAuthGrant, StoredOAuthClient } from './schema/oauth.ts'

/** Time of a request. */
export interface Moment {
  now: number
  /** Sessions that were not used since then have ended. */
  idleSince: number
}

/** Facts on which the policies of organizations decide about an authorization. */
export interface AuthorizationRules {
  isVerified: number
  /** JSON of the rules of the organization that the person answered for; null for oneself. */
  grantPolicy: string | null
  /** JSON of the rules of the organization that its session acts for; null without any. */
  sessionPolicy: string | null
  /** Last use of its session; null for an authorization that needs no session. */
  lastSeenAt: number | null
  method: Session['method'] | null
  provedAt: number | null
  secondMethod: Session['secondMethod'] | null
  secondProvedAt: number | null
}

/** An authorization that lives, with its grant, and the columns of its client and its account. */
export interface LiveAuthorization
  extends
    AuthorizationRules,
    Omit<StoredOAuthClient, 'isVerified'>,
    Pick<OAuthGrant, 'accountId' | 'membershipId' | 'granted' | 'lastUsedAt'>,
    Pick<Account, 'username' | 'email' | 'mobile' | 'locale' | 'avatarKey'> {
  authorizationId: string
  grantId: string
  accountName: string
}

/** A code or token with the authorization that it belongs to. */
export interface LiveToken extends LiveAuthorization {
  tokenKind: string
  payload: string
  consumedAt: number | null
}

/** Reads authorizations while grant, account, client and session live. */
export type LiveAuthorizations = ReturnType<typeof liveAuthorizations>

/** Authorizations that live, in SQL. */
export function liveAuthorizations(query: Queries) {
  const byId = builtOnce(query, ({ id, ...moment }: Moment & { id: string }) =>
    selectLive(query, id, moment),
  )
  const byHash = builtOnce(query, ({ hash, ...moment }: Moment & { hash: string }) =>
    selectLive(
      query,
      query.selectFrom('oauthTokens').select('authorizationId').where('hash', '=', hash),
      moment,
    )
      .innerJoin('oauthTokens', 'oauthTokens.authorizationId', 'authorizations.id')
      .select(['oauthTokens.kind as tokenKind', 'oauthTokens.payload', 'oauthTokens.consumedAt'])
      .where('oauthTokens.hash', '=', hash)
      .where('oauthTokens.expiresAt', '>', moment.now),
  )
  return {
    findAuthorization: (id: string, moment: Moment) => byId({ id, ...moment }),
    /** Returns the code or token of a hash, used or not. */
    find: (hash: string, moment: Moment) => byHash({ hash, ...moment }),
  }
}

// Grant, account, client, membership and session are joined, so that what ends one of them ends the
// tokens in the next look-up; and one call needs all of it. The limit lets a database look the
// authorization up first: without statistics it may begin with the client, and read all that it has.
function selectLive(
  query: Queries,
  id: string | SelectQueryBuilder<Tables, 'oauthTokens', { authorizationId: string }>,
  { now, idleSince }: Moment,
) {
  return query
    .selectFrom((from) =>
      from
        .selectFrom('oauthAuthorizations')
        .selectAll()
        .where('id', '=', id)
        .limit(1)
        .as('authorizations'),
    )
    .innerJoin('oauthGrants', (join) =>
      join
        .onRef('oauthGrants.id', '=', 'authorizations.grantId')
        .onRef('oauthGrants.version', '=', 'authorizations.grantVersion'),
    )
    .innerJoin('accounts', 'accounts.id', 'oauthGrants.accountId')
    .innerJoin('oauthClients', 'oauthClients.id', 'oauthGrants.clientId')
    .leftJoin('memberships as places', 'places.id', 'oauthGrants.membershipId')
    .leftJoin('organizations as owners', 'owners.id', 'places.organizationId')
    .leftJoin('sessions', (join) =>
      join
        .onRef('sessions.hash', '=', 'authorizations.sessionHash')
        .on('sessions.expiresAt', '>', now)
        .on('sessions.lastSeenAt', '>', idleSince),
    )
    .leftJoin('memberships as sessionPlaces', 'sessionPlaces.id', 'sessions.membershipId')
    .leftJoin('organizations as sessionOwners', 'sessionOwners.id', 'sessionPlaces.organizationId')
    .where('authorizations.expiresAt', '>', now)
    .where('oauthGrants.granted', '<>', '')
    .where('accounts.state', 'in', ['active', 'limited'])
    .where('oauthClients.state', '=', 'active')
    .where((row) =>
      row.or([
        row('oauthGrants.membershipId', '=', ''),
        row.and([
          row('places.isFrozen', '=', 0),
          row('owners.isFrozen', '=', 0),
          row('owners.epoch', '=', row.ref('authorizations.organizationEpoch')),
        ]),
      ]),
    )
    .where((row) =>
      row.or([
        row('authorizations.sessionHash', '=', ''),
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
                everybody('cutoff.at', '>=', everybody.ref('authorizations.beganAt')),
                everybody('cutoff.at', '>=', everybody.ref('sessions.createdAt')),
              ]),
            ),
        ),
      ),
    )
    .selectAll('oauthClients')
    .select([
      'authorizations.id as authorizationId',
      'oauthGrants.id as grantId',
      'oauthGrants.accountId',
      'oauthGrants.membershipId',
      'oauthGrants.granted',
      'oauthGrants.lastUsedAt',
      'accounts.name as accountName',
      'accounts.username',
      'accounts.email',
      'accounts.mobile',
      'accounts.locale',
      'accounts.avatarKey',
      'owners.policy as grantPolicy',
      'sessionOwners.policy as sessionPolicy',
      'sessions.lastSeenAt',
      'sessions.method',
      'sessions.provedAt',
      'sessions.secondMethod',
      'sessions.secondProvedAt',
    ])
}
