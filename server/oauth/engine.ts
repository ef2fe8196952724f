import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'
import inject from 'light-my-request'
import {
  errors,
  Provider,
  type Client,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { scopes } from '#protocol/scopes.ts'
import type { Caller, RequestSource } from '../calls/call.ts'
import { DAY_SECONDS, HOUR_MS, SECOND_MS, toSeconds, type Clock } from '../lib/clock.ts'
import { maskAddress } from '../lib/address.ts'
import { describeDevice } from '../lib/describe-device.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken } from '../lib/tokens.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { ProductNames } from '../names/names.ts'
import type { LiveAuthorization } from '../store/live-authorizations.ts'
import { acrValues } from '../two-step/levels.ts'
import { claimsOf, type Person } from './claims.ts'
import type { createClientFetch } from './client-fetch.ts'
import { shapeTokens } from './client-tokens.ts'
import {
  CLAIMS_IN_ID_TOKEN,
  clientAuthMethods,
  isClientSecret,
  ORIGINS,
  proofAlgorithms,
  READABLE_TOKENS,
} from './clients.ts'
import { completeReply } from './complete-reply.ts'
import { limitOrigins, mayCallFrom } from './cross-origin.ts'
import { DEVICE_CODE_SECONDS, oauthPaths } from './paths.ts'
import { createCallAuthorizations } from './call-authorizations.ts'
import { isForResource, requireResource, resourceIndicators } from './resource-tokens.ts'
import {
  checkUnregistered,
  clientDocuments,
  clientRegistration,
  findNamed,
  fromDocument,
  type DocumentHosts,
} from './unregistered-clients.ts'
import type { SigningKeySet, SigningKeys } from './signing-keys.ts'
import { createAdapter, type EngineStore, type TokenUse } from './token-adapter.ts'
import { answerFailure } from './unavailable.ts'
import { limitWrongSecrets } from './wrong-secrets.ts'
import type { OAuthClient } from '../store/schema/oauth.ts'

/** Seconds until codes and tokens expire. */
const LIFE = { code: 60, accessToken: 7200, idToken: 3600, refreshToken: 30 * DAY_SECONDS }

// The engine serves only these routes.
const { answer: _answer, connect: _connect, logout: _logout, ...engineRoutes } = oauthPaths

/** Longest life of a client's assertion, which a thief could use as long. */
const ASSERTION_SECONDS = HOUR_MS / SECOND_MS

/** Size limits of documents that are fetched from clients, in bytes. */
const FETCHED_BYTES = {
  'client_id metadata document': 5 * 1024,
  jwks_uri: 64 * 1024,
  sector_identifier_uri: 5 * 1024,
}

/** Contents of an authorization code. */
export interface CodeRequest {
  authorizationId: string
  /** The person's id for the client. */
  grantId: string
  clientId: string
  redirectUri: string
  scope: string
  codeChallenge: string | undefined
  nonce: string | undefined
  /** Thumbprint of the key that tokens are bound to. */
  dpopKey: string | undefined
  /** Resource that tokens may be requested for. */
  resource: string | undefined
  /** Id of the session for this client only. */
  sessionId: string
  /** Unix time of the person's authentication. */
  authTime: number
  /** How the person proved themself; undefined where that is not known. */
  amr?: string[]
  /** How strongly the person was proved; undefined where that is not known. */
  acr?: string
}

/** The engine's types lack this method. */
type CalledClient = Client & {
  backchannelLogout(subject: string, sessionId: string | undefined): Promise<void>
}

/** Wraps `oidc-provider`, which authenticates clients and issues and checks tokens. */
export interface Engine {
  /** Returns a new authorization code. */
  issueCode(request: CodeRequest): Promise<string>
  /** Returns the client of the document at a URL; undefined if it is invalid or not allowed. */
  documentClient(id: string): Promise<OAuthClient | undefined>
  /** Returns the facts of an id token that this server signed, even if it has expired. */
  readIdToken(
    token: string,
  ): Promise<{ clientId: string; sessionId: string; subject: string } | undefined>
  /** Sends a back-channel logout. @throws if the client does not answer */
  callLogout(clientId: string, subject: string, sessionId: string | undefined): Promise<void>
  /** Answers an HTTP request after calling `begin`, and returns what it could not handle. */
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    call: EngineCall,
    begin: () => void,
  ): Promise<unknown>
  /** Answers a call in process, for endpoints that wrap the reply in an envelope. */
  ask(
    path: string,
    form: Readonly<Record<string, unknown>>,
    call: EngineCall,
    headers?: IncomingHttpHeaders,
  ): Promise<EngineAnswer>
}

export interface EngineCall extends RequestSource {
  readonly caller: Caller
}

