import { levelOfMethod, type Level } from '#protocol/sign-in-methods.ts'
import type { ScopeName } from '#protocol/scopes.ts'
import { noSession, type Call, type RequestSource } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { ONESELF } from '../organizations/organization-ids.ts'
import { policyRefused } from '../organizations/require-entry.ts'
import { refusingRule } from '../organizations/session-rules.ts'
import type { Services } from '../services/services.ts'
import type { Membership } from '../store/membership-repository.ts'
import { readOrganizationPolicy } from '../store/organization-policy.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { accountLevel, levelUnreachable, methodsReaching } from '../two-step/account-level.ts'
import { levelOf } from '../two-step/levels.ts'
import { requestedScopesOf } from './requested-scopes.ts'
import { OAuthError, type AuthorizationRequest } from './authorization-request.ts'
import { answerClient, type ClientAnswer } from './client-answer.ts'
import {
  isRecent,
  levelFor,
  mustSignInAnew,
  seenDigestOf,
  type ConsentState,
} from './consent-policy.ts'
import { decide, issueCode, refuse } from './grant.ts'
import { chooseIdentity, identitiesOf } from './identities.ts'
import { alreadyAnswered } from './pending-request.ts'
import type { OAuthGrant, OAuthRequest } from '../store/schema/oauth.ts'

const OFFLINE: ScopeName = 'offline_access'

/** The parts of a call that answering needs. */
export type AnswerContext = Pick<Call<Services>, 'services' | 'now' | 'app'> & RequestSource

/** A person's answer to a request for consent. */
export type ConsentAnswer =
  | { action: 'refuse'; session: LiveSession | undefined }
  | {
      action: 'allow'
      session: LiveSession
      /** Names of scopes that are allowed. */
      scopes: readonly string[]
      /** Membership, or "0" for oneself. */
      identityId: string
      /** Whether the person has just authenticated for this answer. */
      isProved?: boolean
    }

/** Returns the state that the consent policy decides by. */
export async function consentStateOf(
  { app, now, services }: AnswerContext,
  request: AuthorizationRequest,
  since: number,
  session: LiveSession | undefined,
): Promise<ConsentState> {
  if (session === undefined) {
    return { request, since, now, session, identities: [], grants: [], reachable: 1 }
  }
  const { accountId } = session
  const [identities, grants] = await Promise.all([
    identitiesOf(services, accountId, app.aid, request.client),
    services.oauthGrants.of(accountId, request.client.id),
  ])
  const reachable = await reachableLevel(services, request, session)
  return { request, since, now, session, identities, grants, reachable }
}

// Read only where more is wanted than the session has.
async function reachableLevel(
  services: Services,
  request: AuthorizationRequest,
  session: LiveSession,
): Promise<Level> {
  const wanted = Math.max(levelFor(request), request.wishedLevel)
  if (wanted <= levelOf(session)) return levelOf(session)
  const methods = await methodsReaching(services, session.account, 1)
  return Math.max(1, ...methods.map(({ name }) => levelOfMethod(name))) as Level
}

/** Records which account saw a pending request; an answer of another one is refused. */
export async function recordShown(
  { oauthRequests }: Services,
  waiting: OAuthRequest,
  { client, redirectUri }: AuthorizationRequest,
  { accountId }: LiveSession,
): Promise<void> {
  const seen = { accountId, seenDigest: seenDigestOf(client, redirectUri) }
  await oauthRequests.show(waiting.hash, seen)
}

/**
 * Answers a request once; returns the redirect to the client. `waiting` is undefined if one call makes
 * and answers the request.
 * @throws session_expired to sign in anew, level_unreachable, not_member, policy_refused, ticket_expired where a scope needs
 * a recent authentication, open_request_expired, open_account_changed
 */
export async function answerRequest(
  context: AnswerContext,
  request: AuthorizationRequest,
  waiting: OAuthRequest | undefined,
  consentAnswer: ConsentAnswer,
): Promise<ClientAnswer> {
  const { services } = context
  if (consentAnswer.action === 'refuse') {
    await takeRequest(services, request, waiting)
    return await answerClient(services, request, () =>
      refuse(context, services, request, consentAnswer.session?.accountId),
    )
  }
  const { session, scopes } = consentAnswer
  const membership = await checkAnswer(context, request, waiting, consentAnswer)
  await takeRequest(services, request, waiting, session)
  return await answerClient(services, request, async () => {
    const answer = { session, membership, allowed: scopes }
    const grant = await decide(context, services, request, answer)
    return await issueCode(services, request, session, grant)
  })
}

