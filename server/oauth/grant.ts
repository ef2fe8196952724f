import { noSession, type RequestSource } from '../calls/call.ts'
import { isRequiredScope, type ScopeName } from '#protocol/scopes.ts'
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
import { storedScope } from './resources.ts'

/** A client that keeps access while the person is away has to ask again after this long. */
const OFFLINE_MS = 180 * DAY_MS

/** A scope of this server, or one of another with what it means in its operator's words. */
type Scope = { name: ScopeName; text: undefined } | { name: string; text: string }

/** What a person is asked about one scope. */
export type ScopeQuestion = Scope & {
  isRequired: boolean
  /** What they answered last time; undefined for a scope that is new to them. */
  answered: 'granted' | 'refused' | undefined
}

type AskedScope = Scope & {
  isRequired: boolean
  /** Name under which a grant keeps it. */
  stored: string
}

function askedBy({
  resource,
  scopes,
}: Pick<AuthorizationRequest, 'resource' | 'scopes'>): AskedScope[] {
  const own = scopes.map((name) => ({
    name,
    stored: name,
    text: undefined,
    isRequired: isRequiredScope(name),
  }))
  const others = Object.entries(resource?.scopes ?? {}).map(([name, text]) => ({
    name,
    stored: storedScope(resource?.id ?? '', name),
    text,
    isRequired: false,
  }))
  return [...own, ...others]
}

/** Returns what a client asks for, with what the person answered before. */
export function questionsOf(
  request: Pick<AuthorizationRequest, 'resource' | 'scopes'>,
  grant: OAuthGrant | undefined,
): ScopeQuestion[] {
  const granted = new Set(grant?.granted.split(' '))
  const refused = new Set(grant?.refused.split(' '))
  return askedBy(request).map(({ stored, ...question }) => ({
    ...question,
    answered: granted.has(stored) ? 'granted' : refused.has(stored) ? 'refused' : undefined,
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
  allowed: readonly string[] | undefined,
): Promise<string> {
  const choices = askedBy(request).filter(({ isRequired }) => !isRequired)
  const isNothing = choices.length > 0 && !choices.some(({ name }) => allowed?.includes(name))
  if (allowed === undefined || isNothing) {
    await services.events.note(source, 'program_refused', session.accountId, request.client.name)
    await spendPushed(services, request)
    throw new OAuthError('access_denied', 'the person refused')
  }
  const grant = await saveDecision(source, services, request, session.account, allowed)
  return await issueCode(services, request, session, grant)
}

// What was asked for now is as decided now, all else stays as it was.
async function saveDecision(
  source: RequestSource,
  services: Services,
  request: AuthorizationRequest,
  account: Account,
  allowed: readonly string[],
): Promise<OAuthGrant> {
  const accountId = account.id
  const now = services.clock()
  const { client } = request
  const asked = askedBy(request)
  const scopes = asked.map(({ stored }) => stored)
  const given = asked
    .filter(({ isRequired, name }) => isRequired || allowed.includes(name))
    .map(({ stored }) => stored)
  const withheld = scopes.filter((name) => !given.includes(name))
  return await services.transaction(async (tx) => {
    if (client.kind === 'document') await tx.oauthClients.saveDocument(client)
    const before = await tx.oauthGrants.findFor(accountId, client.id)
    const keep = (list = ''): string[] =>
      list.split(' ').filter((name) => name !== '' && !scopes.includes(name))
    const formerly = (before?.granted ?? '').split(' ').filter((name) => name !== '')
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
      lastUsedAt: before?.lastUsedAt ?? 0,
    })
  })
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
  const granted = new Set(grant.granted.split(' '))
  const given = askedBy(request)
    .filter(({ stored }) => granted.has(stored))
    .map(({ name }) => name)
  const isOffline = given.includes('offline_access')
  const authorizationId = makeToken()
  const now = services.clock()
  const isBegun = await services.oauthTokens.begin({
    id: authorizationId,
    grantId: grant.id,
    grantVersion: grant.version,
    sessionHash: isOffline ? '' : session.hash,
    beganIn: session.hash,
    expiresAt: now + (isOffline ? OFFLINE_MS : SESSION_MS),
  })
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
