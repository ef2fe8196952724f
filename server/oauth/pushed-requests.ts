import { create, validate } from 'superstruct'
import { authorizeForm } from '#protocol/forms.ts'
import { MINUTE_MS, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken } from '../lib/tokens.ts'
import type { OAuthReferenceRepository } from '../store/oauth-reference-repository.ts'
import type { AuthorizationParams } from './authorization-request.ts'
import type { OAuthClient } from '../store/schema/oauth.ts'

/** What reading a pushed request needs. */
export interface PushedServices {
  clock: Clock
  oauthReferences: OAuthReferenceRepository
}

/** Prefix of references (RFC 9126 §2.2). */
const PREFIX = 'urn:ietf:params:oauth:request_uri:'
/** Time to sign in and decide, from the first use of the reference. */
const DECIDE_MS = 10 * MINUTE_MS

/**
 * Returns the parameters of a pushed request, which replace those of the URL, except those that this
 * server added.
 * @throws open_request_expired
 */
export async function readPushed(
  { clock, oauthReferences }: PushedServices,
  client: OAuthClient,
  input: AuthorizationParams,
): Promise<{ params: AuthorizationParams; pushed: string | undefined }> {
  const { request_uri: uri } = input
  if (uri?.startsWith(PREFIX) !== true) return { params: input, pushed: undefined }
  const now = clock()
  const pushed = hashToken(uri.slice(PREFIX.length))
  const found = await oauthReferences.find('PushedAuthorizationRequest', pushed, now)
  if (found?.clientId !== client.id) throw new PassportError('open_request_expired')
  await oauthReferences.noteUse(pushed, now, now + DECIDE_MS)
  return { params: readPayload(found.payload), pushed }
}

// The engine stores a request as an unsigned request object (RFC 9101).
function readPayload(stored: string): AuthorizationParams {
  const { request } = JSON.parse(stored) as { request: string }
  return pushedParams(request)
}

/** Returns the parameters of a request that the engine stores. */
export function pushedParams(request: string): AuthorizationParams {
  return create(paramsIn(request), authorizeForm.payload)
}

/** Returns the name of a parameter that we would not take from an address either; undefined if all are well. */
export function wrongParamIn(request: string): string | undefined {
  const [error] = validate(paramsIn(request), authorizeForm.payload)
  return error && String(error.key)
}

function paramsIn(request: string): Record<string, string> {
  const params = Object.entries(claimsOf(request))
  // The engine stores resources as a list, which is empty for none.
  const texts = params.map(([name, value]) => [name, String(value)] as const)
  const known = texts.filter(([name, text]) => text !== '' && name in authorizeForm.payload.schema)
  return Object.fromEntries(known)
}

/** Returns the client id of a request that the engine stores. */
export function clientOfPushed(request: string): string {
  return String(claimsOf(request).iss)
}

function claimsOf(request: string): Record<string, unknown> {
  const [, claims = ''] = request.split('.')
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
}
