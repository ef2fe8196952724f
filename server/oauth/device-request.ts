import { array, create, optional, string, type, union, type Infer } from 'superstruct'
import { spellDigits } from '#protocol/spelling.ts'
import type { Services } from '../services/services.ts'
import { grantAnswer, type AnswerContext, type ConsentAnswer } from './answer-request.ts'
import {
  NO_REDIRECT,
  readResource,
  readScopes,
  tellingPerson,
  type AuthorizationRequest,
} from './authorization-request.ts'
import { beginAuthorization } from './grant.ts'
import type { OAuthClient, OAuthDeviceCode } from '../store/schema/oauth.ts'

const payloadStruct = type({
  clientId: string(),
  params: type({
    scope: optional(string()),
    resource: optional(union([string(), array(string())])),
  }),
  deviceInfo: type({ network: string(), place: string(), device: string() }),
})

/** A device that waits for a person's consent. */
export interface DeviceRequest {
  code: OAuthDeviceCode
  request: AuthorizationRequest
  /** Network of the device, compared with the person's. */
  network: string
  /** Masked network address. */
  place: string
  /** Description by the device itself; empty if unknown. */
  device: string
}

/** Normalizes a typed code; undefined if it cannot be one. */
export function readUserCode(text: string | undefined): string | undefined {
  const code = spellDigits(text ?? '').toUpperCase()
  return /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/.test(code) ? code : undefined
}

/** Returns a code in the form that devices show. */
export function formatUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** Returns the device that shows a code; undefined for an unknown code. @throws scope_refused, open_request_invalid */
export async function findDevice(
  services: Services,
  userCode: string,
): Promise<DeviceRequest | undefined> {
  const { clock, oauth, oauthDeviceCodes } = services
  const code = await oauthDeviceCodes.findOpen(oauth.hashUserCode(userCode), clock())
  if (code === undefined) return undefined
  const { clientId, deviceInfo, params } = create(JSON.parse(code.payload), payloadStruct)
  const client = await oauth.findClient(clientId)
  if (client === undefined) return undefined
  const request = await tellingPerson(() => readDevice(services, client, params))
  return { code, request, ...deviceInfo }
}

// The engine has checked these parameters when the device sent them, but an operator may change the client.
async function readDevice(
  services: Services,
  client: OAuthClient,
  { resource: resources, scope }: Infer<typeof payloadStruct>['params'],
): Promise<AuthorizationRequest> {
  const [identifier] = [resources ?? []].flat()
  const resource = await readResource(services, { resource: identifier, scope })
  return {
    client,
    redirectUri: NO_REDIRECT,
    responseMode: 'query',
    state: undefined,
    scopes: readScopes(client, scope, resource),
    resource,
    dpopKey: undefined,
    pushed: undefined,
    codeChallenge: undefined,
    nonce: undefined,
    prompts: new Set(['consent']),
    maxAge: undefined,
    meant: undefined,
    wishedLevel: 1,
  }
}

/**
 * Answers a device once; undefined if it was answered before.
 * @throws like `answerRequest`
 */
export async function answerDevice(
  context: AnswerContext,
  { code, request }: DeviceRequest,
  consentAnswer: ConsentAnswer,
): Promise<'allowed' | 'refused' | undefined> {
  const { oauthDeviceCodes } = context.services
  const before = JSON.parse(code.payload) as object
  const answered = await grantAnswer(context, request, consentAnswer, () =>
    oauthDeviceCodes.take(code.hash, context.now),
  )
  if (answered === undefined) return undefined
  if (answered === 'refused') {
    const refusal = { error: 'access_denied', errorDescription: 'the person refused' }
    await oauthDeviceCodes.answer(code.hash, 'refused', JSON.stringify({ ...before, ...refusal }))
    return 'refused'
  }
  const { grant, session } = answered
  const begun = await beginAuthorization(context.services, request, session, grant)
  const { acr, amr, authTime, authorizationId, grantId, scope, sessionId } = begun
  const allowed = {
    accountId: grantId,
    grantId: authorizationId,
    scope,
    ...(request.resource !== undefined && { resource: request.resource.id }),
    authTime,
    acr,
    amr,
    sid: sessionId,
    expiresWithSession: false,
  }
  await oauthDeviceCodes.answer(code.hash, 'allowed', JSON.stringify({ ...before, ...allowed }))
  return 'allowed'
}
