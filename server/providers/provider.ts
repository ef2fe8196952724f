import * as oauth from 'oauth4webapi'
import { create, mask } from 'superstruct'
import { MINUTE_MS, SECOND_MS, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { fetchWithRetry, toRejection } from './provider-errors.ts'
import type { ProviderConfig } from './provider-list.ts'
import {
  claims,
  fromClaims,
  fromGithub,
  githubEmails,
  githubUser,
  type Profile,
} from './provider-profile.ts'

/** Data stored between the authorization request and the callback. */
export interface AuthorizationAttempt {
  /** The whole `state` parameter. */
  state: string
  /** PKCE code verifier. */
  verifier: string
  nonce: string
  redirectUri: string
}

/** Functions throw platform_unavailable, platform_unauthorized or platform_unusual. */
export interface Provider {
  readonly config: ProviderConfig
  /** Returns the address of the page where the person agrees. */
  authorizeUrl(attempt: AuthorizationAttempt): Promise<string>
  /** Exchanges the code of a callback for a profile. @throws oauth_state_invalid */
  redeem(callback: URLSearchParams, attempt: AuthorizationAttempt): Promise<Profile>
  /** Returns the profile of an access token that was issued to our client. */
  fromToken(accessToken: string): Promise<Profile>
}

interface RequestOptions {
  signal: () => AbortSignal
  [oauth.allowInsecureRequests]: boolean
  [oauth.customFetch]: typeof fetchWithRetry
}

const REQUEST_MS = 5 * SECOND_MS
/** Limit for all requests of one callback together. */
const TOTAL_MS = 12 * SECOND_MS
const METADATA_MS = 10 * MINUTE_MS

/** Returns a random code verifier, nonce or cookie value of 43 characters. */
export const randomText = oauth.generateRandomCodeVerifier

export function createProvider(config: ProviderConfig, clock: Clock): Provider {
  const client: oauth.Client = { client_id: config.clientId }
  const secret = oauth.ClientSecretPost(config.clientSecret)
  let metadata: { server: oauth.AuthorizationServer; readAt: number } | undefined

  function options(): RequestOptions {
    const total = AbortSignal.timeout(TOTAL_MS)
    return {
      signal: () => AbortSignal.any([total, AbortSignal.timeout(REQUEST_MS)]),
      [oauth.allowInsecureRequests]: config.isInsecure,
      [oauth.customFetch]: fetchWithRetry,
    }
  }

  async function server(): Promise<oauth.AuthorizationServer> {
    if (config.authorizeUrl !== '') {
      return {
        issuer: config.issuer || new URL(config.authorizeUrl).origin,
        authorization_endpoint: config.authorizeUrl,
        token_endpoint: config.tokenUrl,
        userinfo_endpoint: config.userinfoUrl,
        jwks_uri: config.jwksUrl,
        id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      }
    }
    if (metadata === undefined || Math.abs(clock() - metadata.readAt) > METADATA_MS) {
      const issuer = new URL(config.issuer)
      const reply = await oauth.discoveryRequest(issuer, options())
      metadata = { server: await oauth.processDiscoveryResponse(issuer, reply), readAt: clock() }
    }
    return metadata.server
  }

  async function redeemCode(
    as: oauth.AuthorizationServer,
    code: URLSearchParams,
    { redirectUri, verifier, nonce }: AuthorizationAttempt,
  ): Promise<Profile> {
    const requestOptions = options()
    const reply = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      secret,
      code,
      redirectUri,
      verifier,
      requestOptions,
    )
    const body: unknown = await reply
      .clone()
      .json()
      .catch(() => undefined)
    if (config.hasErrorsIn200) rejectErrorBody(body)
    const hasIdToken =
      config.idToken === 'required' || (config.idToken === 'optional' && containsIdToken(body))
    const expected = hasIdToken ? { expectedNonce: nonce, requireIdToken: true } : {}
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, reply, expected)
    if (hasIdToken) await oauth.validateApplicationLevelSignature(as, reply, requestOptions)
    const identity = oauth.getValidatedIdTokenClaims(tokens)
    if (config.name === 'github') return await readGithub(tokens.access_token)
    if (!config.readsUserinfo) return fromClaims(config.name, create(identity, claims))
    return await readUserinfo(as, tokens.access_token, identity?.sub)
  }

  async function readUserinfo(
    as: oauth.AuthorizationServer,
    token: string,
    sub: string | undefined,
  ): Promise<Profile> {
    const reply = await oauth.userInfoRequest(as, client, token, options())
    const expected = sub ?? oauth.skipSubjectCheck
    const info = await oauth.processUserInfoResponse(as, client, expected, reply)
    return fromClaims(config.name, create(info, claims))
  }

  async function readGithub(token: string): Promise<Profile> {
    const headers = new Headers({ accept: 'application/vnd.github+json' })
    const read = async (address: string): Promise<unknown> => {
      const url = new URL(address)
      const reply = await oauth.protectedResourceRequest(
        token,
        'GET',
        url,
        headers,
        null,
        options(),
      )
      return await readJson(reply)
    }
    const user = mask(await read(config.userinfoUrl), githubUser)
    return fromGithub(user, create(await read(config.emailsUrl), githubEmails))
  }

  return {
    config,
    authorizeUrl: async ({ state, verifier, nonce, redirectUri }) => {
      try {
        const url = new URL((await server()).authorization_endpoint ?? '')
        const values = {
          response_type: 'code',
          client_id: config.clientId,
          redirect_uri: redirectUri,
          scope: config.scope,
          state,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(config.idToken === 'none' ? {} : { nonce }),
          ...config.extra,
        }
        for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
        return url.href
      } catch (error) {
        throw toRejection(error)
      }
    },
    redeem: async (callback, attempt) => {
      try {
        const as = await server()
        const params = new URLSearchParams(callback)
        // Without a configured issuer there is nothing to compare it with.
        if (config.issuer === '') params.delete('iss')
        return await redeemCode(as, validateCallback(as, client, params, attempt.state), attempt)
      } catch (error) {
        throw toRejection(error)
      }
    },
    fromToken: async (accessToken) => {
      if (config.tokenCheckUrl === '') throw new PassportError('platform_unavailable')
      try {
        if (config.name === 'github') {
          const url = config.tokenCheckUrl.replace('{client_id}', config.clientId)
          const reply = await fetchWithRetry(url, {
            method: 'POST',
            redirect: 'manual',
            headers: {
              accept: 'application/json',
              'content-type': 'application/json',
              authorization: `Basic ${btoa(`${config.clientId}:${config.clientSecret}`)}`,
            },
            body: JSON.stringify({ access_token: accessToken }),
            signal: AbortSignal.timeout(REQUEST_MS),
          })
          await readJson(reply)
          return await readGithub(accessToken)
        }
        const url = new URL(config.tokenCheckUrl)
        url.searchParams.set('access_token', accessToken)
        const reply = await fetchWithRetry(url.href, {
          redirect: 'manual',
          signal: AbortSignal.timeout(REQUEST_MS),
        })
        const info = await readJson(reply)
        if (!isIssuedTo(info, config.clientId)) throw new PassportError('platform_unauthorized')
        return await readUserinfo(await server(), accessToken, create(info, claims).sub)
      } catch (error) {
        throw toRejection(error)
      }
    },
  }
}

function validateCallback(
  as: oauth.AuthorizationServer,
  client: oauth.Client,
  params: URLSearchParams,
  state: string,
): URLSearchParams {
  try {
    return oauth.validateAuthResponse(as, client, params, state)
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) throw error
    throw new PassportError('oauth_state_invalid')
  }
}

function rejectErrorBody(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('error' in body)) return
  const isInvalidCode = ['bad_verification_code', 'invalid_grant'].includes(String(body.error))
  throw new PassportError(isInvalidCode ? 'platform_unauthorized' : 'platform_unusual')
}

function containsIdToken(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'id_token' in body
}

function isIssuedTo(info: unknown, clientId: string): boolean {
  return typeof info === 'object' && info !== null && 'aud' in info && info.aud === clientId
}

async function readJson(reply: Response): Promise<unknown> {
  if (reply.status === 401 || reply.status === 404 || reply.status === 422) {
    throw new PassportError('platform_unauthorized')
  }
  if (reply.status >= 500) throw new PassportError('platform_unavailable')
  if (reply.status !== 200) throw new PassportError('platform_unusual')
  return await reply.json()
}
