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

/** What is kept between the way out to a third party and the way back. */
export interface Attempt {
  /** The whole `state` as it was sent. */
  state: string
  /** Proof key: shows that who redeems the code is who began. */
  verifier: string
  nonce: string
  redirectUri: string
}

/** One third party, spoken to in its dialect; everything it does wrong comes out as PassportError. */
export interface Provider {
  readonly platform: ProviderConfig
  /** Page where the person agrees. */
  authorizeUrl(attempt: Attempt): Promise<string>
  /** Checks a return and reads who came back; the tokens are forgotten at once. */
  redeem(returned: URLSearchParams, attempt: Attempt): Promise<Profile>
  /** Reads whose token an app sent, if the third party says it was made for us. */
  fromToken(accessToken: string): Promise<Profile>
}

interface RequestOptions {
  signal: () => AbortSignal
  [oauth.allowInsecureRequests]: boolean
  [oauth.customFetch]: typeof fetchWithRetry
}

const REQUEST_MS = 5 * SECOND_MS
/** What a whole way back may take, however many requests it needs. */
const TOTAL_MS = 12 * SECOND_MS
const METADATA_MS = 10 * MINUTE_MS

/** A fresh proof key, nonce or state, 43 characters. */
export const randomText = oauth.generateRandomCodeVerifier

/** The provider behind a platform. */
export function createProvider(platform: ProviderConfig, clock: Clock): Provider {
  const client: oauth.Client = { client_id: platform.clientId }
  const secret = oauth.ClientSecretPost(platform.clientSecret)
  let metadata: { server: oauth.AuthorizationServer; readAt: number } | undefined

  // Made for each way back: its signal bounds all requests of it together.
  function options(): RequestOptions {
    const total = AbortSignal.timeout(TOTAL_MS)
    return {
      signal: () => AbortSignal.any([total, AbortSignal.timeout(REQUEST_MS)]),
      [oauth.allowInsecureRequests]: platform.isInsecure,
      [oauth.customFetch]: fetchWithRetry,
    }
  }

  async function server(): Promise<oauth.AuthorizationServer> {
    if (platform.authorizeUrl !== '') {
      return {
        issuer: platform.issuer || new URL(platform.authorizeUrl).origin,
        authorization_endpoint: platform.authorizeUrl,
        token_endpoint: platform.tokenUrl,
        userinfo_endpoint: platform.userinfoUrl,
        jwks_uri: platform.jwksUrl,
        id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      }
    }
    if (metadata === undefined || clock() - metadata.readAt > METADATA_MS) {
      const issuer = new URL(platform.issuer)
      const reply = await oauth.discoveryRequest(issuer, options())
      metadata = { server: await oauth.processDiscoveryResponse(issuer, reply), readAt: clock() }
    }
    return metadata.server
  }

  async function redeemCode(
    as: oauth.AuthorizationServer,
    code: URLSearchParams,
    { redirectUri, verifier, nonce }: Attempt,
  ): Promise<Profile> {
    const shared = options()
    const reply = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      secret,
      code,
      redirectUri,
      verifier,
      shared,
    )
    const body: unknown = await reply
      .clone()
      .json()
      .catch(() => undefined)
    if (platform.hasErrorsIn200) ensureNoError(body)
    const hasIdentity =
      platform.idToken === 'required' || (platform.idToken === 'optional' && holdsIdentity(body))
    const wanted = hasIdentity ? { expectedNonce: nonce, requireIdToken: true } : {}
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, reply, wanted)
    if (hasIdentity) await oauth.validateApplicationLevelSignature(as, reply, shared)
    const identity = oauth.getValidatedIdTokenClaims(tokens)
    if (platform.name === 'github') return await readGithub(tokens.access_token)
    if (!platform.readsUserinfo) return fromClaims(platform.name, create(identity, claims))
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
    return fromClaims(platform.name, create(info, claims))
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
    const user = mask(await read(platform.userinfoUrl), githubUser)
    return fromGithub(user, create(await read(platform.emailsUrl), githubEmails))
  }

  return {
    platform,
    authorizeUrl: async ({ state, verifier, nonce, redirectUri }) => {
      try {
        const url = new URL((await server()).authorization_endpoint ?? '')
        const values = {
          response_type: 'code',
          client_id: platform.clientId,
          redirect_uri: redirectUri,
          scope: platform.scope,
          state,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(platform.idToken === 'none' ? {} : { nonce }),
          ...platform.extra,
        }
        for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
        return url.href
      } catch (error) {
        throw toRejection(error)
      }
    },
    redeem: async (returned, attempt) => {
      try {
        const as = await server()
        const own = new URLSearchParams(returned)
        // Where nobody says what it should be, there is nothing to compare.
        if (platform.issuer === '') own.delete('iss')
        return await redeemCode(as, checkReturn(as, client, own, attempt.state), attempt)
      } catch (error) {
        throw toRejection(error)
      }
    },
    fromToken: async (accessToken) => {
      if (platform.tokenCheckUrl === '') throw new PassportError('platform_unavailable')
      try {
        if (platform.name === 'github') {
          const url = platform.tokenCheckUrl.replace('{client_id}', platform.clientId)
          const reply = await fetchWithRetry(url, {
            method: 'POST',
            redirect: 'manual',
            headers: {
              accept: 'application/json',
              'content-type': 'application/json',
              authorization: `Basic ${btoa(`${platform.clientId}:${platform.clientSecret}`)}`,
            },
            body: JSON.stringify({ access_token: accessToken }),
            signal: AbortSignal.timeout(REQUEST_MS),
          })
          await readJson(reply)
          return await readGithub(accessToken)
        }
        const url = new URL(platform.tokenCheckUrl)
        url.searchParams.set('access_token', accessToken)
        const reply = await fetchWithRetry(url.href, {
          redirect: 'manual',
          signal: AbortSignal.timeout(REQUEST_MS),
        })
        const info = await readJson(reply)
        if (!isFor(info, platform.clientId)) throw new PassportError('platform_unauthorized')
        return await readUserinfo(await server(), accessToken, create(info, claims).sub)
      } catch (error) {
        throw toRejection(error)
      }
    },
  }
}

// A return with another state or issuer belongs to another attempt, or was made up.
function checkReturn(
  as: oauth.AuthorizationServer,
  client: oauth.Client,
  returned: URLSearchParams,
  state: string,
): URLSearchParams {
  try {
    return oauth.validateAuthResponse(as, client, returned, state)
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) throw error
    throw new PassportError('oauth_state_invalid')
  }
}

function ensureNoError(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('error' in body)) return
  const isUsed = ['bad_verification_code', 'invalid_grant'].includes(String(body.error))
  throw new PassportError(isUsed ? 'platform_unauthorized' : 'platform_unusual')
}

function holdsIdentity(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'id_token' in body
}

function isFor(info: unknown, clientId: string): boolean {
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