type RunningCall = EngineCall & { failure?: unknown }

export interface EngineAnswer {
  status: number
  headers: OutgoingHttpHeaders
  body: unknown
}

export interface EngineOptions {
  issuer: string
  /** Hosts whose documents are accepted as clients. */
  documents: DocumentHosts
  /** Fetches what clients name. */
  fetch: ReturnType<typeof createClientFetch>
  /** Whether clients may register themselves with a token. */
  hasRegistration: boolean
  store: EngineStore
  personOf(authorization: LiveAuthorization): Promise<Person | undefined>
  avatarUrlOf(account: Person['account']): string
  keys: SigningKeys
  clock: Clock
  /** Names that clients which nobody registered may not have. */
  productNames: ProductNames
  rateLimits: Pick<RateLimits, 'take'>
  hashUserCode: TokenUse['hashUserCode']
  successorOf: TokenUse['successorOf']
  endReused(kind: string, hash: string, source: RequestSource): Promise<void>
}

// Most hooks of `oidc-provider` get no call from it, so they find it here.
const calls = new AsyncLocalStorage<RunningCall>()

function currentCall(): RunningCall {
  const call = calls.getStore()
  if (call === undefined) throw new Error('the engine was called outside of a request')
  return call
}

/** The engine is created anew for another signing key; running calls finish with the old one. */
export function createEngine(options: EngineOptions): Engine {
  let keySetId = ''
  let created: { provider: Provider; answer: ReturnType<Provider['callback']> } | undefined

  async function current(): Promise<NonNullable<typeof created>> {
    const keySet = await options.keys.current()
    if (created === undefined || keySet.id !== keySetId) {
      const provider = createProvider(options, keySet)
      created = { provider, answer: provider.callback() }
      keySetId = keySet.id
    }
    return created
  }

  return {
    issueCode: async ({ authorizationId, clientId, grantId, dpopKey, sessionId, ...rest }) => {
      const { AuthorizationCode, Client } = (await current()).provider
      const client = await Client.find(clientId)
      if (client === undefined) throw new PassportError('client_unknown')
      const code = new AuthorizationCode({
        ...rest,
        client,
        accountId: grantId,
        grantId: authorizationId,
        gty: 'authorization_code',
        dpopJkt: dpopKey,
        sid: sessionId,
        ...(rest.codeChallenge !== undefined && { codeChallengeMethod: 'S256' }),
        // The engine knows no sessions; ours are checked whenever a token is used.
        expiresWithSession: false,
      })
      return await code.save()
    },
    documentClient: async (id) => {
      const client = await findNamed((await current()).provider, id)
      return client && fromDocument(client, options.clock(), options.productNames)
    },
    readIdToken: async (token) => {
      const { provider } = await current()
      const client = await findNamed(provider, audienceOf(token))
      if (client === undefined) return undefined
      try {
        const { payload } = await provider.IdToken.validate(token, client)
        const { sid, sub } = payload
        return { clientId: client.clientId, sessionId: String(sid), subject: String(sub) }
      } catch {
        return undefined
      }
    },
    callLogout: async (clientId, subject, sessionId) => {
      const { Client } = (await current()).provider
      const client = (await Client.find(clientId)) as CalledClient | undefined
      // The client was removed, or its logout URI was.
      if (client?.backchannelLogoutUri === undefined) return
      await client.backchannelLogout(subject, sessionId)
    },
    serve: async (request, response, call, begin) => {
      const { answer } = await current()
      const running: RunningCall = { ...call }
      begin()
      await calls.run(running, () => answer(request, response))
      return running.failure
    },
    ask: async (path, form, call, headers = {}) => {
      const { answer } = await current()
      const running: RunningCall = { ...call }
      const fields = Object.entries(form).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as [string, string]] : [],
      )
      const payload = new URLSearchParams(fields).toString()
      // Awaited inside, because the request starts only then.
      const reply = await calls.run(
        running,
        async () =>
          await inject((request, response) => void answer(request, response), {
            method: 'POST',
            url: path,
            headers: {
              ...headers,
              'content-type': 'application/x-www-form-urlencoded',
              // Set for an empty body too, whose content type is ignored otherwise.
              'content-length': String(payload.length),
            },
            payload,
          }),
      )
      if (running.failure !== undefined) throw running.failure
      const { 'content-length': _length, ...replied } = reply.headers
      return { status: reply.statusCode, headers: replied, body: reply.json() }
    },
  }
}

// Returns the client that an id token is checked against.
function audienceOf(token: string): string {
  const [, claims = ''] = token.split('.')
  try {
    const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud?: unknown }
    return String(aud)
  } catch {
    return ''
  }
}

