import { noSession, type RequestSource } from '../calls/call.ts'
import { DAY_MS, toSeconds } from '../lib/clock.ts'
import { makeToken } from '../lib/tokens.ts'
import { SESSION_MS } from '../sessions/sessions.ts'
import { acrOf, amrOf } from '../two-step/levels.ts'
import type { Services } from '../services/services.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { requestedScopesOf, grantedScopesOf, type RequestedScope } from './requested-scopes.ts'
import { NO_REDIRECT, OAuthError, type AuthorizationRequest } from './authorization-request.ts'
import { seenDigestOf } from './consent-policy.ts'
import { noteClientEvent } from './client-notices.ts'
import type { CodeRequest } from './engine.ts'
import type { OAuthGrant } from '../store/schema/oauth.ts'

/** Longest life of an authorization with `offline_access`. */
const OFFLINE_MS = 180 * DAY_MS

/** An authorization, and the claims of its tokens. */
export type BegunAuthorization = Pick<
  CodeRequest,
  'authorizationId' | 'grantId' | 'scope' | 'sessionId' | 'authTime' | 'amr' | 'acr'
>

/** A positive answer to a request. */
export interface Answer {
  session: LiveSession
  /** Undefined if the person answers as themself. */
  membership: Membership | undefined
  allowed: readonly string[]
}

/**
 * Stores a consent.
 * @throws OAuthError if nothing is allowed
 */
export async function decide(
  source: RequestSource,
  services: Services,
  request: AuthorizationRequest,
  answer: Answer,
): Promise<OAuthGrant> {
  const requested = requestedScopesOf(request)
  const { allowed, membership, session } = answer
  // Without a membership there is no organization to read.
  const isGiven = ({ name }: RequestedScope): boolean =>
    allowed.includes(name) && (name !== 'enterprise.read' || membership !== undefined)
  const choices = requested.filter(({ isRequired }) => !isRequired)
  if (choices.length > 0 && !choices.some(isGiven)) {
    return await refuse(source, services, request, session.accountId)
  }
  const allowedScopes = requested.filter((scope) => scope.isRequired || isGiven(scope))
  return await saveDecision(source, services, request, answer, allowedScopes)
}

/** Records a refusal, if the account is known. @throws OAuthError always, for the client */
export async function refuse(
  source: RequestSource,
  services: Services,
  request: AuthorizationRequest,
  accountId: string | undefined,
): Promise<never> {
  if (accountId !== undefined) {
    await services.events.note(source, 'program_refused', accountId, request.client.name)
  }
  await redeemPushedRequest(services, request)
  throw new OAuthError('access_denied', 'the person refused')
}

async function saveDecision(
  source: RequestSource,
  services: Services,
  request: AuthorizationRequest,
  answer: Answer,
  allowed: readonly RequestedScope[],
): Promise<OAuthGrant> {
  const { client } = request
  const { account } = answer.session
  return await services.transaction(async (tx) => {
    if (client.kind === 'document') await tx.oauthClients.saveDocument(client)
    const { formerly, grant } = await mergeDecision(tx, request, answer, allowed)
    if (allowed.some(({ stored }) => !formerly.includes(stored))) {
      const event = formerly.length === 0 ? 'program_allowed' : 'program_extended'
      await noteClientEvent(tx, source, account, event, client.name)
    }
    return grant
  })
}

