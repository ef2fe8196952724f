import type { Queries } from './database.ts'

/** A session of a person at a client that wants to know when it ends. */
export interface ClientSession {
  clientId: string
  /** The person's id for the client. */
  grantId: string
  /** Of the session in which the client signed the person in, or that continues this one. */
  hash: string
  firstHash: string
}

/** Finds the clients that a session signed in to. */
export type OAuthLogoutRepository = ReturnType<typeof oauthLogoutRepository>

/** The clients of sessions in SQL. */
export function oauthLogoutRepository(query: Queries) {
  const clientsToNotify = () =>
    query
      .selectFrom('oauthGrants')
      .innerJoin('oauthClients', 'oauthClients.id', 'oauthGrants.clientId')
      .where('oauthClients.state', '=', 'active')
      .where('oauthClients.details', 'like', '%"logoutUri":%')
  const begun = () =>
    clientsToNotify()
      .innerJoin('oauthAuthorizations', 'oauthAuthorizations.grantId', 'oauthGrants.id')
      .select([
        'oauthGrants.clientId',
        'oauthGrants.id as grantId',
        'oauthAuthorizations.beganIn as hash',
      ])
      .distinct()
  return {
    /** Returns the clients of sessions, which may have ended. */
    ofSessions: async (hashes: readonly string[]) =>
      hashes.length === 0
        ? []
        : await begun().where('oauthAuthorizations.beganIn', 'in', hashes).execute(),
    /** Returns the clients of all live sessions of an account but one. */
    ofAccount: (accountId: string, exceptHash: string) =>
      begun()
        .innerJoin('sessions', 'sessions.hash', 'oauthAuthorizations.beganIn')
        .select('sessions.firstHash')
        .where('sessions.accountId', '=', accountId)
        .where('sessions.hash', '<>', exceptHash)
        .execute(),
    /** Returns the clients of all live sessions that act for an organization. */
    ofOrganization: (organizationId: string) =>
      begun()
        .innerJoin('sessions', 'sessions.hash', 'oauthAuthorizations.beganIn')
        .select('sessions.firstHash')
        .innerJoin('memberships', 'memberships.id', 'sessions.membershipId')
        .innerJoin('organizations', 'organizations.id', 'memberships.organizationId')
        .where('organizations.id', '=', organizationId)
        .where('organizations.isFrozen', '=', 0)
        .whereRef('sessions.organizationEpoch', '=', 'organizations.epoch')
        .execute(),
    /** Returns what clients were last let in for, whoever the person, in the order of the grants. */
    ofEverybody: (afterGrant: string, limit: number) =>
      clientsToNotify()
        .innerJoin('oauthAuthorizations', 'oauthAuthorizations.grantId', 'oauthGrants.id')
        .select(['oauthGrants.clientId', 'oauthGrants.id as grantId'])
        .distinct()
        .where('oauthGrants.id', '>', afterGrant)
        .orderBy('oauthGrants.id')
        .limit(limit)
        .execute(),
    /** Returns the client of a grant. */
    ofGrant: (id: string) =>
      clientsToNotify()
        .select(['oauthGrants.clientId', 'oauthGrants.id as grantId'])
        .where('oauthGrants.id', '=', id)
        .executeTakeFirst(),
  }
}