function createProvider(options: EngineOptions, { keys }: SigningKeySet): Provider {
  const provider = new Provider(options.issuer, configure(options, keys))
  provider.Client.prototype.compareClientSecret = function compare(secret) {
    return isClientSecret(secret, this.clientSecret ?? '')
  }
  shapeTokens(provider, options.successorOf, options.clock)
  // The engine checks a proof before it stores it; this accepts only one of simultaneous calls.
  provider.ReplayDetection.unique = (issuer, proof, seconds) =>
    options.store.references.showOnce(hashToken(`${issuer} ${proof}`), seconds * SECOND_MS)
  provider.on('server_error', (ctx, error) => {
    currentCall().failure = error
    answerFailure(ctx, error)
  })
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    await next()
    limitOrigins(ctx)
    completeReply(ctx, options.issuer)
    await limitWrongSecrets(ctx, options.rateLimits, currentCall().caller.prefix)
  })
  return provider
}

function configure(options: EngineOptions, keys: SigningKeySet['keys']): Configuration {
  const { store, clock, personOf, avatarUrlOf, endReused, hashUserCode, successorOf } = options
  const authorizations = createCallAuthorizations(store.tokens, clock)
  return {
    adapter: createAdapter(store, authorizations, clock, {
      hashUserCode,
      successorOf,
      endReused: (kind, hash) => endReused(kind, hash, currentCall()),
    }),
    jwks: { keys: [...keys] },
    // Random, because the engine sets no cookies.
    cookies: { keys: [randomBytes(32).toString('hex')] },
    scopes: Object.keys(scopes),
    acrValues: [...acrValues],
    claims: Object.fromEntries(
      Object.entries(scopes).map(([name, { claims }]) => [name, [...claims]]),
    ),
    clientAuthMethods: [...clientAuthMethods],
    clientBasedCORS: (_ctx, origin, client) => mayCallFrom(client, origin),
    extraClientMetadata: {
      properties: [ORIGINS, CLAIMS_IN_ID_TOKEN, READABLE_TOKENS],
      validator: (_ctx, _name, _value, metadata) => checkUnregistered(metadata),
    },
    assertJwtClientAuthClaimsAndHeader: (_ctx, { aud, exp }) => {
      if ([aud].flat().length !== 1) {
        throw new errors.InvalidClientAuth('aud must be this server alone (RFC 7523bis)')
      }
      // By the clock that the engine checks `exp` with.
      if (Number(exp) > toSeconds(Date.now()) + ASSERTION_SECONDS) {
        throw new errors.InvalidClientAuth(`exp must be at most ${ASSERTION_SECONDS} seconds ahead`)
      }
    },
    fetch: options.fetch,
    fetchResponseBodyLimits: { ...FETCHED_BYTES },
    responseTypes: ['code'],
    // No HMAC algorithms: only a hash of the client secret is stored.
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256'],
      clientAuthSigningAlgValues: [...proofAlgorithms],
      dPoPSigningAlgValues: [...proofAlgorithms],
    },
    routes: engineRoutes,
    ttl: {
      AuthorizationCode: LIFE.code,
      AccessToken: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? LIFE.accessToken,
      DeviceCode: DEVICE_CODE_SECONDS,
      ClientCredentials: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? LIFE.accessToken,
      IdToken: LIFE.idToken,
      RefreshToken: LIFE.refreshToken,
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      clientCredentials: { enabled: true },
      clientIdMetadataDocument: clientDocuments(store, options.documents),
      dPoP: { enabled: true },
      deviceFlow: {
        enabled: true,
        deviceInfo: () => {
          const { caller } = currentCall()
          return {
            network: caller.prefix,
            place: maskAddress(caller.address),
            device: describeDevice(caller.userAgent),
          }
        },
      },
      introspection: {
        enabled: true,
        // A client may introspect its own tokens, a resource those issued for it.
        allowedPolicy: (_ctx, client, token) =>
          token.clientId === client.clientId || isForResource(store.resources, client, token),
      },
      pushedAuthorizationRequests: { enabled: true },
      registration: clientRegistration(options),
      resourceIndicators: resourceIndicators(store),
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: false },
    },
    findAccount: async (_ctx, grantId) => {
      const authorization = authorizations.ofCall(grantId)
      const person = authorization && (await personOf(authorization))
      return (
        person && {
          accountId: grantId,
          claims: () => ({ sub: grantId, ...claimsOf(person, avatarUrlOf(person.account)) }),
        }
      )
    },
    issueRefreshToken: (_ctx, client, source) =>
      client.grantTypeAllowed('refresh_token') && source.scopes.has('offline_access'),
    rotateRefreshToken: (ctx) => requireResource(store.resources, ctx),
    // A reused code or token ends its authorization only; the consent stays.
    revokeGrantPolicy: () => false,
  }
}
