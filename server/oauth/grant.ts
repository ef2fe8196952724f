import { isRequiredScope, parseScopes, type ScopeName } from '#protocol/scopes.ts'
import { noSession, type RequestSource } from '../calls/call.ts'
import { DAY_MS, toSeconds } from '../lib/clock.ts'
import { makeToken } from '../lib/tokens.ts'
import { SESSION_MS } from '../sessions/sessions.ts'
import type { Services } from '../services/services.ts'
import type { Account } from '../store/account-repository.ts'
import type { OAuthGrant } from '../store/oauth-grant-repository.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { OAuthError, type AuthorizationRequest } from './authorization-request.ts'
import { isLocalRedirect } from './clients.ts'
import { notifyOfProgram } from './program-notices.ts'

/** A client that keeps access while the person is away has to ask again after this long. */
const OFFLINE_MS = 180 * DAY_MS

/** What a person is asked about one scope. */
export interface ScopeQuestion {
  name: ScopeName
  isRequired: boolean
  /** What they answered last time; undefined for a scope that is new to them. */
  answered: 'granted' | 'refused' | undefined
}

/** Returns what a client asks for, with what the person answered before. */
export function questionsOf(
  { scopes }: Pick<AuthorizationRequest, 'scopes'>,
  grant: OAuthGrant | undefined,
): ScopeQuestion[] {
  const granted = new Set(parseScopes(grant?.granted ?? ''))
  const refused = new Set(parseScopes(grant?.refused ?? ''))
  return scopes.map((name) => ({
    name,
    isRequired: isRequiredScope(name),
    answered: granted.has(name) ? 'granted' : refused.has(name) ? 'refused' : undefined,
  }))
}

/** Returns whether the person has to be asked; a client on their own computer cannot prove who it is. */
export function needsConsent(
  request: AuthorizationRequest,
  questions: readonly ScopeQuestion[],
): boolean {
  return (
    request.prompts.has('consent') ||
    isLocalRedirect(request.redirectUri) ||
    questions.some(({ answered }) => answered === undefined) ||
    questions.every(({ answered }) => answered !== 'granted')
  )
}

/**
 * Remembers what a person allows, undefined for a refusal, and makes a code.
 * @throws OAuthError when nothing is allowed
 */
export async function decide(
  source: RequestSource,
  services: Services,
  request: AuthorizationRequest,
  session: LiveSession,
  allowed: readonly ScopeName[] | undefined,
): Promise<string> {
  const choices = request.scopes.filter((name) => !isRequiredScope(name))
  const isNothing = choices.length > 0 && !choices.some((name) => allowed?.includes(name))
  if (allowed === undefined || isNothing) {
    await services.events.note(source, 'program_refused', session.accountId, request.client.name)
    throw new OAuthError('access_denied', 'the person refused')
  }
  const grant = await saveDecision(source, services, request, session.account, allowed)
  return await issueCode(services, request, session, grant)
}

// What was asked for now is as decided now, all else stays as it was.
async function saveDecision(
  source: RequestSource,
  services: Services,
  { client, scopes }: AuthorizationRequest,
  account: Account,
  allowed: readonly ScopeName[],
): Promise<OAuthGrant> {
  const accountId = account.id
  const now = services.clock()
  const given = scopes.filter((name) => isRequiredScope(name) || allowed.includes(name))
  const withheld = scopes.filter((name) => !given.includes(name))
  return await services.transaction(async (tx) => {
    const before = await tx.oauthGrants.findFor(accountId, client.id)
    const keep = (list = ''): ScopeName[] =>
      parseScopes(list).filter((name) => !scopes.includes(name))
    const formerly = parseScopes(before?.granted ?? '')
    if (given.some((name) => !formerly.includes(name))) {
      const kind = formerly.length === 0 ? 'program_allowed' : 'program_extended'
      await tx.events.note(source, 'program_allowed', accountId, client.name)
      await notifyOfProgram(tx, source, account, kind, client.name)
    }
    return await tx.oauthGrants.save({
      id: before?.id ?? `op_${makeToken().slice(0, 32)}`,
      clientId: client.id,
      accountId,
      granted: [...keep(before?.granted), ...given].join(' '),
      refused: [...keep(before?.refused), ...withheld].join(' '),
      version: before?.version ?? 1,
      createdAt: before?.createdAt ?? now,
      changedAt: now,
    })
  })
}

/** Makes a code for the part of a request that the person grants. */
export async function issueCode(
  services: Services,
  { client, codeChallenge, nonce, redirectUri, scopes }: AuthorizationRequest,
  session: LiveSession,
  grant: OAuthGrant,
): Promise<string> {
  const granted = new Set(parseScopes(grant.granted))
  const given = scopes.filter((name) => granted.has(name))
  const isOffline = given.includes('offline_access')
  const authorizationId = makeToken()
  const now = services.clock()
  const isBegun = await services.oauthTokens.begin(
    {
      id: authorizationId,
      grantId: grant.id,
      grantVersion: grant.version,
      sessionHash: isOffline ? '' : session.hash,
      expiresAt: now + (isOffline ? OFFLINE_MS : SESSION_MS),
    },
    session.hash,
  )
  if (!isBegun) throw noSession()
  const engine = await services.oauth.engine()
  return await engine.issueCode({
    authorizationId,
    grantId: grant.id,
    clientId: client.id,
    redirectUri,
    scope: given.join(' '),
    codeChallenge,
    nonce,
    authTime: toSeconds(session.provedAt),
  })
}
