import { hash } from 'node:crypto'
import type { Level } from '#protocol/sign-in-methods.ts'
import { DAY_MS, SECOND_MS, wasWithin } from '../lib/clock.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { levelOf } from '../two-step/levels.ts'
import { RECENT_AUTHENTICATION_MS } from '../two-step/step-up.ts'
import { grantedScopesOf, scopeChoicesOf, type ScopeChoice } from './requested-scopes.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { refusingRule } from '../organizations/session-rules.ts'
import { readOrganizationPolicy } from '../store/organization-policy.ts'
import { isLocalRedirect } from './clients.ts'
import type { Identity } from './identities.ts'
import type { OAuthClient, OAuthGrant } from '../store/schema/oauth.ts'

/** A consent that is not used for this long is asked for again. */
const FORGOTTEN_MS = 90 * DAY_MS

/** Next step before a client gets a code. */
export type ConsentStep =
  /** Nobody is signed in. */
  | { step: 'login' }
  /** The proof behind the session is too old for this request. */
  | { step: 'fresh' }
  /** The session has to be raised to this level. */
  | { step: 'level'; level: Level }
  /** The client demands this level, and nothing of the account reaches it. */
  | { step: 'unmet'; level: Level }
  /** There are several identities, and none is remembered. */
  | { step: 'choose' }
  | { step: 'ask' }
  | { step: 'go'; grant: OAuthGrant }

/** State that the next step depends on. */
export interface ConsentState {
  request: AuthorizationRequest
  /** Time of the request. */
  since: number
  now: number
  session: LiveSession | undefined
  identities: readonly Identity[]
  /** Earlier consents to the client, one for each identity. */
  grants: readonly OAuthGrant[]
  /** Highest level that a method of the account reaches. */
  reachable: Level
}

/** Returns the one step that comes next; every way to a code passes here. */
export function nextStep(state: ConsentState): ConsentStep {
  const { grants, identities, now, request, session } = state
  if (session === undefined) return { step: 'login' }
  if (mustSignInAnew(state, session)) return { step: 'fresh' }
  const raising = raisingStep(state, session)
  if (raising !== undefined) return raising
  const allowed = identities.filter(({ isAllowed }) => isAllowed)
  const { meant } = request
  const [grant, ...others] = grants.filter(
    ({ granted, id, membershipId }) =>
      granted !== '' &&
      (typeof meant !== 'object' || meant.id === id) &&
      allowed.some(({ membership }) => (membership?.id ?? '') === membershipId),
  )
  if (grant === undefined) return { step: allowed.length > 1 ? 'choose' : 'ask' }
  if (others.length > 0) return { step: 'choose' }
  if (isAsked(request, grant) || isForgotten(grant, now)) return { step: 'ask' }
  // A rule that the organization made since then refuses the answer, which the page says.
  const acting = allowed.find(({ membership }) => membership?.id === grant.membershipId)?.membership
  const rule = acting && refusingRule(readOrganizationPolicy(acting.policy), session, now)
  if (rule !== undefined) return { step: 'ask' }
  const scopes = grantedScopesOf(request, grant)
  if (scopes.some(({ isDangerous }) => isDangerous) && !isRecent(session, now))
    return { step: 'fresh' }
  return { step: 'go', grant }
}

/** Returns the level that a client demands of sessions. */
export function levelFor({ client }: AuthorizationRequest): Level {
  return client.details.requiredLevel ?? 1
}

// A wish is a reason to ask whoever can reach it; only what the client was registered with refuses.
function raisingStep(
  { reachable, request }: ConsentState,
  session: LiveSession,
): ConsentStep | undefined {
  const held = levelOf(session)
  const { prompts, wishedLevel } = request
  const demanded = levelFor(request)
  const wished = prompts.has('none') || wishedLevel > reachable ? demanded : wishedLevel
  const level = wished > demanded ? wished : demanded
  if (held >= level) return undefined
  return { step: level > reachable ? 'unmet' : 'level', level }
}

/** Returns whether somebody has to sign in once more since the request came, or is not whom the client means. */
export function mustSignInAnew(
  { now, request, since }: Pick<ConsentState, 'now' | 'request' | 'since'>,
  session: LiveSession,
): boolean {
  const { maxAge, prompts } = request
  const { provedAt } = session
  if (isNotMeant(request, session)) return true
  if (provedAt >= since) return false
  return prompts.has('login') || (maxAge !== undefined && now - provedAt > maxAge * SECOND_MS)
}

/** Returns whether the client means somebody else than who is signed in. */
export function isNotMeant(
  { meant }: AuthorizationRequest,
  session: LiveSession | undefined,
): boolean {
  return session !== undefined && typeof meant === 'object' && meant.accountId !== session.accountId
}

/** Returns whether the proof behind a session is recent enough for a dangerous scope. */
export function isRecent({ provedAt }: LiveSession, now: number): boolean {
  return wasWithin(provedAt, now, RECENT_AUTHENTICATION_MS)
}

/** Returns a digest of what people see of a client: with another name or host they are asked again. */
export function seenDigestOf({ name, isVerified }: OAuthClient, redirectUri: string): string {
  const { host, hostname, protocol } = new URL(redirectUri)
  // A native app picks a new port each time.
  const place = isLocalRedirect(redirectUri) ? hostname : host
  return hash('sha256', JSON.stringify([name, isVerified, protocol, place]))
}

// After a long time without use, the person may no longer remember the consent.
function isForgotten({ changedAt, lastUsedAt }: OAuthGrant, now: number): boolean {
  return Math.max(changedAt, lastUsedAt) < now - FORGOTTEN_MS
}

// A native app cannot prove who it is, so consent is never skipped for it.
function isAsked(request: AuthorizationRequest, grant: OAuthGrant): boolean {
  const { client, prompts, redirectUri } = request
  const questions = scopeChoicesOf(request, grant)
  // A resource takes no token without one of its scopes, so nothing is left of the answer.
  const ofResource = questions.filter(({ text }) => text !== undefined)
  return (
    // So that whoever is signed in sees as whom they answer.
    request.meant === 'unknown' ||
    prompts.has('consent') ||
    prompts.has('select_account') ||
    isLocalRedirect(redirectUri) ||
    grant.seenDigest !== seenDigestOf(client, redirectUri) ||
    questions.some(({ answered }) => answered === undefined) ||
    isNothingGranted(questions) ||
    (ofResource.length > 0 && isNothingGranted(ofResource))
  )
}

function isNothingGranted(questions: readonly ScopeChoice[]): boolean {
  return questions.every(({ answered }) => answered !== 'granted')
}