/**
 * Stores an answer that reaches the client without a redirect; undefined if `take` returns false,
 * because it was answered before.
 * @throws like `answerRequest`
 */
export async function grantAnswer(
  context: AnswerContext,
  request: AuthorizationRequest,
  consentAnswer: ConsentAnswer,
  take: () => Promise<boolean>,
): Promise<{ session: LiveSession; grant: OAuthGrant } | 'refused' | undefined> {
  const { services } = context
  const isRefused = consentAnswer.action === 'refuse'
  const membership = isRefused
    ? undefined
    : await checkAnswer(context, request, undefined, consentAnswer)
  if (!(await take())) return undefined
  try {
    if (isRefused) return await refuse(context, services, request, consentAnswer.session?.accountId)
    const { scopes: allowed, session } = consentAnswer
    const grant = await decide(context, services, request, { session, membership, allowed })
    return { session, grant }
  } catch (error) {
    if (error instanceof OAuthError) return 'refused'
    throw error
  }
}

async function checkAnswer(
  { app, now, services }: AnswerContext,
  request: AuthorizationRequest,
  waiting: OAuthRequest | undefined,
  { identityId, isProved = false, scopes, session }: Extract<ConsentAnswer, { action: 'allow' }>,
): Promise<Membership | undefined> {
  const since = waiting?.createdAt ?? now
  if (mustSignInAnew({ now, request, since }, session)) throw noSession()
  if (levelOf(session) < levelFor(request)) throw levelUnreachable(services, levelFor(request))
  const identities = await identitiesOf(services, session.accountId, app.aid, request.client)
  const { membership } = chooseIdentity(identities, identityId)
  if (membership !== undefined) {
    const policy = readOrganizationPolicy(membership.policy)
    const rule = refusingRule(policy, session, now)
    if (rule !== undefined) throw policyRefused(policy.methods, rule)
  }
  const level = await accountLevel(services, session.account)
  // A remembered browser has signed in below what the account demands.
  const isBelow = levelOf(session) < level
  if (!isProved && (isBelow || !isRecent(session, now))) {
    const answer = { session, scopes, identityId: membership?.id ?? ONESELF }
    if (await needsRecentProof(services, request, answer)) {
      throw isBelow ? levelUnreachable(services, level) : new PassportError('ticket_expired')
    }
  }
  return membership
}

/**
 * Returns whether an answer needs a recent authentication: for a dangerous scope, and for access that
 * outlives the session, until it was allowed once.
 */
export async function needsRecentProof(
  { oauthGrants }: Pick<Services, 'oauthGrants'>,
  request: AuthorizationRequest,
  {
    identityId,
    scopes,
    session,
  }: Pick<Extract<ConsentAnswer, { action: 'allow' }>, 'identityId' | 'scopes' | 'session'>,
): Promise<boolean> {
  const allowed = requestedScopesOf(request).filter(({ name }) => scopes.includes(name))
  if (allowed.some(({ isDangerous }) => isDangerous)) return true
  if (!allowed.some(({ name }) => name === OFFLINE)) return false
  const membershipId = identityId === ONESELF ? '' : identityId
  const grants = await oauthGrants.of(session.accountId, request.client.id)
  const grant = grants.find((one) => one.membershipId === membershipId)
  return grant?.granted.split(' ').includes(OFFLINE) !== true
}

// After a double click, or in two tabs, only the first answer counts.
async function takeRequest(
  { oauthRequests }: Services,
  { client, redirectUri }: AuthorizationRequest,
  waiting: OAuthRequest | undefined,
  session?: LiveSession,
): Promise<void> {
  if (waiting === undefined) return
  const seenDigest = seenDigestOf(client, redirectUri)
  const seen = session && { accountId: session.accountId, seenDigest }
  if (await oauthRequests.decide(waiting.hash, seen)) return
  // Meanwhile another account signed in in this browser, or the client was renamed.
  const isChanged = seen && !(await isAnswered(oauthRequests, waiting))
  throw isChanged ? new PassportError('open_account_changed') : alreadyAnswered()
}

async function isAnswered(
  requests: Services['oauthRequests'],
  { browserHash, hash }: OAuthRequest,
): Promise<boolean> {
  return (await requests.find(hash, browserHash, 0))?.state !== 'open'
}