// Adds the decision to earlier ones about scopes that were not requested this time.
async function mergeDecision(
  tx: Services,
  request: AuthorizationRequest,
  answer: Answer,
  allowed: readonly RequestedScope[],
): Promise<{ grant: OAuthGrant; formerly: string[] }> {
  const { client, redirectUri } = request
  const accountId = answer.session.account.id
  const membershipId = answer.membership?.id ?? ''
  const now = tx.clock()
  const seen = seenDigestOf(client, redirectUri)
  const requested = requestedScopesOf(request).map(({ stored }) => stored)
  const allowedScopes = allowed.map(({ stored }) => stored)
  const grants = await tx.oauthGrants.of(accountId, client.id)
  const before = grants.find((grant) => grant.membershipId === membershipId)
  const [formerly, refused] = [before?.granted, before?.refused].map((list = '') =>
    list.split(' ').filter((name) => name !== ''),
  ) as [string[], string[]]
  const others = (list: string[]): string[] => list.filter((name) => !requested.includes(name))
  const withheld = requested.filter((name) => !allowedScopes.includes(name))
  const grant = await tx.oauthGrants.save(
    {
      id: before?.id ?? `op_${makeToken().slice(0, 32)}`,
      clientId: client.id,
      accountId,
      membershipId,
      // A device is asked for each time and leads nowhere: what the person saw elsewhere stays.
      seenDigest: redirectUri === NO_REDIRECT ? (before?.seenDigest ?? seen) : seen,
      granted: [...others(formerly), ...allowedScopes].join(' '),
      refused: [...others(refused), ...withheld].join(' '),
      version: before?.version ?? 1,
      createdAt: before?.createdAt ?? now,
      changedAt: now,
      lastUsedAt: before?.lastUsedAt ?? 0,
    },
    { granted: before?.granted ?? '', refused: before?.refused ?? '' },
  )
  // Another device stored a decision in between: merge with that one.
  return grant === undefined
    ? await mergeDecision(tx, request, answer, allowed)
    : { grant, formerly }
}

/**
 * Begins the authorization that all tokens of one answer belong to; without `offline_access` it ends
 * with the session.
 * @throws session_expired
 */
export async function beginAuthorization(
  services: Services,
  request: AuthorizationRequest,
  session: LiveSession,
  grant: OAuthGrant,
): Promise<BegunAuthorization> {
  const allowedScopes = grantedScopesOf(request, grant).map(({ name }) => name)
  const isOffline = allowedScopes.includes('offline_access')
  const authorizationId = makeToken()
  const now = services.clock()
  const authorization = {
    id: authorizationId,
    grantId: grant.id,
    grantVersion: grant.version,
    beganAt: now,
    expiresAt: now + (isOffline ? OFFLINE_MS : SESSION_MS),
  }
  const isBegun = await services.transaction(async (tx) => {
    // Another tab may be replacing the session at this moment, which would miss what is not stored yet.
    await tx.accounts.lock(session.accountId)
    return await tx.oauthTokens.begin(authorization, session, isOffline)
  })
  if (!isBegun) throw noSession()
  const amr = amrOf(session)
  return {
    authorizationId,
    grantId: grant.id,
    scope: allowedScopes.join(' '),
    sessionId: services.oauth.sessionIdFor(request.client.id, session),
    authTime: toSeconds(session.provedAt),
    ...(amr.length > 0 && { amr }),
    acr: acrOf(session),
  }
}

/** Issues a code for the granted scopes of a request. */
export async function issueCode(
  services: Services,
  request: AuthorizationRequest,
  session: LiveSession,
  grant: OAuthGrant,
): Promise<string> {
  if (!(await redeemPushedRequest(services, request))) {
    throw new OAuthError('invalid_request', 'this request_uri has been used')
  }
  const begun = await beginAuthorization(services, request, session, grant)
  return await issueCodeOf(services, request, begun)
}

/** Issues a code of an authorization that has begun. */
export async function issueCodeOf(
  services: Services,
  { client, codeChallenge, dpopKey, nonce, redirectUri, resource }: AuthorizationRequest,
  begun: BegunAuthorization,
): Promise<string> {
  const engine = await services.oauth.engine()
  return await engine.issueCode({
    ...begun,
    clientId: client.id,
    redirectUri,
    codeChallenge,
    nonce,
    dpopKey,
    resource: resource?.id,
  })
}

// Returns false if the pushed request was used before.
async function redeemPushedRequest(
  services: Services,
  { pushed }: AuthorizationRequest,
): Promise<boolean> {
  if (pushed === undefined) return true
  return await services.oauthReferences.remove('PushedAuthorizationRequest', pushed)
}
