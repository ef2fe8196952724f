import type { authorizeForm, FormPayload } from '#protocol/forms.ts'
import { parseScopes, withoutIncluded, type ScopeName } from '#protocol/scopes.ts'
import type { Level } from '#protocol/sign-in-methods.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { OAuthGrantRepository } from '../store/oauth-grant-repository.ts'
import type { OAuthResourceRepository } from '../store/oauth-resource-repository.ts'
import { levelOfAcr } from '../two-step/levels.ts'
import {
  allowedMode,
  allowsRedirect,
  isRedirect,
  withoutLoopbackPort,
  type ResponseMode,
} from './clients.ts'
import { readPushed, type PushedServices } from './pushed-requests.ts'
import { resourceScopes, type RequestedResource } from './resources.ts'
import type { OAuthClient, OAuthGrant } from '../store/schema/oauth.ts'

/** Redirect of a request without one: the device polls. */
export const NO_REDIRECT = 'device:'

interface IdTokenReader {
  /** Returns whose id token it is, and of which client; undefined if it is none of ours. */
  readIdToken(token: string): Promise<{ clientId: string; subject: string } | undefined>
}

/** What checking a request needs. */
export interface RequestServices extends PushedServices {
  oauth: {
    findClient(id: string): Promise<OAuthClient | undefined>
    engine(): Promise<IdTokenReader>
  }
  oauthGrants: Pick<OAuthGrantRepository, 'find'>
  oauthResources: OAuthResourceRepository
}

/** Unchecked parameters of an authorization request. */
export type AuthorizationParams = FormPayload<typeof authorizeForm>

/** A checked request (RFC 6749 §4.1.1). */
export interface AuthorizationRequest {
  client: OAuthClient
  redirectUri: string
  responseMode: ResponseMode
  state: string | undefined
  scopes: readonly ScopeName[]
  /** The resource that access is requested for. */
  resource: RequestedResource | undefined
  /** Thumbprint of the key that tokens are bound to (RFC 9449 §10). */
  dpopKey: string | undefined
  /** Hash of a pushed request's reference (RFC 9126); it is used once. */
  pushed: string | undefined
  /** Undefined for old clients without PKCE. */
  codeChallenge: string | undefined
  nonce: string | undefined
  prompts: ReadonlySet<string>
  maxAge: number | undefined
  /** Whom the client means by `id_token_hint`; undefined if it means nobody. */
  meant: OAuthGrant | 'unknown' | undefined
  /** Level that the client wishes by `acr_values`. */
  wishedLevel: Level
}

/** Error codes of RFC 6749 §4.1.2.1 and OpenID Connect Core §3.1.2.6. */
export type OAuthErrorCode =
  | 'access_denied'
  | 'account_selection_required'
  | 'consent_required'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'login_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'unmet_authentication_requirements'
  | 'unsupported_response_type'

/** Error sent to the client; the message is for its developer. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode

  constructor(code: OAuthErrorCode, description: string) {
    // Neither double quotes nor what is not ASCII (RFC 6749 §4.1.2.1).
    super(description.replaceAll(/[^ !#-[\]-~]/g, "'"))
    this.code = code
  }
}

const S256_CHALLENGE = /^[\w-]{43}$/
const PROMPTS = new Set(['none', 'login', 'consent', 'select_account'])

/** Parameters of a known client, those of a pushed request included. */
export interface FoundRequest {
  client: OAuthClient
  redirectUri: string
  params: AuthorizationParams
  pushed: string | undefined
  meant: AuthorizationRequest['meant']
}

/**
 * Returns the client of a request and a redirect that it registered.
 * @throws client_unknown, redirect_mismatch, open_request_expired
 */
export async function findClient(
  services: RequestServices,
  input: AuthorizationParams,
): Promise<FoundRequest> {
  const id = input.client_id ?? input.client_key ?? ''
  const client = await services.oauth.findClient(id)
  if (client === undefined) {
    throw new PassportError('client_unknown', { reason: `client_id is "${asSent(id)}"` })
  }
  const { params, pushed } = await readPushed(services, client, input)
  const redirectUri = params.redirect_uri ?? ''
  if (!allowsRedirect(client, redirectUri)) {
    const reason = `redirect_uri is "${asSent(redirectUri)}"; ${registering(client, redirectUri)}`
    throw new PassportError('redirect_mismatch', { reason })
  }
  const meant = await findMeant(services, client, params.id_token_hint)
  return { client, redirectUri, params, pushed, meant }
}

async function findMeant(
  { oauth, oauthGrants }: RequestServices,
  { id }: OAuthClient,
  hint: string | undefined,
): Promise<AuthorizationRequest['meant']> {
  if (hint === undefined) return undefined
  const token = await (await oauth.engine()).readIdToken(hint)
  const grant = token?.clientId === id ? await oauthGrants.find(token.subject) : undefined
  return grant ?? 'unknown'
}

// Says how to register a redirect; on the person's own computer without the port, which is free (RFC 8252 §7.3).
function registering({ id, kind }: OAuthClient, redirectUri: string): string {
  if (kind === 'document') return 'the document of the client has to name exactly this text'
  if (kind === 'dynamic') return 'the client registered other texts'
  if (!isRedirect(redirectUri)) return 'no client can register that, see docs/open-authorization.md'
  const anyPort = withoutLoopbackPort(redirectUri)
  const how =
    anyPort === undefined
      ? `"client set ${id} --redirects" registers exactly such a text`
      : `"client set ${id} --redirects ${asSent(anyPort)}" registers it with any port`
  return `${how}, in place of what the client has, so name that as well`
}

