import { noSession, type RequestSource } from '../calls/call.ts'
import { DAY_MS, toSeconds } from '../lib/clock.ts'
import { makeToken } from '../lib/tokens.ts'
import { SESSION_MS } from '../sessions/sessions.ts'
import type { Services } from '../services/services.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { OAuthGrant } from '../store/oauth-grant-repository.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { askedBy, givenOf, type AskedScope } from './asked-scopes.ts'
import { OAuthError, type AuthorizationRequest } from './authorization-request.ts'
import { seenDigestOf } from './consent-policy.ts'
import { notifyOfClient } from './client-notices.ts'

/** A client that keeps access while the person is away has to ask again after this long. */
const OFFLINE_MS = 180 * DAY_MS

/** What a person allows. */
export interface Answer {
  session: LiveSession
  /** As whom they answer; undefined for oneself. */
  membership: Membership | undefined
  allowed: readonly string[]
}

/**
 * Remembers what a person allows.
 * @throws OAuthError when nothing is allowed
 */
export async function decide(
  source: RequestSource,
  services: Services,
  request: AuthorizationRequest,
  answer: Answer,
): Promise<OAuthGrant> {
  const asked = askedBy(request)
  const { allowed, membership, session } = answer
  // Who answers as oneself has no organization to tell about.
  const isGiven = ({ name }: AskedScope): boolean =>
    allowed.includes(name) && (name !== 'enterprise.read' || membership !== undefined)
  const choices = asked.filter(({ isRequired }) => !isRequired)
  if (choices.length > 0 && !choices.some(isGiven)) {
    return await refuse(source, services, request, session.accountId)
  }
  const given = asked.filter((scope) => scope.isRequired || isGiven(scope))
  return await saveDecision(source, services, request, answer, given)
}

/** Records who refused, as far as that is known. @throws OAuthError, which tells the client */
export async function refuse(
  source: RequestSource,
  services: Services,
  request: AuthorizationRequest,
  accountId: string | undefined,
): Promise<never> {
  if (accountId !== undefined) {
    await services.events.note(source, 'program_refused', accountId, request.client.name)
  }
  await spendPushed(services, request)
  throw new OAuthError('access_denied', 'the person refused')
}

async function saveDecision(
  source: RequestSource,
  services: Services,
  request: AuthorizationRequest,
  answer: Answer,
  allowed: readonly AskedScope[],
): Promise<OAuthGrant> {
  const { client } = request
  const { account } = answer.session
  return await services.transaction(async (tx) => {
    if (client.kind === 'document') await tx.oauthClients.saveDocument(client)
    const { formerly, grant } = await mergeDecision(tx, request, answer, allowed)
    if (allowed.some(({ stored }) => !formerly.includes(stored))) {
      const kind = formerly.length === 0 ? 'program_allowed' : 'program_extended'
      await tx.events.note(source, 'program_allowed', account.id, client.name)
      await notifyOfClient(tx, source, account, kind, client.name)
    }
    return grant
  })
}

// What was asked for now is as decided now, all else stays as it was.
async function mergeDecision(
  tx: Services,
  request: AuthorizationRequest,
  answer: Answer,
  allowed: readonly AskedScope[],
): Promise<{ grant: OAuthGrant; formerly: string[] }> {
  const { client, redirectUri } = request
  const accountId = answer.session.account.id
  const membershipId = answer.membership?.id ?? ''
  const now = tx.clock()
  const asked = askedBy(request).map(({ stored }) => stored)
  const given = allowed.map(({ stored }) => stored)
  const grants = await tx.oauthGrants.of(accountId, client.id)
  const before = grants.find((grant) => grant.membershipId === membershipId)
  const [formerly, refused] = [before?.granted, before?.refused].map((list = '') =>
    list.split(' ').filter((name) => name !== ''),
  ) as [string[], string[]]
  const others = (list: string[]): string[] => list.filter((name) => !asked.includes(name))
  const withheld = asked.filter((name) => !given.includes(name))
  const grant = await tx.oauthGrants.save(
    {
      id: before?.id ?? `op_${makeToken().slice(0, 32)}`,
      clientId: client.id,
      accountId,
      membershipId,
      seenDigest: seenDigestOf(client, redirectUri),
      granted: [...others(formerly), ...given].join(' '),
      refused: [...others(refused), ...withheld].join(' '),
      version: before?.version ?? 1,
      createdAt: before?.createdAt ?? now,
      changedAt: now,
      lastUsedAt: before?.lastUsedAt ?? 0,
    },
    { granted: before?.granted ?? '', refused: before?.refused ?? '' },
  )
  // Another device decided at this moment, about what it saw then.
  return grant === undefined
    ? await mergeDecision(tx, request, answer, allowed)
    : { grant, formerly }
}

/**
 * Begins what all tokens of one answer hang on; without `offline_access` it ends with the session.
 * @throws session_expired
 */
export async function beginAuthorization(
  services: Services,
  request: AuthorizationRequest,
  session: LiveSession,
  grant: OAuthGrant,
): Promise<{ authorizationId: string; scope: string }> {
  const given = givenOf(request, grant).map(({ name }) => name)
  const isOffline = given.includes('offline_access')
  const authorizationId = makeToken()
  const now = services.clock()
  const isBegun = await services.oauthTokens.begin({
    id: authorizationId,
    grantId: grant.id,
    grantVersion: grant.version,
    sessionHash: isOffline ? '' : session.hash,
    beganIn: session.hash,
    beganAt: now,
    expiresAt: now + (isOffline ? OFFLINE_MS : SESSION_MS),
  })
  if (!isBegun) throw noSession()
  return { authorizationId, scope: given.join(' ') }
}

/** Makes a code for the part of a request that the person grants. */
export async function issueCode(
  services: Services,
  request: AuthorizationRequest,
  session: LiveSession,
  grant: OAuthGrant,
): Promise<string> {
  const { client, codeChallenge, dpopKey, nonce, redirectUri, resource } = request
  if (!(await spendPushed(services, request))) {
    throw new OAuthError('invalid_request', 'this request_uri has been used')
  }
  const { authorizationId, scope } = await beginAuthorization(services, request, session, grant)
  const engine = await services.oauth.engine()
  return await engine.issueCode({
    authorizationId,
    grantId: grant.id,
    clientId: client.id,
    redirectUri,
    scope,
    codeChallenge,
    nonce,
    dpopKey,
    resource: resource?.id,
    sessionId: services.oauth.sessionIdFor(client.id, session.hash),
    authTime: toSeconds(session.provedAt),
  })
}

// A pushed request gives one answer; returns false once it has.
async function spendPushed(services: Services, { pushed }: AuthorizationRequest): Promise<boolean> {
  if (pushed === undefined) return true
  return await services.oauthReferences.remove('PushedAuthorizationRequest', pushed)
}