// Escaped, because whoever makes a link must not write sentences onto our page.
function asSent(text: string): string {
  return encodeURI(text.toWellFormed().slice(0, 200))
}

/**
 * Returns the checked request of a call's parameters.
 * @throws client_unknown, redirect_mismatch, scope_refused, open_request_invalid
 */
export async function readOpenRequest(
  { services }: { services: RequestServices },
  params: Readonly<Record<string, string | undefined>>,
): Promise<AuthorizationRequest> {
  const found = await findClient(services, { ...params, response_type: 'code' })
  return await tellingPerson(() => readRequest(services, found, []))
}

/** Returns the request that `read` reads where the person is told what is wrong, not the client. @throws scope_refused, open_request_invalid */
export async function tellingPerson(
  read: () => Promise<AuthorizationRequest>,
): Promise<AuthorizationRequest> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    if (error.code === 'invalid_scope') throw new PassportError('scope_refused')
    throw new PassportError('open_request_invalid', { reason: error.message })
  }
}

/** Checks all parameters but client and redirect. @throws OAuthError */
export async function readRequest(
  services: Pick<RequestServices, 'oauthResources'>,
  { client, redirectUri, params, pushed, meant }: FoundRequest,
  repeated: readonly string[],
): Promise<AuthorizationRequest> {
  const [twice] = repeated
  if (twice !== undefined) throw new OAuthError('invalid_request', `${twice} is there twice`)
  if (params.request !== undefined) {
    throw new OAuthError('request_not_supported', 'send the parameters by themselves')
  }
  if (params.request_uri !== undefined && pushed === undefined) {
    throw new OAuthError('request_uri_not_supported', 'push the parameters first (RFC 9126)')
  }
  if (params.response_type === undefined) {
    throw new OAuthError('invalid_request', 'response_type is missing; it must be code')
  }
  if (params.response_type !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type must be code')
  }
  const responseMode = allowedMode(client, redirectUri, params.response_mode)
  if (responseMode === undefined) {
    const reason = `response_mode must be query; "client set ${client.id} --response-modes" allows others`
    throw new OAuthError('invalid_request', reason)
  }
  const resource = await readResource(services, params)
  return {
    client,
    redirectUri,
    responseMode,
    state: params.state,
    scopes: readScopes(client, params.scope, resource),
    resource,
    dpopKey: readDpopKey(params.dpop_jkt),
    pushed,
    codeChallenge: readChallenge(client, params),
    nonce: params.nonce,
    prompts: readPrompts(params.prompt),
    maxAge: readMaxAge(params.max_age),
    meant,
    wishedLevel: levelOfAcr(params.acr_values),
  }
}

/** Returns the requested scopes; unknown ones are ignored (OpenID Connect Core §3.1.2.1). @throws OAuthError */
export function readScopes(
  { scopes: allowed }: OAuthClient,
  text: string | undefined,
  resource: RequestedResource | undefined,
): ScopeName[] {
  const requested = parseScopes(text ?? (resource === undefined ? 'user_info' : ''))
  const mayAsk = new Set<string>(parseScopes(allowed))
  const tooMuch = requested.find((name) => !mayAsk.has(name))
  if (tooMuch !== undefined) {
    throw new OAuthError('invalid_scope', `this client is not registered for ${tooMuch}`)
  }
  if (requested.length === 0 && Object.keys(resource?.scopes ?? {}).length === 0)
    throw new OAuthError('invalid_scope', 'no scope is known')
  return withoutIncluded(requested)
}

// PKCE is required (RFC 9700 §2.1.1) unless an operator made it optional for this client.
function readChallenge(
  { needsPkce }: OAuthClient,
  params: AuthorizationParams,
): string | undefined {
  const { code_challenge: challenge, code_challenge_method: method } = params
  if (challenge === undefined && !needsPkce) {
    if (params.state !== undefined || params.nonce !== undefined) return undefined
    throw new OAuthError('invalid_request', 'state or nonce is missing')
  }
  if (challenge === undefined) {
    throw new OAuthError('invalid_request', 'code_challenge is missing (RFC 7636)')
  }
  if (method !== 'S256') {
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256')
  }
  if (!S256_CHALLENGE.test(challenge)) {
    throw new OAuthError('invalid_request', 'code_challenge must be 43 characters of base64url')
  }
  return challenge
}

/** Returns the requested resource. @throws OAuthError */
export async function readResource(
  { oauthResources }: Pick<RequestServices, 'oauthResources'>,
  { resource, scope }: Pick<AuthorizationParams, 'resource' | 'scope'>,
): Promise<RequestedResource | undefined> {
  if (resource === undefined) return undefined
  const found = await oauthResources.find(resource)
  if (found === undefined) throw new OAuthError('invalid_target', 'this resource is not known here')
  return resourceScopes(found, scope)
}

function readDpopKey(text: string | undefined): string | undefined {
  if (text === undefined || S256_CHALLENGE.test(text)) return text
  throw new OAuthError('invalid_request', 'dpop_jkt must be the SHA-256 thumbprint of a key')
}

function readPrompts(text = ''): Set<string> {
  const prompts = new Set(text.split(' ').filter((prompt) => prompt !== ''))
  if ([...prompts].some((prompt) => !PROMPTS.has(prompt))) {
    throw new OAuthError('invalid_request', `prompt must be of ${[...PROMPTS].join(', ')}`)
  }
  if (prompts.has('none') && prompts.size > 1) {
    throw new OAuthError('invalid_request', 'prompt=none must stand alone')
  }
  return prompts
}

function readMaxAge(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) {
    throw new OAuthError('invalid_request', 'max_age must be a number of seconds')
  }
  return Number(text)
}
